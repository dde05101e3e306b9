/** The note of a list on a special offer (contract/search.md 3.11), of which the catalogue knows only the days. */
import type { Price } from '~/catalogue/pricing/pricing';
import type { Day } from '~/base/kernel/day';
import type { Shop } from '~/base/page/shop';

const isBetter = ({ offer, freePieces, tiers, net }: Price): boolean =>
  offer !== null || freePieces !== null || tiers.some((tier) => tier.net < net);

/**
 * Text with the last day of a special offer; null when the offer has no end, or when the price already displays that
 * day. The text calls it an offer when the row shows an advantage, and a featured product otherwise.
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
