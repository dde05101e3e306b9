/** Distributes list prices within one row of the facts: lowest pack and strength cost `from`, highest `to`. */

/** Effect of a doubled strength on the price, relative to a doubled pack. */
const STRENGTH_WEIGHT = 0.6;

interface PricePoint {
  strength: number;
  pack: number;
}

/** A price function of strength and pack, on a log scale between the ends of `[from, to]`. */
export function priceScale(points: readonly PricePoint[], [from, to]: readonly [number, number]) {
  const place = (point: PricePoint) =>
    STRENGTH_WEIGHT * Math.log(Math.max(point.strength, 1e-6)) +
    Math.log(Math.max(point.pack, 1e-6));
  const places = points.map(place);
  const low = Math.min(...places);
  const high = Math.max(...places);
  return (point: PricePoint): number => {
    const way = high > low ? (place(point) - low) / (high - low) : 0.4;
    return from * (to / from) ** way;
  };
}

/** Rounds like a printed price list: to cents below 100, ten cents below 1000, then whole euros. */
export function listPrice(amount: number): number {
  const step = amount < 100 ? 0.01 : amount < 1000 ? 0.1 : 1;
  return Math.max(0.05, Number((Math.round(amount / step) * step).toFixed(2)));
}

/** Price factor of a maker: about the list price for the first one, less for later makers of generics. */
export function makerFactor(rank: number, roll: number): number {
  return rank === 0 ? 0.98 + roll * 0.06 : 0.78 + roll * 0.2;
}
