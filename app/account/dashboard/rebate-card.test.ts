import { expect, it } from 'vitest';
import type { z } from 'zod';
import { noteOwnOrder } from '~/ordering/on-order/own-orders.server';
import type { Day } from '~/base/kernel/day';
import type { CustomerRequest } from '~/base/page/page';
import { findRebateCard, rebateCardOf } from './rebate-card.server';

const wire = {
  program: { id: 7, name: 'RFA 2026', date_from: '2026-01-01', date_to: '2026-12-31' },
  points: 8_271.4,
  accrued_points: 248.155,
  max_points: 10_000,
  max_accrued_points: 400,
  tiers: [],
};

it('LOY-01 P-44 rebateCardOf returns null for a card with an invalid amount', () => {
  for (const name of ['points', 'accrued_points', 'max_points', 'max_accrued_points'])
    expect(rebateCardOf({ ...wire, [name]: null }, '2026-12-31' as Day), name).toBeNull();
});

it('LOY-01 rebateCardOf returns a card only while today is between its dates', () => {
  expect(rebateCardOf(wire, '2026-12-31' as Day)).toMatchObject({
    program: 'RFA 2026',
    acquired: 24_816,
    potential: 40_000,
    maxPoints: 10_000,
  });
  expect(rebateCardOf(wire, '2027-01-01' as Day)).toBeNull();
  const open = { ...wire, program: { ...wire.program, date_to: null } };
  expect(rebateCardOf(open, '2026-06-01' as Day)).toBeNull();
});

it('ACC-01 a rebate card distinguishes tiers that are reached, next and later', () => {
  const tiers = [
    { from_points: 10_000, percent: 4 },
    { from_points: 1_000, percent: 1 },
    { from_points: 5_000, percent: 3 },
  ];
  const statesAt = (points: number) =>
    rebateCardOf({ ...wire, points, tiers }, '2026-06-01' as Day)?.tiers.map(({ state }) => state);
  expect(statesAt(0)).toEqual(['next', 'later', 'later']);
  expect(statesAt(5_000)).toEqual(['reached', 'reached', 'next']);
  expect(statesAt(12_000)).toEqual(['reached', 'reached', 'reached']);
});

/** Two instances of the shop that share the store, each with its own cache. */
function instances() {
  const stored = new Map<string, { value: string; version: number }>();
  const calls: number[] = [];
  const keyValueStore = {
    read: (key: string) => Promise.resolve(stored.get(key) ?? null),
    write: (key: string, value: string, { version }: { version: number | null }) => {
      stored.set(key, { value, version: (version ?? 0) + 1 });
      return Promise.resolve(true);
    },
  };
  const pageOf = (locale: string): CustomerRequest => {
    const kept = new Map<string, unknown>();
    const customer = { owner: 'https://id.example|7' };
    const context = {
      clock: { now: () => new Date('2026-11-22T12:00:00Z') },
      session: { kind: 'customer', customer },
      keyValueStore,
      cache: {
        get: async (key: string, _rule: unknown, load: () => Promise<unknown>) => {
          if (!kept.has(key)) kept.set(key, await load());
          return kept.get(key);
        },
        delete: (key: string) => kept.delete(key),
      },
      search: { search: () => Promise.resolve({ hits: [] }) },
      erp: {
        call: (_call: unknown, schema: z.ZodType) => {
          calls.push(calls.length);
          return Promise.resolve({
            kind: 'ok',
            body: schema.parse({ ...wire, points: calls.length }),
          });
        },
      },
    };
    return { locale, customer, context } as unknown as CustomerRequest;
  };
  return { one: pageOf('fr'), other: pageOf('en') };
}

it('LOY-01 P-97 an order recorded by one instance makes the other reload the rebate card', async () => {
  const { one, other } = instances();
  const points = async (page: CustomerRequest) => (await findRebateCard(page))?.points;
  expect([await points(one), await points(other), await points(other)]).toEqual([1, 2, 2]);
  await noteOwnOrder(one);
  expect([await points(other), await points(other), await points(one)]).toEqual([3, 3, 4]);
});
