/**
 * `npm run bench`: measures what a page costs.
 * - bytes, requests and scripts of cold pages, next to their budgets;
 * - speed as a ratio, within one run, to bare Express doing the same work;
 * - upstream calls behind a page, and carts of many lines;
 * - first paint over a slow line, startup, and queries to the log;
 * - whether a page costs more with more instances or a larger catalogue.
 *
 *   npm run bench                                everything, sizes 3 000 and 20 000
 *   npm run bench -- --part bytes                one of bytes, speed, calls, carts, line, start, logs, instances, sizes
 *                                                (or several)
 *   npm run bench -- --part speed --rounds 12 --only product
 *   npm run bench -- --against main              today's pages of `--part speed` as a ratio to another build: a git
 *                                                reference, or the folder of a built checkout
 *   npm run bench -- --against v1.0.0 --pairs 5 --rounds 6 --warm 600 --only customer,home
 *   npm run bench -- --part sizes --sizes 3000,20000,100000 --engines live
 *
 * A sample world of 100 000 variants takes minutes to create and about 3 GB: set
 * NODE_OPTIONS=--max-old-space-size=8192.
 */
import { commandOf } from '../sandbox/command-line';
import { freePort } from '../tests/support/free-port';
import { printAgainst } from './bench/against';
import { printBytes } from './bench/bytes';
import { printCalls } from './bench/calls';
import { printCarts } from './bench/carts';
import { printGrowth } from './bench/growth';
import { printInstances } from './bench/instances';
import { printLine } from './bench/line';
import { printOrderLine } from './bench/order-line';
import { printLogs } from './bench/logs';
import { startMeasuredShop } from './bench/processes';
import { printSpeed } from './bench/speed';
import { printStart } from './bench/start';
import { buildShop } from '../tools/build';

const allParts = [
  'bytes',
  'speed',
  'calls',
  'carts',
  'line',
  'start',
  'logs',
  'instances',
  'sizes',
];

const { values } = commandOf('bench', {
  options: {
    part: { type: 'string', default: allParts.join() },
    products: { type: 'string', default: '3200' },
    sizes: { type: 'string', default: '3000,20000' },
    engines: { type: 'string', default: 'live,embedded' },
    rounds: { type: 'string', default: '8' },
    // V8 is still compiling during the first few thousand pages, which costs the larger program more.
    warm: { type: 'string', default: '4000' },
    views: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '1024' },
    only: { type: 'string' },
    against: { type: 'string' },
    pairs: { type: 'string', default: '3' },
    requests: { type: 'string', default: '200' },
    'no-build': { type: 'boolean', default: false },
  },
});
const parts = values.part.split(',');
const unknown = parts.filter((part) => !allParts.includes(part));
if (unknown.length > 0) {
  console.error(`--part ${unknown.join()}: known are ${allParts.join(', ')}`);
  process.exit(64);
}
const rounds = Number(values.rounds);
const products = Number(values.products);
const views = Number(values.views);

if (!values['no-build'] && !(await buildShop())) process.exit(1);

const only = values.only?.split(',') ?? null;
if (values.against !== undefined) {
  const { pairs, requests, warm } = values;
  await printAgainst(values.against, {
    products,
    only,
    rounds,
    pairs: Number(pairs),
    requests: Number(requests),
    warm: Number(warm),
  });
  process.exit(0);
}
const onOneShop = ['bytes', 'speed', 'calls', 'carts'];
if (parts.some((part) => onOneShop.includes(part))) {
  const shop = await startMeasuredShop({ products });
  await shop.sandbox.search.ready;
  if (parts.includes('bytes')) await printBytes(shop);
  if (parts.includes('speed')) await printSpeed(shop, { only, rounds, warm: Number(values.warm) });
  if (parts.includes('carts')) await printCarts(shop, views);
  if (parts.includes('calls')) await printCalls(shop);
  await shop.stop();
}
if (parts.includes('line')) {
  // Images also load over the slow line, from the media address in the search documents.
  const port = await freePort();
  const mediaBase = `https://localhost:${port}/media`;
  const shop = await startMeasuredShop({ products, mediaBase });
  await shop.sandbox.search.ready;
  if (only?.join() !== 'order') await printLine(shop, port, { only, rounds: Math.min(rounds, 3) });
  if (only?.includes('order') ?? true) await printOrderLine(shop, port, Math.min(rounds, 5));
  await shop.stop();
}
if (parts.includes('start')) await printStart(rounds);
if (parts.includes('logs')) await printLogs(Number(values.megabytes));
if (parts.includes('instances')) await printInstances({ products, rounds });
if (parts.includes('sizes')) {
  await printGrowth(
    values.sizes.split(',').map(Number),
    { rounds, views },
    values.engines.split(','),
  );
}
