/** What a list says of a special offer (contract/search.md 3.11), which the catalogue knows by its days alone. */
import type { Price } from '~/catalogue/pricing/pricing';
import type { Day } from '~/base/kernel/day';
import type { Shop } from '~/base/page/shop';

const isBetter = ({ offer, freePieces, tiers, net }: Price): boolean =>
  offer !== null || freePieces !== null || tiers.some((tier) => tier.net < net);

/**
 * Until when it holds; null where no end is set, or the price says the same day. It is an offer where the row says what
 * one gets, and a product in the spotlight else.
 */
export function specialNote(
  { t, formats }: Pick<Shop, 't' | 'formats'>,
  price: Price | null,
  until: Day | null | undefined,
): string | null {
  if (!until || until === price?.offer?.until) return null;
  const key = price && isBetter(price) ? 'search:offerUntil' : 'search:featuredUntil';
  return t(key, { day: formats.shortDay(until) });
}
