import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLineWorld, type LineWorld } from '../../load/proofs/line-proof';

/** The connection of `npm run proof -- line`, with all times scaled down and more resets. */
const line = {
  downKbit: 4_000,
  upKbit: 2_000,
  delayMs: 10,
  stall: { chance: 0.02, minMs: 50, maxMs: 150 },
  resetChance: 0.02,
};

let world: LineWorld;
beforeAll(async () => {
  world = await startLineWorld({ seed: 'small' });
});
afterAll(() => world.stop());

describe('an order over a slow and unreliable connection', () => {
  it('P-84 orders over a slow and unreliable connection succeed with and without script, and each cart is exact', async () => {
    const runs = await Promise.all([
      world.run(1, { script: true, link: line, paceMs: 0 }),
      world.run(11, { script: false, link: line, paceMs: 0 }),
    ]);
    expect(runs.map(({ stuck, exact }) => ({ stuck, exact }))).toEqual(
      runs.map(() => ({ stuck: null, exact: true })),
    );
    // If the simulated line made no resets, the test would prove nothing.
    expect(runs.reduce((sum, { resets }) => sum + resets, 0)).toBeGreaterThan(0);
  });
});
