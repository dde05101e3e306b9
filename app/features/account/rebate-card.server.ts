/**
 * The year-end rebate card of the current period (contract/erp.md 15.5, 6.18), read at most hourly.
 *
 * Quirks: 204 means no card; 403 means that this customer may not see rebates and is no fault; a card counts
 * only while today lies between its program's dates, and both must be there (contract/search.md 3.21).
 */
import { z } from 'zod';
import { euros } from '~/erp/wire-fields.server';
import { cachedForSession } from '~/page/session-cache';
import type { PageRequest } from '~/page/page';
import { dayFrom, dayOf, isWithin, type Day } from '~/kernel/day';
import { toCents, type Cents } from '~/kernel/money';

export interface RebateCard {
  program: string;
  until: Day;
  points: number;
  /** Points at the next tier or the end of the program; never below `points`. */
  maxPoints: number;
  /** Rebate earned so far, and what the next tier would bring. */
  acquired: Cents;
  potential: Cents;
}

const hourMs = 3_600_000;
const amount = euros.catch(0);

const CardWire = z.object({
  program: z.object({ name: z.string(), date_from: z.unknown(), date_to: z.unknown() }),
  points: amount,
  accrued_points: amount,
  max_points: amount,
  max_accrued_points: amount,
});

export function rebateCardOf(wire: z.infer<typeof CardWire>, today: Day): RebateCard | null {
  const start = dayFrom(wire.program.date_from);
  const end = dayFrom(wire.program.date_to);
  if (start === null || end === null || !isWithin({ start, end }, today)) return null;
  return {
    program: wire.program.name,
    until: end,
    points: wire.points,
    maxPoints: Math.max(wire.points, wire.max_points),
    acquired: toCents(wire.accrued_points),
    potential: toCents(Math.max(wire.accrued_points, wire.max_accrued_points)),
  };
}

export async function findRebateCard(
  page: Pick<PageRequest, 'context'>,
): Promise<RebateCard | null> {
  const { context } = page;
  const today = dayOf(context.clock.now());
  return cachedForSession(page, `rebate-card:${today}`, hourMs, async () => {
    const answer = await context.erp.call({ path: 'loyalty/card/rfa/current' }, CardWire);
    return answer.kind === 'ok' ? rebateCardOf(answer.body, today) : null;
  });
}
