/**
 * The year-end rebate card of the current period (contract/erp.md 15.5, 6.18), loaded at most once an hour, and again
 * after each order that the customer places in this shop. Its numbers are the same in all languages and are cached
 * once; only the program's name is translated, by the index.
 *
 * The ERP responds 204 when the customer has no card. 403 means that this customer may not see rebates, which is not a
 * fault. A card counts only while today is between its program's dates, and both must be present (contract/search.md
 * 3.21).
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { logInvalidAmounts } from '~/base/erp/refused-amounts.server';
import { euros, id, list } from '~/base/erp/wire-fields.server';
import { cachedCallMs } from '~/base/page/optional';
import { cachedForCustomer } from '~/base/page/session-cache.server';
import type { CustomerRequest } from '~/base/page/page';
import { lastOrderMark } from '~/ordering/on-order/own-orders.server';
import { findLoyaltyPrograms } from '~/catalogue/products/rebates.server';
import { dayOf, isWithin, type Day } from '~/base/kernel/day';
import { dayFrom } from '~/base/kernel/wire-date';
import { toCents } from '~/base/kernel/money';
import type { RebateCard, RebateTier } from './rebate-card';

const hourMs = 3_600_000;
/** Schema of an amount; null when the value is not one. */
const amount = euros.nullable().catch(null);

const CardWire = z.object({
  // Schema of the rebate program; id 0 means that there is none.
  program: z.object({
    id: id.catch(0),
    name: z.string().catch(''),
    date_from: z.unknown().optional(),
    date_to: z.unknown().optional(),
  }),
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

/** The rebate card; null also when one of its amounts is invalid, because missing points must not count as zero. */
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
    programId: wire.program.id,
    until: end,
    points,
    maxPoints: Math.max(points, maxPoints),
    tiers: tiersOf(wire.tiers, points),
    acquired: toCents(acquired),
    potential: toCents(Math.max(acquired, potential)),
  };
}

export async function findRebateCard(page: CustomerRequest): Promise<RebateCard | null> {
  const { context } = page;
  const today = dayOf(context.clock.now());
  const name = `rebate-card:${today}:${await lastOrderMark(page)}`;
  const kept = await cachedForCustomer(page, name, hourMs, async () => {
    const path = 'loyalty/card/rfa/current';
    const found = await findRecord(context, { path, timeoutMs: cachedCallMs }, CardWire);
    if (found === null) return null;
    const odd = Object.values(found).filter((value) => value === null).length;
    if (odd > 0) logInvalidAmounts(context, path, odd);
    const card = rebateCardOf(found, today);
    return card && { ...card, asOf: context.clock.now() };
  });
  if (kept === null) return null;
  const names = await findLoyaltyPrograms(page);
  return { ...kept, program: names.get(kept.programId) ?? kept.program };
}
