import { expect, it } from 'vitest';
import type { Day } from '~/kernel/day';
import { rebateCardOf } from './rebate-card.server';

const wire = {
  program: { name: 'RFA 2026', date_from: '2026-01-01', date_to: '2026-12-31' },
  points: 8_271.4,
  accrued_points: 248.155,
  max_points: 10_000,
  max_accrued_points: 400,
  tiers: [],
};

it('LOY-01 P-44 is not shown with an amount that is none', () => {
  for (const name of ['points', 'accrued_points', 'max_points', 'max_accrued_points'])
    expect(rebateCardOf({ ...wire, [name]: null }, '2026-12-31' as Day), name).toBeNull();
});

it('LOY-01 counts a card only while today lies between its dates', () => {
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

it('ACC-01 tells the tier reached and the next one apart', () => {
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
