import type { ReactNode } from 'react';
import { limitOfField, limitOfPieces } from '~/catalogue/products/usual-quantity';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Icon } from '~/base/ui/icon';
import { Stock } from '~/base/ui/state';
import { RowPrice } from './product-price';
import { RowTags } from './product-tags';
import { alternativesParam, isOut, skuOf, type ProductCard } from '../product';

export interface ProductCardRowProps {
  card: ProductCard;
  /** Pieces in the cart as last known. */
  inCart?: number | undefined;
  /** Heading level of the names: 2 where the list is the page, 3 below a heading. */
  level?: 2 | 3 | undefined;
  /** What stands at the end of the row: quantity and button. */
  children?: ReactNode;
  /** Refusal of this line. */
  error?: string | undefined;
  className?: string | undefined;
  /** What the list says of this product. */
  note?: string | undefined;
  /** Without codes and tags: lists beside a page's own subject. */
  brief?: boolean | undefined;
  /** What stands below the row over its whole width. */
  below?: ReactNode;
  /** The list shows substitutes below a row when it is asked to. */
  expands?: boolean | undefined;
  /** The row is far down its list. */
  isFarDown?: boolean | undefined;
}

/** Address of a card's page; the SKU picks the variant. */
export function useCardHref(card: ProductCard): string | null {
  const { locale } = useShop();
  if (!card.urlKey) return null;
  return links.product(locale, card.urlKey, skuOf(card));
}

const noPicture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * Its own address again, and one without bytes that browsers choose where no script may run (HTML, 4.8.4.3.7). An
 * address with a comma or a space would break the list.
 */
const onlyWithScript = (src: string, size: number) =>
  /[\s,]/.test(src)
    ? {}
    : {
        srcSet: `${noPicture} 8w, ${src} ${size}w`,
        sizes: `(scripting:none) 1px, ${size}px`,
      };

/** Where no script may run, browsers load lazy pictures at once (HTML, 2.5.7): those that are far down are left out there. */
export function ProductPicture({
  card,
  size,
  isFarDown = false,
}: {
  card: ProductCard;
  size: number;
  isFarDown?: boolean;
}) {
  const { savesData } = useShop();
  if (!card.picture || savesData) return <span className="row-pic" />;
  return (
    <img
      className="row-pic"
      src={card.picture.src}
      {...(isFarDown ? onlyWithScript(card.picture.src, size) : {})}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}

export function StockMark({ stock }: { stock: ProductCard['stock'] }) {
  if (stock === null) return null;
  if (typeof stock === 'object') return <span className="stock">{stock.other}</span>;
  return <Stock state={stock} />;
}

export function InCart({ pieces }: { pieces: number | undefined }) {
  const { t, formats } = useShop();
  if (!pieces || pieces <= 0) return null;
  return (
    <span className="incart">
      <Icon name="cart" small />
      {t('catalogue:inCart', { pieces: formats.number(pieces) })}
    </span>
  );
}

const behindDot = (parts: readonly string[]): string =>
  parts.map((one) => `\u00a0· ${one}`).join('');

/**
 * What tells two packs of one name apart, the first of it in full ink; no line begins with a dot between two. `dense`:
 * of a row that phones give two lines for it; pack and form stay there, and no maker whom most names hold. Its code
 * follows in the same flow, behind a dot.
 */
export function Presentation({
  card,
  dense = false,
}: {
  card: Pick<ProductCard, 'presentation' | 'brand'>;
  dense?: boolean;
}) {
  const [first, ...others] = card.presentation.split(' · ');
  if (!first) return null;
  const stays = dense ? others.slice(0, others[0] === card.brand ? 0 : 1) : others;
  const more = others.slice(stays.length);
  return (
    <p className="row-pres">
      <b>{first}</b>
      {behindDot(stays)}
      {more.length > 0 ? <span>{behindDot(more)}</span> : null}
      {dense ? '\u00a0·' : null}
    </p>
  );
}

/** Codes, tags, and how many other variants the group has. */
function Codes({ card, href }: { card: ProductCard; href: string | null }) {
  const { t } = useShop();
  const others = card.variantCount - 1;
  return (
    <div className="row-codes">
      {card.sku ? (
        <span>
          {t('catalogue:code.sku')} {card.sku}
        </span>
      ) : null}
      {card.cnk ? (
        <span>
          {t('catalogue:code.cnk')} {card.cnk}
        </span>
      ) : null}
      <RowTags card={card} />
      {/* Where the name leads too: no stop of its own for the keyboard. */}
      {others > 0 && href ? (
        <a href={href} tabIndex={-1}>
          {t('catalogue:variants', { count: others })}
        </a>
      ) : null}
    </div>
  );
}

/** When this customer ordered it last, and how many usually (SRCH-09). */
export function useOrderedBefore(): (card: ProductCard) => string | undefined {
  const { t, formats, ordered } = useShop();
  return ({ sku }) => {
    const before = sku === null ? undefined : ordered.get(sku);
    if (!before) return undefined;
    const day = formats.dayMonth(before.lastOn);
    return before.usual === null
      ? t('catalogue:ordered.last', { day })
      : t('catalogue:ordered.usual', { day, pieces: formats.number(before.usual) });
  };
}

/** What the quantity field of a product says of the pieces above which the shop asks first (CART-12). */
export function useFieldLimit(): (card: ProductCard) => number | null {
  const { ordered, askAbove } = useShop();
  return ({ sku }) => limitOfField(limitOfPieces(ordered.get(sku ?? ''), askAbove));
}

/**
 * Where what stands in for it can be ordered, when the product itself is not there: below its row where the list does
 * that, on its page where it does not, or has found nothing.
 */
function Substitutes({
  card,
  href,
  expands,
}: {
  card: ProductCard;
  href: string | null;
  expands: boolean;
}) {
  const { t, here, signedIn } = useShop();
  if (!isOut(card) || card.substitutes.length === 0 || href === null) return null;
  const [path = '', query = ''] = here.split('?');
  const list = new URLSearchParams(query);
  const isAsked = list.get(alternativesParam) === String(card.id);
  list.set(alternativesParam, String(card.id));
  const below = `${path}?${list.toString()}#alt-${card.id}`;
  return (
    <a
      className="hint"
      href={expands && signedIn && !isAsked ? below : `${href}#substitutes`}
      rel="nofollow"
      tabIndex={-1}
    >
      {t('catalogue:page.substitutes')}
      <span className="vh"> {card.name}</span>
    </a>
  );
}

/** One line of a list: picture, name, codes, stock, price, and what the caller puts at the end. */
export function ProductCardRow({ className = 'row', note, ...inside }: ProductCardRowProps) {
  const orderedBefore = useOrderedBefore();
  return (
    <li className={className}>
      <CardRowInside {...inside} note={note || orderedBefore(inside.card)} />
    </li>
  );
}

/** What stands in a row; `note` is all that is said of the customer's orders. */
export function CardRowInside(props: Omit<ProductCardRowProps, 'className'>) {
  const { card, inCart, level = 2, children, error, note, brief, below } = props;
  const { expands = false, isFarDown = false } = props;
  const href = useCardHref(card);
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <>
      <ProductPicture card={card} size={64} isFarDown={isFarDown} />
      <div className="row-main">
        <Name className="row-name">{href ? <a href={href}>{card.title}</a> : card.title}</Name>
        <Presentation card={card} />
        {brief ? null : <Codes card={card} href={href} />}
      </div>
      <div className="row-stock">
        <StockMark stock={card.stock} />
        {below ? null : <Substitutes card={card} href={href} expands={expands} />}
        <InCart pieces={inCart} />
        {note ? <span className="hint">{note}</span> : null}
      </div>
      <div className="row-price">
        <RowPrice card={card} />
      </div>
      <div className="row-act">{children}</div>
      {error ? (
        <span className="error" id={`error-${card.id}`} role="alert">
          <Icon name="alert" small />
          {error}
        </span>
      ) : null}
      {below}
    </>
  );
}
