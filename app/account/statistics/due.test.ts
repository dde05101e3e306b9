import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laterDay, type Day } from '~/base/kernel/day';
import { cents } from '~/base/kernel/money';
import { median, orderedBefore } from '~/ordering/on-order/ordered-before';
import { dueAgain } from './due';
import type { PastOrder } from '~/ordering/on-order/past-orders';

const start = '2026-01-01' as Day;
const order = (on: Day, lines: PastOrder['lines'], cancelled = false): PastOrder => ({
  id: 1,
  name: 'S1',
  suiteName: null,
  on,
  cancelled,
  total: cents(0),
  goods: cents(0),
  open: false,
  toCome: cents(0),
  lines,
});
/** Past orders of one product, with `gaps` days between them. */
const ordered = (gaps: readonly number[], pieces = 1): PastOrder[] => {
  let on = start;
  return [0, ...gaps].map((gap) => {
    on = laterDay(on, gap);
    return order(on, [{ reference: 'A', pieces }]);
  });
};
const lastOf = (orders: readonly PastOrder[]): Day => orders.at(-1)?.on ?? start;
const gap = fc.integer({ min: 1, max: 90 });
const gaps = fc.array(gap, { minLength: 2, maxLength: 12 });

describe('dueAgain', () => {
  it('ACC-02 a product is due from three days before its median interval ends, and no earlier', () => {
    fc.assert(
      fc.property(gaps, (between) => {
        const orders = ordered(between);
        const turn = Math.round(median(between));
        const dueOn = laterDay(lastOf(orders), turn);
        expect(dueAgain(orders, laterDay(dueOn, -4))).toEqual([]);
        for (const days of [-3, 0, turn])
          expect(dueAgain(orders, laterDay(dueOn, days))).toEqual([
            { reference: 'A', pieces: 1, lastOn: lastOf(orders), dueOn },
          ]);
      }),
    );
  });

  it('ACC-02 two order days define no interval, however many orders they contain', () => {
    fc.assert(
      fc.property(gap, fc.integer({ min: 1, max: 5 }), (between, times) => {
        const orders = Array.from({ length: times }, () => ordered([between])).flat();
        expect(dueAgain(orders, laterDay(lastOf(orders), between))).toEqual([]);
      }),
    );
  });

  it('ACC-02 dueAgain does not depend on the ERP’s sort order, and ignores cancelled orders', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 0, max: 400 }), (between, after) => {
        const orders = ordered(between);
        const today = laterDay(start, after);
        const cancelled = orders.map(({ on }) =>
          order(laterDay(on, 1), [{ reference: 'A', pieces: 7 }], true),
        );
        expect(dueAgain([...cancelled, ...orders].reverse(), today)).toEqual(
          dueAgain(orders, today),
        );
      }),
    );
  });

  it('ACC-02 a product that the customer skipped for several intervals is not proposed', () => {
    const orders = ordered([30, 30, 30]);
    expect(dueAgain(orders, laterDay(lastOf(orders), 90))).toHaveLength(1);
    expect(dueAgain(orders, laterDay(lastOf(orders), 94))).toEqual([]);
  });

  it('ACC-02 dueAgain proposes the usual quantity, longest overdue product first', () => {
    const lines = (reference: string, pieces: number) => ({ reference, pieces });
    const orders = [
      order('2026-03-01' as Day, [lines('A', 2), lines('B', 5)]),
      order('2026-03-11' as Day, [lines('A', 4), lines('B', 5)]),
      order('2026-03-21' as Day, [lines('A', 12)]),
      order('2026-03-19' as Day, [lines('B', 6)]),
    ];
    expect(dueAgain(orders, '2026-03-31' as Day)).toEqual([
      { reference: 'B', pieces: 5, lastOn: '2026-03-19', dueOn: '2026-03-28' },
      { reference: 'A', pieces: 4, lastOn: '2026-03-21', dueOn: '2026-03-31' },
    ]);
  });
});

describe('ordered before', () => {
  it('SRCH-09 orderedBefore returns the last order day, and the median quantity of at least two order days', () => {
    const lines = (reference: string, pieces: number) => ({ reference, pieces });
    const orders = [
      order('2026-03-21' as Day, [lines('A', 12)]),
      order('2026-03-01' as Day, [lines('A', 2), lines('B', 5)]),
      order('2026-03-11' as Day, [lines('A', 1), lines('A', 3)]),
      order('2026-04-11' as Day, [lines('B', 9)], true),
    ];
    expect([...orderedBefore(orders)].sort()).toEqual([
      ['A', { lastOn: '2026-03-21', usual: 4 }],
      ['B', { lastOn: '2026-03-01', usual: null }],
    ]);
  });
});
