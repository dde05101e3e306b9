/**
 * `npm run bench`: what a page costs. Bytes, requests and scripts of cold pages beside their budgets; speed as
 * a ratio in one run to bare Express doing the same work; and whether a page costs more in a larger catalogue.
 *
 *   npm run bench                                everything, sizes 3 000 and 20 000
 *   npm run bench -- --part bytes                one of bytes, speed, sizes (or several, with commas)
 *   npm run bench -- --part speed --rounds 12 --only product
 *   npm run bench -- --part sizes --sizes 3000,20000,100000 --engines live
 *
 * A world of 100 000 variants takes minutes to make and some 3 GB: NODE_OPTIONS=--max-old-space-size=8192.
 */
import { parseArgs } from 'node:util';
import { printBytes } from './bench/bytes';
import { printGrowth } from './bench/growth';
import { startMeasuredShop } from './bench/processes';
import { printSpeed } from './bench/speed';
import { buildShop } from './build';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'bytes,speed,sizes' },
    products: { type: 'string', default: '3200' },
    sizes: { type: 'string', default: '3000,20000' },
    engines: { type: 'string', default: 'live,embedded' },
    rounds: { type: 'string', default: '8' },
    warm: { type: 'string', default: '10' },
    views: { type: 'string', default: '50' },
    only: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
  },
});
const parts = values.part.split(',');
const rounds = Number(values.rounds);

if (!values['no-build'] && !(await buildShop())) process.exit(1);

if (parts.includes('bytes') || parts.includes('speed')) {
  const shop = await startMeasuredShop({ products: Number(values.products) });
  await shop.sandbox.search.ready;
  if (parts.includes('bytes')) await printBytes(shop);
  if (parts.includes('speed')) {
    const only = values.only?.split(',') ?? null;
    await printSpeed(shop, { only, rounds, warmSeconds: Number(values.warm) });
  }
  await shop.stop();
}
if (parts.includes('sizes')) {
  const repeats = { rounds, views: Number(values.views) };
  await printGrowth(values.sizes.split(',').map(Number), repeats, values.engines.split(','));
}
