import type { FreePieces, Offer, Price } from '~/catalogue/pricing/pricing';
import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';
import { Reduced } from '~/catalogue/products/rows/product-price';
import type { Product } from './product-detail';

const minus = '−';

export function PriceHead({ product }: { product: Product }) {
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
      <span className="net">{formats.price(card.price.net)}</span>{' '}
      <span className="muted">
        {t(card.price.indicative ? 'catalogue:price.indicative' : 'catalogue:price.net')}
      </span>
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
export function Tiers({ price }: { price: Price }) {
  const { t, formats } = useShop();
  if (price.tiers.length === 0) return null;
  const rows = [
    { fromQuantity: 1, net: price.net, percent: price.percent },
    ...price.tiers.filter((tier) => tier.fromQuantity > 1),
  ];
  const reduced = (percent: number) => (percent > 0 ? `${minus}${formats.percent(percent)}` : '–');
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
            <td>{reduced(tier.percent)}</td>
            <td>{formats.price(tier.net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Free({ pieces, price }: { pieces: FreePieces; price: Price }) {
  const { t, formats } = useShop();
  const about = [
    pieces.until ? t('catalogue:page.freeUntil', { day: formats.day(pieces.until) }) : null,
    price.gross > price.net ? t('catalogue:page.freeToo') : null,
  ].filter((one) => one !== null);
  return (
    <Notice tone="gain">
      <p>
        <b>{t('catalogue:price.free', { main: pieces.main, free: pieces.free })}</b>
        {about.length > 0 ? ` ${about.join(', ')}.` : null}
      </p>
    </Notice>
  );
}

/** The supplier's own promotion, which is included in the price above or in that of a larger quantity. */
export function InOffer({ offer }: { offer: Offer }) {
  const { percent, fromQuantity: quantity, until } = offer;
  const { t, formats } = useShop();
  const about = [
    t(quantity > 1 ? 'catalogue:page.offerFrom' : 'catalogue:page.offer', {
      percent: formats.percent(percent),
      quantity,
    }),
    until ? t('catalogue:page.freeUntil', { day: formats.day(until) }) : null,
  ];
  return <p className="muted">{about.filter((one) => one !== null).join(', ')}.</p>;
}
