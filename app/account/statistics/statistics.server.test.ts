import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AppContext } from '../../../server/context';
import { findFiveYears, findMonthlySpending } from './statistics.server';

/** A request whose ERP responds with this body, and the log lines that it causes. */
function pageTo(body: unknown) {
  const logged: unknown[] = [];
  const context = {
    clock: { now: () => new Date('2026-11-22T12:00:00Z') },
    log: { warn: (line: unknown) => logged.push(line) },
    session: { kind: 'guest' },
    cache: { get: (_key: string, _rule: unknown, load: () => unknown) => load() },
    erp: {
      call: (_call: unknown, schema: z.ZodType) =>
        Promise.resolve({ kind: 'ok', body: schema.parse(body) }),
    },
  } as unknown as AppContext;
  return { page: { context }, logged };
}

describe('invalid amounts in statistics', () => {
  it('ACC-01 P-44 findFiveYears omits and logs a year with an invalid amount', async () => {
    const year = { food: 1, meds: 2, equipment: 3 };
    const { page, logged } = pageTo({
      data: [year, { ...year, meds: 1e308 }, { ...year, food: '7' }, year],
    });
    expect(await findFiveYears(page)).toEqual([
      { year: 2023, ...year },
      { year: 2026, ...year },
    ]);
    expect(logged).toMatchObject([
      { event: 'erp.amount_refused', path: 'sale_statistics/five_years', count: 2 },
    ]);
  });

  it('ACC-01 P-44 findMonthlySpending returns no sums when one order has an invalid amount', async () => {
    const order = { state: 'sale', date_order: '2026-10-02T10:00:00Z', amount_total: 12.1 };
    const good = pageTo({ size: 1, data: [order] });
    expect((await findMonthlySpending(good.page))?.months.at(-2)?.total).toBe(1_210);
    const odd = pageTo({ size: 2, data: [order, { ...order, amount_total: 1e300 }] });
    expect(await findMonthlySpending(odd.page)).toBeNull();
    expect(odd.logged).toMatchObject([{ event: 'erp.amount_refused', path: 'orders', count: 1 }]);
  });
});
