/**
 * `npm run proof -- scan`: a scanner sends codes over a slow line that stalls and breaks (CART-11). Prints a line for
 * each run. Exits with 1 when a code is lost, merged with another, or ordered in the wrong quantity.
 *
 *   --codes 40   --spacing 120,300,1500   --seed 1   --no-build
 */
import { commandOf } from '../sandbox/command-line';
import { runScanProof, type ScanRun } from './proofs/scan-proof';
import { buildShop } from '../tools/build';

const { values } = commandOf('proof -- scan', {
  options: {
    codes: { type: 'string', default: '40' },
    spacing: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    'no-build': { type: 'boolean', default: false },
  },
});
if (!values['no-build'] && !(await buildShop())) process.exit(1);
const columns = [
  'codes',
  'spacingMs',
  'resets',
  'right',
  'lost',
  'glued',
  'cartDiffers',
] as const satisfies readonly (keyof ScanRun)[];
console.log(columns.map((name) => name.padStart(12)).join(''));
let isExact = true;
for (const spacing of values.spacing.split(',')) {
  const run = await runScanProof({
    codes: Number(values.codes),
    spacingMs: Number(spacing),
    seed: Number(values.seed),
  });
  console.log(columns.map((name) => String(run[name]).padStart(12)).join(''));
  isExact &&= run.lost === 0 && run.glued === 0 && run.cartDiffers === 0;
}
process.exit(isExact ? 0 : 1);
