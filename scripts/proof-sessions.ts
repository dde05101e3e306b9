/**
 * `npm run proof:sessions -- --sessions 10000`: what a request costs and what the shop holds in memory with so many
 * sessions open, each of a customer with a cart, against a hundred (P-98). Exit code 1 when a request costs more than
 * 1.2 times as much or the shop holds more than 512 MB.
 *
 * The sample world has some dozens of customers: sessions share them, and the store is filled up with as many cart
 * ledgers as there are sessions.
 */
import Database from 'libsql';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newCart, plain, variants } from '../tests/http/checkout/checkout-carts';
import { Visitor } from '../tests/support/visitor';
import { startMeasuredShop } from './bench/processes';

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '10000' } } });
const wanted = Number(values.sessions);
const few = 100;
const signingIn = 4;
const rounds = 3;
const warmRounds = 5;
const most = { ratio: 1.2, residentMb: 512 };

const shop = await startMeasuredShop({ products: 300, authMode: 'credentials' }, () =>
  Promise.resolve({ AUTH_MODE: 'credentials' }),
);
const customers = shop.sandbox.world.customers.filter(
  ({ password, canOrder }) => password !== '' && canOrder,
);
const goods = variants(shop, 10, plain);
for (const { login } of customers) newCart(shop, login, { products: goods });
const visitors: Visitor[] = [];

async function signInUntil(count: number): Promise<void> {
  const one = async (): Promise<void> => {
    while (visitors.length < count) {
      const visitor = new Visitor(shop.url);
      visitors.push(visitor);
      const { login = '', password = '' } = customers[visitors.length % customers.length] ?? {};
      const fields = { login, password, target: '/fr' };
      const { status } = await visitor.post('/fr/account/sign-in', fields, { follow: false });
      if (status !== 303) throw new Error(`the sign-in of ${login} was answered ${status}`);
      await visitor.get('/fr/cart');
    }
  };
  await Promise.all(Array.from({ length: signingIn }, one));
}

/** As many ledgers as sessions: copies of real ones under other names. */
function fillLedgers(count: number): number {
  const store = new Database(join(shop.folder, 'shop.db'), { timeout: 10_000 });
  const copy = store.prepare(
    `INSERT INTO records SELECT 'cart:' || ? || substr(key, 10), value, version, expires_at
     FROM records WHERE key LIKE 'cart:%' AND key NOT LIKE 'cart:copy%' LIMIT ?`,
  );
  for (let round = 0; round * customers.length < count; round += 1)
    copy.run(`copy${String(round).padStart(5, '0')}`, customers.length);
  const row = store
    .prepare(`SELECT count(*) AS ledgers FROM records WHERE key LIKE 'cart:%'`)
    .get();
  store.close();
  return (row as { ledgers: number }).ledgers;
}

/** Milliseconds of processor for a request, over sessions spread evenly. */
async function costOfRequest(): Promise<number> {
  const step = Math.max(1, Math.floor(visitors.length / few));
  const chosen = visitors.filter((_, at) => at % step === 0).slice(0, few);
  const walk = async (): Promise<void> => {
    for (const visitor of chosen)
      for (const path of ['/fr', '/fr/cart', '/fr/search?q=gants']) {
        const { status } = await visitor.get(path);
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
      }
  };
  // What runs for the first time costs several times as much.
  for (let round = 0; round < warmRounds; round += 1) await walk();
  const before = await shop.cpuSeconds();
  for (let round = 0; round < rounds; round += 1) await walk();
  return (((await shop.cpuSeconds()) - before) * 1000) / (rounds * chosen.length * 3);
}

await signInUntil(few);
const start = { sessions: few, ms: await costOfRequest(), mb: await shop.residentMb() };
await signInUntil(wanted);
const ledgers = fillLedgers(wanted);
const end = { sessions: visitors.length, ms: await costOfRequest(), mb: await shop.residentMb() };
await shop.stop();
console.table(
  [start, end].map(({ sessions, ms, mb }) => ({
    sessions,
    'processor ms of a request': Number(ms.toFixed(2)),
    'resident MB': Math.round(mb),
  })),
);
const ratio = end.ms / start.ms;
console.log(
  `${ledgers} cart ledgers; a request costs ${ratio.toFixed(2)} times as much (at most ${most.ratio}), ${Math.round(end.mb)} MB (at most ${most.residentMb})`,
);
process.exitCode = ratio <= most.ratio && end.mb <= most.residentMb ? 0 : 1;
