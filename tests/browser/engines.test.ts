/** An order in Firefox ESR and WebKit (SHELL-11); the other tests of this folder run in Chromium. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../sandbox/faults/tcp-proxy';
import { newCart, variants } from '../http/checkout/checkout-carts';
import type { Goods } from '../support/cart-browser';
import { leave, untilAnswer, untilFound, type Engine } from '../support/engines/engine';
import { laidOutPaper } from '../support/engines/laid-out-paper';
import { findFirefox } from '../support/engines/firefox';
import { findWebkit } from '../support/engines/webkit';
import { freePort } from '../support/free-port';
import { overlaps, paperReader } from '../support/paper';
import { startTestShop, type TestShop } from '../support/shop';

const read = await paperReader();
const engines = [
  { name: 'Firefox', login: 'vet@demo.example', found: await findFirefox() },
  { name: 'WebKit', login: 'clinique@demo.example', found: await findWebkit() },
];
for (const {
  name,
  found: { why },
} of engines)
  if (why) process.stdout.write(`${name}: skipped, ${why}\n`);

let shop: TestShop;
let line: TcpProxy;
beforeAll(async () => {
  if (engines.every(({ found }) => found.open === null)) return;
  const port = await freePort();
  line = await startTcpProxy({ target: { host: 'localhost', port }, seed: 'engines' });
  // The shop's public URL is that of the proxy, which can interrupt the connection.
  const address = `http://localhost:${line.port}`;
  shop = await startTestShop({
    settings: { PORT: String(port), PUBLIC_URL: address },
    sandbox: { shopUrl: address },
  });
});
afterAll(async () => {
  await shop?.stop();
  await line?.close();
});

const queued = (engine: Engine): Promise<number> =>
  engine.run(() => Object.keys(localStorage).filter((key) => /^cart:v1:tx:/.test(key)).length);
const sent = (engine: Engine): Promise<void> =>
  untilAnswer(
    'an empty queue',
    () => queued(engine),
    (count) => count === 0,
  );
const valueOf = (engine: Engine, selector: string): Promise<string | null> =>
  engine.run(
    (found: string) => document.querySelector<HTMLInputElement>(found)?.value ?? null,
    selector,
  );
const fieldOf = ({ id }: Goods): string => `main input[name="q.${id}"]`;

/** The quantity of a product on the cart page; null without a line. */
async function inCart(engine: Engine, goods: Goods): Promise<string | null> {
  await engine.goto(`http://localhost:${line.port}/fr/cart`);
  return valueOf(engine, fieldOf(goods));
}

async function addBySheet(engine: Engine, goods: Goods, quantity: string): Promise<void> {
  await engine.click(fieldOf(goods));
  await untilFound(engine, 'cart-island:defined');
  await engine.run(() => (document.activeElement as HTMLInputElement).select());
  await engine.type(`${quantity}\n`);
}

describe.each(engines)('$name', ({ name, login, found }) => {
  let engine: Engine;
  let silent = '';
  const to = (path: string): Promise<void> => engine.goto(`http://localhost:${line.port}${path}`);
  const goods = (place: number): Goods => {
    const id = variants(shop, 10)[place] ?? 0;
    return { id, sku: shop.sandbox.world.variants.get(id)?.sku ?? '' };
  };
  beforeAll(async () => {
    if (found.open === null) return;
    newCart(shop, login, { products: [] });
    // The engine may be installed but unable to start, because a container lacks what it needs.
    await found.open().then(
      (opened) => (engine = opened),
      (error: unknown) => (silent = `${name} does not start: ${String(error)}`),
    );
    if (silent) process.stdout.write(`skipped, ${silent}\n`);
  });
  beforeEach((context) => context.skip(silent !== '', silent));
  afterAll(() => engine?.close());

  describe.skipIf(found.open === null)('orders', () => {
    it('SHELL-11 AUTH-01 a customer signs in by keyboard, finds a product with autocomplete and adds it, and the cart contains it', async () => {
      await to('/fr/account/sign-in');
      await engine.click('#login');
      await engine.type(login);
      await engine.click('#password');
      const { password } = shop.sandbox.world.customers.find((one) => one.login === login) ?? {};
      await leave(
        engine,
        () => engine.type(`${password}\n`),
        (path) => path === '/fr',
      );
      await engine.click('form[data-search] input[name=q]');
      await engine.type(goods(0).sku);
      await untilFound(engine, '#suggestions a');
      await leave(
        engine,
        () => engine.type('\n'),
        (path) => path.startsWith('/fr/p/'),
      );
      await addBySheet(engine, goods(0), '3');
      await untilFound(engine, '.toasts .toast');
      await sent(engine);
      expect(await inCart(engine, goods(0))).toBe('3');
      // The dashboard's file field is in a narrow column; some engines size it by their own label text.
      await to('/fr/account');
      await untilFound(engine, '.rail input[type=file]');
      const beyond = await engine.run(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond).toBe(0);
    });

    it('SHELL-11 CART-11 scans without a pause become rows, and one button adds them to the cart', async () => {
      await to('/fr/scan');
      await engine.click('#code');
      const codes = [1, 2, 3].map((place) => goods(place).sku);
      await engine.type([...codes, codes[0], ''].join('\n'));
      expect(await valueOf(engine, '#code')).toBe('');
      // All four scans are answered; two of them share a row.
      const rows = () =>
        engine.run(() =>
          ['#scan-lines > li', '#scan-lines [data-waits]'].map(
            (found) => document.querySelectorAll(found).length,
          ),
        );
      await untilAnswer('three rows', rows, ([all, waiting]) => all === 3 && waiting === 0);
      await engine.click('button[value="add"]');
      await sent(engine);
      expect(await inCart(engine, goods(1))).toBe('2');
      expect(await inCart(engine, goods(3))).toBe('1');
    });

    it('SHELL-11 CART-02 the cart queue keeps edits through a lost connection and a closed page, and sends them once', async () => {
      await to(`/fr/search?q=${encodeURIComponent(goods(4).sku)}&exact=0`);
      await engine.click(fieldOf(goods(4)));
      await untilFound(engine, 'cart-island:defined');
      await line.set({ fault: { kind: 'refuse' } });
      await engine.type('6\n');
      await untilAnswer(
        'one change',
        () => queued(engine),
        (count) => count === 1,
      );
      await line.set({ fault: null });
      await to('/fr/cart');
      await sent(engine);
      expect(await inCart(engine, goods(4))).toBe('6');
    });

    it('SHELL-11 SHELL-08 the cart prints on A4', async (context) => {
      const { pdf, resize } = engine;
      await to('/fr/cart');
      if (pdf !== null && read !== null) {
        const paper = await read({ pdf });
        // A4 in points, with a tolerance, because each engine rounds it differently.
        expect(Math.abs(paper.width - 595) + Math.abs(paper.height - 842)).toBeLessThan(3);
        expect(overlaps(paper)).toEqual([]);
        expect(paper.text).toContain(goods(4).sku);
      } else if (resize !== null) {
        const paper = await laidOutPaper(engine, resize);
        expect(overlaps(paper)).toEqual([]);
        expect(Math.max(...paper.words.map(({ right }) => right))).toBeLessThanOrEqual(paper.width);
        expect(paper.text).toContain(goods(4).sku);
        expect(paper.text).not.toMatch(/Choisir la livraison|Chercher/);
        await resize(1280);
      } else context.skip('this driver cannot print');
    });

    it('SHELL-11 CHK-01 checkout confirms the order, and the cart is then empty', async () => {
      await to('/fr/cart-confirm');
      await engine.click('#checkout input[name="how"][value="1"]');
      await leave(engine, () => engine.click('button[value="save"]:not(.vh)'));
      await engine.click('#checkout button[value="confirm"]');
      await untilFound(engine, '.ref');
      expect(await inCart(engine, goods(0))).toBeNull();
    });
  });
});
