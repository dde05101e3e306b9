/**
 * One of two shop processes is killed (SIGKILL) between every two operations of a write: before each Redis command, and
 * before and after its ERP call. The same form, or the same batch of the browser's queue, then goes to the other
 * instance: the line is in the cart once, never lost and never doubled (P-97, CART-06).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TcpProxy } from '../../../sandbox/faults/tcp-proxy';
import { hasRedis } from '../../support/redis-servers';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import { until } from '../../support/until';
import type { Visitor } from '../../support/visitor';
import { customerId, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const pieces = 7;
/**
 * `npm run proof -- kill` uses every operation; the test skips some, because each restart of a process costs seconds.
 */
const everyNth = Number(process.env['KILL_EVERY'] ?? 5);
/** More operations than one write has. */
const mostOperations = 60;
/** Shop time after which the lease of a killed process has expired. */
const step = 130_000;
const mostSteps = 10;

let shops: ShopProcesses;
let who: Visitor;
let product = 0;
let sku = '';

function inErp(): number {
  const carts = shops.sandbox.erp.control.cartsOf(customerId(shops, login));
  const lines = carts.flatMap((cart) => cart.lines);
  return lines.reduce((sum, line) => sum + (line.productId === product ? line.qty : 0), 0);
}

/**
 * One write, as a browser sends it: the test repeats `send` until it returns `true`, which means that nothing is left
 * to do.
 */
interface Write {
  send(at: number): Promise<boolean>;
}

async function plainForm(): Promise<Write> {
  const sheet = (await who.get(`/fr/search?q=${sku}&exact=0`)).form('form[data-sheet]');
  sheet.fields.set('add', 'all');
  const form = sheet.fill({ [`q.${product}`]: String(pieces) });
  let isTaken = false;
  return {
    async send(at) {
      const { status } = isTaken ? { status: 303 } : await shops.post(at, who, form);
      isTaken = status < 500;
      if (!isTaken) return false;
      const cart = await shops.read(at, who, '/fr/cart');
      return /data-cart-badge[^]*?data-state="synced"/.test(cart.text);
    },
  };
}

async function islandBatch(): Promise<Write> {
  const page = await who.get('/fr/cart');
  const owner = page.dom.querySelector('cart-island')?.getAttribute('data-owner') ?? '';
  const tx = { uuid: crypto.randomUUID(), product_id: product, qty: pieces, cart: null };
  return {
    send: async (at) =>
      (await shops.sync(at, who, { owner, txs: [tx], sent: null })).status === 200,
  };
}

/** Kills the sending instance after `at` operations on this connection; false if it has fewer operations. */
async function killedAt(
  line: TcpProxy,
  at: number,
  way: 'before' | 'after',
  write: Write,
  victim: number,
) {
  const counts = (): number => line.stats.silenced + line.stats.cutAnswers;
  const before = counts();
  const aim = { after: at, times: 1 };
  await line.set({
    fault:
      way === 'before'
        ? { kind: 'silent', ...aim }
        : { kind: 'cut-answer', afterBytes: 0, then: 'silence', ...aim },
  });
  let isOver = false;
  const sending = write
    .send(victim)
    .catch(() => false)
    .finally(() => (isOver = true));
  await until(() => isOver || counts() > before);
  const isHit = counts() > before;
  if (isHit) await shops.kill(victim);
  await sending;
  await line.set({ fault: null });
  return isHit;
}

async function sentUntilDone(write: Write, at: number): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    // The advance ends the lease of the killed process; otherwise the other instance would wait for it in real time
    // (tests/http/cart/cart-instances.test.ts).
    await shops.advance(step);
    if (await write.send(at)) return;
  }
  throw new Error('the write does not come to an end');
}

describe.skipIf(!hasRedis)(
  'one of two shop processes is killed (skipped: no redis-server here)',
  () => {
    beforeAll(async () => {
      shops = await startShopProcesses({ store: 'redis', instances: 2, profile: 'seed' });
      [product = 0] = variants(shops, 1);
      sku = shops.sandbox.world.variants.get(product)?.sku ?? '';
      who = await shops.customer(login);
    });
    afterAll(() => shops.stop());

    it.each([
      ['a plain form', 'Redis', 'before', plainForm],
      ['a plain form', 'the ERP', 'before', plainForm],
      ['a plain form', 'the ERP', 'after', plainForm],
      ['the browser’s queue', 'Redis', 'before', islandBatch],
      ['the browser’s queue', 'the ERP', 'before', islandBatch],
      ['the browser’s queue', 'the ERP', 'after', islandBatch],
    ] as const)(
      'P-97 CART-06 a shop process that handles %s is killed at each operation on %s, %s the operation runs: the line is added once',
      async (_, where, way, made) => {
        const line = where === 'Redis' ? shops.storeLine : shops.erpLine;
        if (!line) throw new Error('no Redis');
        const amiss: string[] = [];
        let kills = 0;
        for (let at = 0; at < mostOperations; at += everyNth) {
          const victim = kills % 2;
          const write = await made();
          const before = inErp();
          const isHit = await killedAt(line, at, way, write, victim);
          const [, back] = await Promise.allSettled([
            sentUntilDone(write, isHit ? 1 - victim : victim),
            isHit ? shops.start(victim) : null,
          ]);
          if (back.status === 'rejected') throw back.reason;
          if (inErp() - before !== pieces)
            amiss.push(`operation ${at}: ${inErp() - before} pieces`);
          if (!isHit) break;
          kills += 1;
        }
        expect(amiss).toEqual([]);
        expect(kills).toBeGreaterThan(0);
        expect(kills).toBeLessThan(mostOperations);
      },
    );
  },
);
