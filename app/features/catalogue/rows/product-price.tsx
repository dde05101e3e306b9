import { useShop } from '~/page/shop';
import type { Day } from '~/kernel/day';
import type { Price } from '~/features/pricing/pricing';
import type { ProductCard } from '../product';

const minus = '−';

/** `−12 %` in plum, after the gross price struck through. */
export function Reduced({ price }: { price: Pick<Price, 'gross' | 'net' | 'discountPercent'> }) {
  const { t, formats } = useShop();
  if (price.gross <= price.net) return null;
  return (
    <span className="was">
      <s>
        <span className="vh">{t('catalogue:price.gross')} </span>
        {formats.money(price.gross)}
      </s>
      {price.discountPercent > 0 ? (
        <>
          {' '}
          <b>
            {minus}
            {formats.percent(price.discountPercent)}
          </b>
        </>
      ) : null}
    </span>
  );
}

/** The last day of an offer; nothing where its end is open. */
function Until({ day }: { day: Day | null }) {
  const { t, formats } = useShop();
  return day === null ? null : <> {t('catalogue:price.until', { day: formats.day(day) })}</>;
}

/** Net price first, then gross with the reduction, then what comes next: a lower price, or free pieces. */
export function RowPrice({ card }: { card: ProductCard }) {
  const { t, formats, signedIn } = useShop();
  const { price } = card;
  if (!price) {
    const key = !signedIn
      ? 'catalogue:price.signIn'
      : card.orderMode === 'quotation'
        ? 'catalogue:price.onQuotation'
        : 'catalogue:price.onRequest';
    return <span className="was">{t(key)}</span>;
  }
  const next = price.tiers.find((tier) => tier.net < price.net);
  return (
    <>
      <span className="net">{formats.money(price.net)}</span>
      {price.indicative ? <span className="was">{t('catalogue:price.indicativeRow')}</span> : null}
      <Reduced price={price} />
      {price.offerUntil ? (
        <span className="next">
          {t('catalogue:price.reducedUntil', { day: formats.day(price.offerUntil) })}
        </span>
      ) : null}
      {next ? (
        <span className="next">
          {t('catalogue:price.from', {
            quantity: next.fromQuantity,
            price: formats.money(next.net),
          })}
        </span>
      ) : null}
      {price.freePieces ? (
        <span className="next">
          {t('catalogue:price.free', {
            main: price.freePieces.main,
            free: price.freePieces.free,
          })}
          <Until day={price.freePieces.until} />
        </span>
      ) : null}
    </>
  );
}
