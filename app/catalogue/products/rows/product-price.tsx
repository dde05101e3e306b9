import { useShop } from '~/base/page/shop';
import type { Day } from '~/base/kernel/day';
import {
  freeWith,
  moreForFree,
  type FreePieces,
  type Offer,
  type Price,
} from '~/catalogue/pricing/pricing';
import type { ProductCard } from '../product';

const minus = '−';

/** The struck-through gross price, and the reduction `−12 %` in plum. */
export function Reduced({ price }: { price: Pick<Price, 'gross' | 'net' | 'percent'> }) {
  const { t, formats } = useShop();
  const { gross, net, percent } = price;
  if (gross <= net) return null;
  return (
    <span className="was">
      <s>
        <span className="vh">{t('catalogue:price.gross')} </span>
        {formats.price(gross)}
      </s>
      {percent > 0 ? (
        <>
          {' '}
          <b>
            {minus}
            {formats.percent(percent)}
          </b>
        </>
      ) : null}
    </span>
  );
}

/** The text with the last day of an offer; empty when the offer has no end. */
function Until({ day }: { day: Day | null }) {
  const { t, formats } = useShop();
  return day === null ? null : <> {t('catalogue:price.until', { day: formats.shortDay(day) })}</>;
}

/** The promotion's own percentage; the reduction next to it may include the customer's discount too. */
function InOffer({ price, offer }: { price: Price; offer: Offer }) {
  const { t, formats } = useShop();
  const { fromQuantity: quantity } = offer;
  const isPart = price.percent > offer.percent;
  const key = quantity > 1 ? 'offerFrom' : isPart ? 'offerPart' : 'offer';
  return (
    <span className="next">
      {t(`catalogue:price.${key}`, { percent: formats.percent(offer.percent), quantity })}
      <Until day={offer.until} />
    </span>
  );
}

/**
 * Free pieces of a promotion for a quantity. Unless the pieces are already ordered, also the free pieces for a few
 * pieces more.
 */
export function FreeWith({
  pieces,
  quantity,
  ordered = false,
  dated = false,
}: {
  pieces: FreePieces;
  quantity: number;
  ordered?: boolean;
  /** Displays the promotion's last day, because it may end before the pieces are ordered. */
  dated?: boolean;
}) {
  const { t, formats } = useShop();
  const count = freeWith(pieces, quantity);
  const more = ordered ? 0 : moreForFree(pieces, quantity);
  if (count === 0 && more === 0) return null;
  const free = t('catalogue:price.freeWith', { count, quantity: formats.number(quantity) });
  const next = t('catalogue:price.freeMore', { more, count: pieces.free });
  const both = count > 0 ? t('catalogue:price.freeAndMore', { free, more: next }) : next;
  const text = more > 0 ? both : free;
  const offer = t('catalogue:price.free', { main: pieces.main, free: pieces.free });
  return (
    <span className="hint">
      {t('common:form.error', { label: offer, text })}
      {dated ? <Until day={pieces.until} /> : null}
    </span>
  );
}

/** Net price, then gross price with the reduction, then the next lower price or free pieces. */
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
      <span className="net">{formats.price(price.net)}</span>
      {price.indicative ? <span className="was">{t('catalogue:price.indicativeRow')}</span> : null}
      <Reduced price={price} />
      {price.offer ? <InOffer price={price} offer={price.offer} /> : null}
      {next ? (
        <span className="next">
          {t('catalogue:price.from', {
            quantity: next.fromQuantity,
            price: formats.price(next.net),
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
