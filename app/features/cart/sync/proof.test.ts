import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profiles, runOnce, scenarios, type Scenario } from '../../../../tests/load/cart-proof';

/** The scenarios of the cart ledger's design, shorter than in `scripts/proof-cart.ts`, with seeds of its own. */
const named = (part: string): Scenario => {
  const found = scenarios.find(({ name }) => name.includes(part));
  if (!found) throw new Error(`no scenario ${part}`);
  return { ...found, editsPerTab: 5 };
};

const exact = ['3 tabs, no lock, 30', '2 devices × 2 tabs', 'plain forms', 'confirmed elsewhere'];

describe.each(profiles)('against the back office “$name”', (profile) => {
  it.each(exact)(
    'CART-06 P-46 %s: nothing doubled, nothing lost unseen, all comes to rest',
    async (part) => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
          const { doubled, lost, unsettled } = await runOnce(named(part), profile, seed);
          expect({ doubled, lost, unsettled }).toEqual({ doubled: 0, lost: 0, unsettled: 0 });
        }),
        { numRuns: 4, seed: 20_261_121 },
      );
    },
  );
});

it('CART-06 the count would notice: an ERP slower than its limit does double', async () => {
  const [, released] = profiles;
  if (!released) throw new Error('no profile');
  let doubled = 0;
  for (let seed = 1; seed <= 6; seed += 1)
    doubled += (await runOnce(named('2 devices × 2 tabs'), released, seed, 1)).doubled;
  expect(doubled).toBeGreaterThan(0);
});
