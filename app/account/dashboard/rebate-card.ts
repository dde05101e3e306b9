/** The year-end rebate of the current period: points, tiers and their value (ACC-01). */
import type { Day } from '~/base/kernel/day';
import type { Cents } from '~/base/kernel/money';

export interface RebateTier {
  /** Number of points from which this tier applies. */
  from: number;
  percent: number;
  state: 'reached' | 'next' | 'later';
}

export interface RebateCard {
  programId: number;
  /** Name of the program in the page's language when the index has one, otherwise the ERP's name. */
  program: string;
  /** When the ERP reported these numbers; later orders by other people of the practice are not included. */
  asOf: Date;
  until: Day;
  points: number;
  /** Points of the best tier, or the program's maximum without tiers; never below `points`. */
  maxPoints: number;
  /** Lowest tier first; empty when the ERP sends none. */
  tiers: readonly RebateTier[];
  /** The rebate that the customer has earned so far, and the rebate of the best tier. */
  acquired: Cents;
  potential: Cents;
}

export const nextTier = ({ tiers }: RebateCard): RebateTier | null =>
  tiers.find(({ state }) => state === 'next') ?? null;

/** Whole points missing for the next tier, or for the maximum when the ERP sends no tiers; 0 when it is reached. */
export function pointsMissing(card: RebateCard): number {
  const goal = card.tiers.length > 0 ? (nextTier(card)?.from ?? card.points) : card.maxPoints;
  return Math.max(0, Math.ceil(goal - card.points));
}
