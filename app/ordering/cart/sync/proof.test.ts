import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderedAt } from '~/base/page/forms/form-uuid.server';
import { profiles, runOnce, scenarios, type Scenario } from '../../../../load/proofs/cart-proof';
import { World } from '../../../../load/proofs/cart-proof-shop';

/** Scenarios of docs/cart-ledger.md, shorter than in `npm run proof -- cart`, with their own random seeds. */
const named = (part: string): Scenario => {
  const found = scenarios.find(({ name }) => name.includes(part));
  if (!found) throw new Error(`no scenario ${part}`);
  return found;
};
const exact = scenarios
  .filter(({ repEdits, memoryLedger, faults }) => !repEdits && !memoryLedger && faults > 0)
  .map(({ name }) => name);

describe.each(profiles.filter(({ name }) => name !== 'plain'))(
  'cart sync with the ERP profile “$name”',
  (profile) => {
    it.each(exact)(
      'CART-06 P-46 the cart sync applies no edit twice, loses none unnoticed, and settles all: %s',
      async (name) => {
        const scenario = { ...named(name), editsPerTab: 5 };
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
            const { doubled, lost, unsettled } = await runOnce(scenario, profile, seed);
            expect({ doubled, lost, unsettled }).toEqual({ doubled: 0, lost: 0, unsettled: 0 });
          }),
          { numRuns: 2, seed: 20_261_121 },
        );
      },
    );
  },
);

it('CART-06 P-96 the proof’s forms carry their render time, also between two milliseconds', async () => {
  const world = new World({
    seed: 1,
    erp: { dedup: 'none', pathOnly: true, faults: 0, latestMs: 1 },
    site: { cartSyncPath: 'v2/cart/sync', erpMaxSeconds: 130, erpDedupesTx: false },
    instances: 1,
    networkFaults: 0,
    memoryLedger: false,
  });
  await world.time.run(10.25);
  expect(renderedAt(world.formKey())).toBe(Math.floor(world.time.now()));
});

it('CART-06 the proof detects duplicates when the ERP is slower than its limit', async () => {
  const released = profiles.find(({ name }) => name === 'odoo16');
  if (!released) throw new Error('no profile');
  const scenario = { ...named('2 devices × 2 tabs'), editsPerTab: 5 };
  let doubled = 0;
  for (let seed = 1; seed <= 6; seed += 1)
    doubled += (await runOnce(scenario, released, seed, 1)).doubled;
  expect(doubled).toBeGreaterThan(0);
});

it('P-55 lines that the ERP always rejects get a notice, and the other lines of their batch are applied', async () => {
  const released = profiles.find(({ name }) => name === 'odoo16');
  if (!released) throw new Error('no profile');
  const { rejected, lost, unsettled } = await runOnce(named('poison'), released, 4_711);
  expect({ rejected, lost, unsettled }).toEqual({ rejected: 4, lost: 0, unsettled: 0 });
});
