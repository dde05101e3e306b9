/**
 * `npm run proof:sessions -- --sessions 10000`: what a request costs and what the shop holds in memory with a hundred,
 * a tenth of `--sessions`, and that many sessions open, each of a customer of its own with a cart (P-98). Exit code 1
 * when a request costs more than 1.2 times the processor time of one among a hundred, or the shop holds more than
 * 512 MB.
 *
 * The sample world has some dozens of customers. Each signs in once; the store is then filled, through the shop's
 * own sealing, with sessions, index entries and cart ledgers of customers who differ in name only: to the shop they are as many
 * owners, and the ERP knows them by the cookies of those who signed in. Every session opens its cart once before
 * anything is measured, so that what the shop keeps of a customer in memory is there.
 */
import Database from 'libsql';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { newCart, plain, variants } from '../tests/http/checkout/checkout-carts';
import { Visitor } from '../tests/support/visitor';
import { createSeal, hashOf, randomId } from '../server/auth/session/seal';
import { createSessionIds } from '../server/auth/session/session-id';
import type { SessionRecord } from '../server/auth/session/session-record';
import { createSessionStore } from '../server/auth/session/session-store';
import { ledgerKeyOf } from '../server/http/support/cart-ledger';
import { openEmbedded } from '../server/store/embedded';
import type { KeyValueStore } from '../server/store/key-value-store';
import { sealedRecords } from '../server/store/sealed';
import { measuredSecret, startMeasuredShop } from './bench/processes';

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '10000' } } });
const few = 100;
const wanted = Math.max(few, Number(values.sessions));
const levels = [...new Set([few, Math.max(few, Math.round(wanted / 10)), wanted])];
const atOnce = 4;
const sample = 100;
const rounds = 5;
const warmRounds = 3;
const pages = ['/fr', '/fr/cart', '/fr/search?q=gants'];
const most = { ratio: 1.2, residentMb: 512 };

const clock = { now: () => new Date() };
const seal = createSeal(measuredSecret);
const ids = createSessionIds(measuredSecret);
const shop = await startMeasuredShop({ products: 300, authMode: 'credentials' }, () =>
  // The heap as the image bounds it: without a bound V8 lets garbage lie for as long as the machine has room.
  Promise.resolve({ AUTH_MODE: 'credentials', NODE_OPTIONS: '--max-old-space-size=384' }),
);
const file = join(shop.folder, 'shop.db');
const customers = shop.sandbox.world.customers.filter(
  ({ password, canOrder }) => password !== '' && canOrder,
);
const goods = variants(shop, 10, plain);

interface Template {
  record: SessionRecord;
  /** The ledger of this customer's cart, as the shop wrote it. */
  ledger: string;
}

const overSealed = (keyValueStore: KeyValueStore): KeyValueStore =>
  sealedRecords({
    ...{ keyValueStore, seal, clock, secretLost: false },
    log: pino({ level: 'silent' }),
  });

/** One real sign-in of each customer, with a cart that the shop has seen. */
async function templates(): Promise<Template[]> {
  const embedded = openEmbedded({ file, clock });
  const store = createSessionStore({ keyValueStore: embedded, seal, clock });
  const found: Template[] = [];
  for (const { login = '', password = '' } of customers) {
    newCart(shop, login, { products: goods });
    const visitor = new Visitor(shop.url);
    const fields = { login, password, target: '/fr' };
    const { status } = await visitor.post('/fr/account/sign-in', fields, { follow: false });
    if (status !== 303) throw new Error(`the sign-in of ${login} was answered ${status}`);
    await visitor.get('/fr/cart');
    const cookie = (await visitor.jar.getCookies(shop.url)).find(({ key }) => key === 'sid');
    const record = await store.read(hashOf(cookie?.value ?? ''));
    const key = ledgerKeyOf(record?.customer.owner ?? '');
    const ledger = (await overSealed(embedded).read(key))?.value;
    if (!record || ledger === undefined) throw new Error(`${login} has no session or no ledger`);
    found.push({ record, ledger });
  }
  await embedded.close();
  return found;
}

interface Row {
  key: string;
  value: string;
  seconds: number;
}

/** A store of the rows that are written into it: what the shop's own code makes goes into the file in one go. */
function collecting(): { store: KeyValueStore; rows: Map<string, Row> } {
  const rows = new Map<string, Row>();
  const store: KeyValueStore = {
    read: (key) =>
      Promise.resolve(rows.has(key) ? { value: rows.get(key)?.value ?? '', version: 1 } : null),
    write: (key, value, { ttlSeconds }) => {
      rows.set(key, { key, value, seconds: ttlSeconds });
      return Promise.resolve(true);
    },
    delete: (key) => Promise.resolve(void rows.delete(key)),
    lease: () => Promise.resolve(null),
    ping: () => Promise.resolve(),
    epoch: () => Promise.resolve({ id: '', since: clock.now() }),
    close: () => Promise.resolve(),
  };
  return { store, rows };
}

const cookies: string[] = [];

/** Sessions, their index and their ledgers, until there are `count`. */
async function fillUntil(count: number, from: readonly Template[]): Promise<void> {
  const { store, rows } = collecting();
  const sealed = overSealed(store);
  const sessions = createSessionStore({ keyValueStore: sealed, seal, clock });
  for (let at = cookies.length; at < count; at += 1) {
    const template = from[at % from.length];
    if (!template) throw new Error('no customer can order');
    const { record, ledger } = template;
    const owner = `${record.customer.owner}#${at}`;
    const id = ids.make();
    await sessions.create(hashOf(id), {
      ...record,
      key: randomId().slice(0, 22),
      customer: { ...record.customer, owner },
    });
    await sealed.write(ledgerKeyOf(owner), ledger, { version: null, ttlSeconds: 86_400 });
    cookies.push(`sid=${id}`);
  }
  const db = new Database(file, { timeout: 10_000 });
  const insert = db.prepare(
    'INSERT INTO records (key, value, version, expires_at) VALUES (?, ?, 1, ?)',
  );
  db.exec('BEGIN IMMEDIATE');
  for (const { key, value, seconds } of rows.values())
    insert.run(key, value, Date.now() + seconds * 1000);
  db.exec('COMMIT');
  db.close();
}

async function open(path: string, cookie: string): Promise<void> {
  const answer = await fetch(shop.url + path, { headers: { cookie }, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('/account/sign-out'))
    throw new Error(`${path} was answered ${answer.status}, or to a visitor`);
}

/** Each session opens its cart once. */
async function openCarts(from: number): Promise<void> {
  let next = from;
  const one = async (): Promise<void> => {
    while (next < cookies.length) await open('/fr/cart', cookies[(next += 1) - 1] ?? '');
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Sessions spread evenly over all, others in each round as far as there are others. */
async function walk(round: number): Promise<void> {
  const step = Math.max(1, Math.floor(cookies.length / sample));
  for (let at = 0; at < sample; at += 1)
    for (const path of pages)
      await open(path, cookies[(at * step + (round % step)) % cookies.length] ?? '');
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

interface Figures {
  sessions: number;
  /** Of the processor, for a request: the median of the rounds. */
  ms: number;
  /** Calls of the ERP for a request. */
  erpCalls: number;
  mb: number;
}

async function figures(): Promise<Figures> {
  // What runs for the first time costs several times as much.
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
  await fillUntil(count, known);
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
