/** The year-end rebate of the current period: points, tiers and what they are worth (ACC-01). */
import type { Day } from '~/base/kernel/day';
import type { Cents } from '~/base/kernel/money';

export interface RebateTier {
  /** Points from which on it counts. */
  from: number;
  percent: number;
  state: 'reached' | 'next' | 'later';
}

export interface RebateCard {
  programId: number;
  /** Its name in the language of the page, where the index tells it. */
  program: string;
  /** When the ERP gave these figures: orders that others placed since are not among them. */
  asOf: Date;
  until: Day;
  points: number;
  /** Points of the best tier, or the maximum of the program; never below `points`. */
  maxPoints: number;
  /** Lowest first, with the one reached and the one after it distinguished; empty where the ERP sends none. */
  tiers: readonly RebateTier[];
  /** Rebate earned so far, and what the best tier would bring. */
  acquired: Cents;
  potential: Cents;
}

export const nextTier = ({ tiers }: RebateCard): RebateTier | null =>
  tiers.find(({ state }) => state === 'next') ?? null;

/** Whole points up to the next tier, or to the maximum where the ERP sends no tiers; 0 when it is reached. */
export function pointsMissing(card: RebateCard): number {
  const goal = card.tiers.length > 0 ? (nextTier(card)?.from ?? card.points) : card.maxPoints;
  return Math.max(0, Math.ceil(goal - card.points));
}
