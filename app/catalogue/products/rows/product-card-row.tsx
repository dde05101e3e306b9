import type { ReactNode } from 'react';
import { limitOfField, limitOfPieces } from '~/catalogue/products/usual-quantity';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Icon } from '~/base/ui/icon';
import { Stock } from '~/base/ui/state';
import { RowPrice } from './product-price';
import { RowTags } from './product-tags';
import { alternativesParam, isOut, skuOf, type ProductCard } from '../product';

interface ProductCardRowProps {
  card: ProductCard;
  /** Last known number of pieces in the cart. */
  inCart?: number | undefined;
  /** Heading level of the names: 2 when the list is the page's subject, 3 below another heading. */
  level?: 2 | 3 | undefined;
  /** Content at the end of the row: quantity and button. */
  children?: ReactNode;
  /** Error text that explains why the shop rejected the quantity in this row. */
  error?: string | undefined;
  className?: string | undefined;
  /** Note that this list displays on the product, such as how often it was ordered. */
  note?: string | undefined;
  /** Without codes and tags: for lists that are not the page's main content. */
  brief?: boolean | undefined;
  /** Content below the row, over the row's full width. */
  below?: ReactNode;
  /** The list can display substitutes below a row. */
  expands?: boolean | undefined;
  /** The row is so far down its list that its picture is not visible at first. */
  isFarDown?: boolean | undefined;
}

/** Address of the product page; the SKU selects the variant. */
export function useCardHref(card: ProductCard): string | null {
  const { locale } = useShop();
  if (!card.urlKey) return null;
  return links.product(locale, card.urlKey, skuOf(card));
}

const noPicture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * Attributes that repeat the picture's address, and add an empty image that browsers choose when scripting is off
 * (HTML, 4.8.4.3.7). An address with a comma or space would break `srcset`.
 */
const onlyWithScript = (src: string, size: number) =>
  /[\s,]/.test(src)
    ? {}
    : {
        srcSet: `${noPicture} 8w, ${src} ${size}w`,
        sizes: `(scripting:none) 1px, ${size}px`,
      };

/**
 * The picture of a row. Without scripting, browsers load even `loading="lazy"` pictures at once (HTML, 2.5.7), so
 * pictures far down a list are then replaced by an empty image.
 */
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

function InCart({ pieces }: { pieces: number | undefined }) {
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
 * The presentation, which distinguishes packs of the same name; its first part is emphasized. No line begins with a
 * separator dot. `dense` is for rows of two lines on phones: they keep pack and form, and drop the brand, which most
 * names contain. The code follows in the same flow, after a dot.
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

/** Codes, tags, and the number of other variants of the group. */
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
      {/* Same target as the name, so it is no separate tab stop. */}
      {others > 0 && href ? (
        <a href={href} tabIndex={-1}>
          {t('catalogue:variants', { count: others })}
        </a>
      ) : null}
    </div>
  );
}

/** When this customer last ordered it, and the usual quantity (SRCH-09). */
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

/** The number of pieces above which the shop asks for confirmation, for the quantity field (CART-12). */
export function useFieldLimit(): (card: ProductCard) => number | null {
  const { ordered, askAbove } = useShop();
  return ({ sku }) => limitOfField(limitOfPieces(ordered.get(sku ?? ''), askAbove));
}

/**
 * Link to the substitutes of a product that is out of stock: below its row when the list supports that, otherwise, or
 * when none were found there, on the product page.
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

/** One row of a list: picture, name, codes, stock, price, and the caller's content at its end. */
export function ProductCardRow({ className = 'row', note, ...inside }: ProductCardRowProps) {
  const orderedBefore = useOrderedBefore();
  return (
    <li className={className}>
      <CardRowInside {...inside} note={note || orderedBefore(inside.card)} />
    </li>
  );
}

/** The content of a row; `note` replaces the hint about earlier orders. */
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
