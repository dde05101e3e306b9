import type { ReactNode } from 'react';
import { sheetLine, useSheetAnswer } from '~/features/cart/sheet';
import type { FreePieces, Price } from '~/features/pricing/pricing';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notice';
import { StockMark } from '../product-card-row';
import { Reduced } from '../product-price';
import type { ProductCard } from '../product';
import type { Product } from './product-detail';

const minus = '−';

function PriceHead({ product }: { product: Product }) {
  const { t, formats, signedIn } = useShop();
  const { card, indicatedPrice } = product;
  const pvi =
    indicatedPrice === null
      ? null
      : t('catalogue:page.pvi', { price: formats.money(indicatedPrice) });
  if (!card.price) {
    const key = !signedIn
      ? 'catalogue:price.signIn'
      : card.orderMode === 'quotation'
        ? 'catalogue:price.onQuotation'
        : 'catalogue:price.onRequest';
    return (
      <div>
        <b>{t(key)}</b>
        {pvi ? <span className="was"> · {pvi}</span> : null}
      </div>
    );
  }
  return (
    <div>
      <span className="net">{formats.money(card.price.net)}</span>{' '}
      <span className="muted">{t('catalogue:price.net')}</span>
      <br />
      <Reduced price={card.price} />
      {pvi ? (
        <span className="was">
          {card.price.gross > card.price.net ? ' · ' : null}
          {pvi}
        </span>
      ) : null}
    </div>
  );
}

/** The next tiers as a table: 'from 6 …' (PRICE-01). */
function Tiers({ price }: { price: Price }) {
  const { t, formats } = useShop();
  if (price.tiers.length === 0) return null;
  const rows = [
    { fromQuantity: 1, net: price.net, discountPercent: price.discountPercent },
    ...price.tiers.filter((tier) => tier.fromQuantity > 1),
  ];
  return (
    <table className="tiers">
      <caption className="vh">{t('catalogue:page.tiers')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('catalogue:page.tierQuantity')}</th>
          <th scope="col">{t('catalogue:page.tierDiscount')}</th>
          <th scope="col">{t('catalogue:page.tierNet')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((tier, position) => (
          <tr key={tier.fromQuantity} className={position === 0 ? 'on' : undefined}>
            <th scope="row">{t('catalogue:page.fromQuantity', { quantity: tier.fromQuantity })}</th>
            <td>
              {tier.discountPercent > 0 ? `${minus}${formats.percent(tier.discountPercent)}` : '–'}
            </td>
            <td>{formats.money(tier.net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Free({ pieces }: { pieces: FreePieces }) {
  const { t, formats } = useShop();
  return (
    <Notice tone="gain">
      <p>
        <b>{t('catalogue:price.free', { main: pieces.main, free: pieces.free })}</b>{' '}
        {pieces.until
          ? t('catalogue:page.freeUntil', { day: formats.day(pieces.until) })
          : t('catalogue:page.freeOpen')}
      </p>
    </Notice>
  );
}

function Quantity({ card }: { card: ProductCard }) {
  const { t } = useShop();
  const line = sheetLine(useSheetAnswer(), card.id);
  const error = line?.refusal ? t(`cart:sheet.refusal.${line.refusal}`) : null;
  return (
    <div className="inline">
      <div className="field">
        <label htmlFor="quantity">{t('catalogue:page.quantity')}</label>
        <input
          id="quantity"
          name={`q.${card.id}`}
          type="number"
          min="1"
          max="9999"
          inputMode="numeric"
          defaultValue={line?.typed ?? '1'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'quantity-error' : undefined}
        />
        {error ? (
          <span className="error" id="quantity-error">
            <Icon name="alert" small />
            {error}
          </span>
        ) : null}
      </div>
      <button className="btn" type="submit" name="add" value={card.id}>
        <Icon name="cart" small />
        {t('catalogue:page.addToCart')}
      </button>
    </div>
  );
}

/** Why this customer cannot order, and what to do instead (PROD-02). */
function Barred({ card }: { card: ProductCard }) {
  const { t, locale, here } = useShop();
  if (card.orderable.ok) return null;
  const { reason } = card.orderable;
  return (
    <Notice tone={reason === 'sign-in' || reason === 'on-quotation' ? 'info' : 'warn'}>
      <p>{t(`catalogue:bar.${reason}.meaning`)}</p>
      {reason === 'sign-in' ? (
        <div className="acts">
          <a className="btn small" href={links.signIn(locale, here)}>
            {t('catalogue:bar.sign-in.action')}
          </a>
        </div>
      ) : null}
    </Notice>
  );
}

/** Price, stock, tiers and the way into the cart. */
export function BuyBox({
  product,
  token,
  inCart,
  action,
  more,
}: {
  product: Product;
  token: string;
  inCart: number | undefined;
  action: string;
  /** Further things to do with the product: lists, quotations, alerts. */
  more?: ReactNode;
}) {
  const { t, formats } = useShop();
  const { card } = product;
  return (
    <div className="panel buy stick stack" id="buy">
      <PriceHead product={product} />
      <StockMark stock={card.stock} />
      {card.price ? <Tiers price={card.price} /> : null}
      {card.price?.freePieces ? <Free pieces={card.price.freePieces} /> : null}
      {card.price?.offerUntil ? (
        <p className="muted">
          {t('catalogue:page.offerUntil', { day: formats.day(card.price.offerUntil) })}
        </p>
      ) : null}
      {card.isMadeToOrder ? (
        <Notice tone="warn">
          <p>
            <b>{t('catalogue:page.madeToOrder')}</b> {t('catalogue:page.madeToOrderMeaning')}
          </p>
        </Notice>
      ) : null}
      {card.orderable.ok ? (
        <form action={action} method="post" data-sheet="">
          <input type="hidden" name="tx" value={token} autoComplete="off" />
          <Quantity card={card} />
        </form>
      ) : (
        <Barred card={card} />
      )}
      {inCart && inCart > 0 ? (
        <p className="incart">
          <Icon name="cart" small />
          {t('catalogue:page.inCart', { pieces: formats.number(inCart) })}
        </p>
      ) : null}
      {more}
    </div>
  );
}
