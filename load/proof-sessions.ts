/**
 * `npm run proof -- sessions --sessions 10000`: measures the cost of a request and the shop's memory with a hundred
 * sessions, a tenth of `--sessions`, and that many sessions open (P-98). Each session belongs to a different customer
 * with a cart. Exits with 1 when a request costs more than 1.2 times the CPU time it costs with a hundred sessions, or
 * when the shop holds more than 512 MB.
 *
 * Every session (tests/support/many-sessions.ts) opens its cart once before the measurement, so that the shop's
 * per-customer caches are filled.
 */
import { join } from 'node:path';
import { commandOf } from '../sandbox/command-line';
import { newCart, plain, variants } from '../tests/http/checkout/checkout-carts';
import { Visitor } from '../tests/support/visitor';
import { manySessions, type Template } from '../tests/support/many-sessions';
import { measuredSecret, startMeasuredShop } from './bench/processes';
import { median } from './bench/ratios';

const { values } = commandOf('proof -- sessions', {
  options: { sessions: { type: 'string', default: '10000' } },
});
const few = 100;
const wanted = Math.max(few, Number(values.sessions));
const levels = [...new Set([few, Math.max(few, Math.round(wanted / 10)), wanted])];
const atOnce = 4;
const sample = 100;
const rounds = 5;
const warmRounds = 3;
const pages = ['/fr', '/fr/cart', '/fr/search?q=gants'];
const most = { ratio: 1.2, residentMb: 512 };

const shop = await startMeasuredShop({ products: 300, authMode: 'credentials' }, () =>
  // The heap limit of the container image. Without a limit, V8 collects no garbage while the machine has free memory.
  Promise.resolve({ AUTH_MODE: 'credentials', NODE_OPTIONS: '--max-old-space-size=384' }),
);
const store = manySessions(join(shop.folder, 'shop.db'), measuredSecret);
const customers = shop.sandbox.world.customers.filter(
  ({ password, canOrder }) => password !== '' && canOrder,
);
const goods = variants(shop, 10, plain);

/** Signs in each customer once, with a cart that the shop has read. */
async function templates(): Promise<Template[]> {
  const ids: string[] = [];
  for (const { login = '', password = '' } of customers) {
    newCart(shop, login, { products: goods });
    const visitor = new Visitor(shop.url);
    const fields = { login, password, target: '/fr' };
    const headers = { cookie: 'locale=fr' };
    const signIn = '/fr/account/sign-in';
    const { status } = await visitor.post(signIn, fields, { follow: false, headers });
    if (status !== 303) throw new Error(`the sign-in of ${login} was answered ${status}`);
    await visitor.get('/fr/cart');
    const cookies = await visitor.jar.getCookies(shop.url);
    ids.push(cookies.find(({ key }) => key === 'sid')?.value ?? '');
  }
  return store.read(ids);
}

const cookies: string[] = [];

async function open(path: string, cookie: string): Promise<void> {
  const answer = await fetch(shop.url + path, { headers: { cookie }, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('/account/sign-out'))
    throw new Error(`${path} was answered ${answer.status}, or to a visitor`);
}

/** Opens the cart once for each session. */
async function openCarts(from: number): Promise<void> {
  let next = from;
  const one = async (): Promise<void> => {
    while (next < cookies.length) await open('/fr/cart', cookies[(next += 1) - 1] ?? '');
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Requests pages for sessions spread evenly over all, with different sessions in each round where there are enough. */
async function walk(round: number): Promise<void> {
  const step = Math.max(1, Math.floor(cookies.length / sample));
  for (let at = 0; at < sample; at += 1)
    for (const path of pages)
      await open(path, cookies[(at * step + (round % step)) % cookies.length] ?? '');
}

interface Figures {
  sessions: number;
  /** CPU milliseconds per request: the median of the rounds. */
  ms: number;
  /** ERP calls per request. */
  erpCalls: number;
  mb: number;
}

async function figures(): Promise<Figures> {
  // Code that runs for the first time costs several times as much.
  for (let round = 0; round < warmRounds; round += 1) await walk(round);
  const costs: number[] = [];
  const requests = sample * pages.length;
  shop.lines.length = 0;
  shop.record(true);
  for (let round = 0; round < rounds; round += 1) {
    const start = await shop.cpuSeconds();
    await walk(warmRounds + round);
    costs.push((((await shop.cpuSeconds()) - start) * 1000) / requests);
  }
  shop.record(false);
  const calls = shop.lines.filter(({ event }) => event === 'erp.called').length;
  return {
    sessions: cookies.length,
    ms: median(costs),
    erpCalls: calls / (rounds * requests),
    mb: await shop.residentMb(),
  };
}

const known = await templates();
const found: Figures[] = [];
for (const count of levels) {
  const from = cookies.length;
  cookies.push(...(await store.add(count - from, known)));
  console.log(`${count} sessions of ${count} customers are in the store`);
  await openCarts(from);
  console.log('each has opened its cart');
  found.push(await figures());
}
await shop.stop();
const [first, last] = [found[0], found.at(-1)];
if (!first || !last) throw new Error('nothing was measured');
console.table(
  found.map(({ sessions, ms, erpCalls, mb }) => ({
    sessions,
    'processor ms of a request': Number(ms.toFixed(2)),
    'times that of the first': Number((ms / first.ms).toFixed(2)),
    'ERP calls of a request': Number(erpCalls.toFixed(2)),
    'resident MB': Math.round(mb),
    'kB for each further session':
      sessions === first.sessions
        ? ''
        : Number((((mb - first.mb) * 1000) / (sessions - first.sessions)).toFixed(1)),
  })),
);
const ratio = last.ms / first.ms;
const mb = Math.max(...found.map((one) => one.mb));
console.log(
  `with ${last.sessions} sessions a request costs ${ratio.toFixed(2)} times as much as with ${first.sessions} (at most ${most.ratio}), ${Math.round(mb)} MB (at most ${most.residentMb})`,
);
process.exitCode = ratio <= most.ratio && mb <= most.residentMb ? 0 : 1;
