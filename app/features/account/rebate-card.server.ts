/**
 * The year-end rebate card of the current period (contract/erp.md 15.5, 6.18), read at most hourly.
 *
 * Quirks: 204 means no card; 403 means that this customer may not see rebates and is no fault; a card counts
 * only while today lies between its program's dates, and both must be there (contract/search.md 3.21).
 */
import { z } from 'zod';
import { findRecord } from '~/erp/calls.server';
import { noteRefused } from '~/erp/refused-amounts.server';
import { euros, list } from '~/erp/wire-fields.server';
import { cachedCallMs } from '~/page/optional';
import { cachedForSession } from '~/page/session-cache.server';
import type { PageRequest } from '~/page/page';
import { dayFrom, dayOf, isWithin, type Day } from '~/kernel/day';
import { toCents } from '~/kernel/money';
import type { RebateCard, RebateTier } from './rebate-card';

const hourMs = 3_600_000;
/** Null: no amount. */
const amount = euros.nullable().catch(null);

const CardWire = z.object({
  program: z.object({ name: z.string(), date_from: z.unknown(), date_to: z.unknown() }),
  points: amount,
  accrued_points: amount,
  max_points: amount,
  max_accrued_points: amount,
  tiers: list(z.object({ from_points: z.number().nonnegative(), percent: z.number() })),
});

function tiersOf(wire: z.infer<typeof CardWire>['tiers'], points: number): RebateTier[] {
  const tiers = [...wire].sort((a, b) => a.from_points - b.from_points);
  const next = tiers.findIndex(({ from_points }) => from_points > points);
  return tiers.map(({ from_points: from, percent }, position) => ({
    from,
    percent,
    state: from <= points ? 'reached' : position === next ? 'next' : 'later',
  }));
}

/** Null also for a card of which an amount is none: points that are missing are not nought. */
export function rebateCardOf(
  wire: z.infer<typeof CardWire>,
  today: Day,
): Omit<RebateCard, 'asOf'> | null {
  const { points, max_points: maxPoints, accrued_points: acquired } = wire;
  const { max_accrued_points: potential } = wire;
  if (points === null || maxPoints === null || acquired === null || potential === null) return null;
  const start = dayFrom(wire.program.date_from);
  const end = dayFrom(wire.program.date_to);
  if (start === null || end === null || !isWithin({ start, end }, today)) return null;
  return {
    program: wire.program.name,
    until: end,
    points,
    maxPoints: Math.max(points, maxPoints),
    tiers: tiersOf(wire.tiers, points),
    acquired: toCents(acquired),
    potential: toCents(Math.max(acquired, potential)),
  };
}

export async function findRebateCard(
  page: Pick<PageRequest, 'context' | 'locale'>,
): Promise<RebateCard | null> {
  const { context, locale } = page;
  const today = dayOf(context.clock.now());
  return cachedForSession(page, `rebate-card:${locale}:${today}`, hourMs, async () => {
    const path = 'loyalty/card/rfa/current';
    const found = await findRecord(context, { path, timeoutMs: cachedCallMs }, CardWire);
    if (found === null) return null;
    const odd = Object.values(found).filter((value) => value === null).length;
    if (odd > 0) noteRefused(context, path, odd);
    const card = rebateCardOf(found, today);
    return card && { ...card, asOf: context.clock.now() };
  });
}
