/**
 * The embedded store on a full disk: messages for customers and log lines, and that everything continues once there is
 * space. The disk is a small tmpfs, so that real error messages and partial writes occur.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inWords } from '../../../server/observe/in-words';
import { parseLine } from '../../../server/observe/log-entry';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import { until } from '../../support/until';
import { Visitor } from '../../support/visitor';
import { customerId, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const disk = mkdtempSync(join(tmpdir(), 'shop-full-disk-'));
const mount = ['-t', 'tmpfs', '-o', 'size=16m', 'shop', disk];
const isMounted = spawnSync('mount', mount, { stdio: 'ignore' }).status === 0;
let shops: ShopProcesses;

const filler = 'other-';
/** Fills the remaining space, as another program might. */
function fill(): void {
  try {
    for (let at = 0; ; at += 1) writeFileSync(join(disk, `${filler}${at}`), Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}
function makeRoom(): void {
  for (const name of readdirSync(disk)) if (name.startsWith(filler)) rmSync(join(disk, name));
}

const inErp = (productId: number): number =>
  shops.sandbox.erp.control
    .cartsOf(customerId(shops, login))
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.productId === productId ? line.qty : 0), 0);
const entries = () =>
  shops
    .logOf(0)
    .split('\n')
    .flatMap((line) => parseLine(line) ?? []);

const title = 'the embedded store on a full disk (skipped: only root can mount a small one)';
describe.skipIf(!isMounted)(title, () => {
  beforeAll(async () => {
    shops = await startShopProcesses({ store: 'embedded', instances: 1, profile: 'odoo16' });
    await shops.kill(0);
    await shops.start(0, { SESSION_DB: join(disk, 'shop.db') });
  });
  afterAll(async () => {
    await shops.stop();
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it.each([
    ['on a young file', 0],
    ['on a file whose write-ahead log is written over', 250],
  ])(
    'P-96 P-65 CART-06 when the disk is full (%s), edits and a sign-in are rejected with the cause in the log, and done once after space is freed',
    async (_age, writesBefore) => {
      const who = await shops.customer(login);
      const other = new Visitor(shops.url);
      const owner = (await who.get('/fr/cart')).dom
        .querySelector('cart-island')
        ?.getAttribute('data-owner');
      const products = variants(shops, 30);
      const [often = 0] = products.splice(0, 1);
      const start = products.map(inErp);
      const added = () => products.map((product, at) => inErp(product) - (start[at] ?? 0));
      const edit = (product_id: number) => ({
        owner,
        sent: null,
        txs: [{ uuid: crypto.randomUUID(), product_id, qty: 1, cart: null }],
      });
      for (let made = 0; made < writesBefore; made += 1)
        expect((await shops.sync(0, who, edit(often))).status).toBe(200);
      fill();
      try {
        const batches = products.map(edit);
        // Edits that fit the store's own log are accepted. For the first that does not fit, the ERP call may already
        // have been made.
        const told: number[] = [];
        for (const batch of batches) told.push((await shops.sync(0, who, batch)).status);
        const taken = told.indexOf(503);
        expect(told).toEqual(told.map((_, at) => (at < taken ? 200 : 503)));
        const isIn = added();
        expect(isIn).toEqual(isIn.map((_, at) => (at < taken ? 1 : at === taken ? isIn[at] : 0)));
        expect((await shops.read(0, who, '/fr/cart')).status).toBe(200);
        const page = await other.get('/fr/account/sign-in?target=%2Ffr%2Fcart');
        const persona = shops.sandbox.world.customers.find((one) => one.login === login);
        const credentials = { login, password: persona?.password ?? '' };
        const stopped = await page.form('#password-form').fill(credentials).submit();
        expect([stopped.status, stopped.url.pathname]).toEqual([503, '/fr/account/oidc-redirect']);
        await until(async () => (await shops.read(0, who, '/readyz')).status === 503);

        const log = entries();
        for (const event of ['cart.sync.unavailable', 'page.unavailable', 'dependency.unavailable'])
          expect(log.findLast((entry) => entry.event === event)?.detail).toContain('disk is full');
        expect(log.filter(({ event }) => event === 'request.failed')).toEqual([]);
        const last = log.findLast(({ event }) => event === 'cart.sync.unavailable');
        expect(last && inWords(last)).toMatch(
          /^cart change waits in the browser.*store .*disk is full/,
        );

        makeRoom();
        await until(async () => (await shops.read(0, who, '/readyz')).status === 200);
        for (const batch of batches)
          await until(async () => {
            const { status, retryAfter } = await shops.sync(0, who, batch);
            if (status !== 200) await shops.advance((retryAfter ?? 1) * 1000);
            return status === 200;
          });
        expect(added()).toEqual(products.map(() => 1));
        const again = await other.get('/fr/account/sign-in?target=%2Ffr%2Fcart');
        const arrived = again.dom.querySelector('#password-form')
          ? await again.form('#password-form').fill(credentials).submit()
          : again;
        expect([arrived.status, arrived.url.pathname]).toEqual([200, '/fr/cart']);
        expect(arrived.dom.querySelector('cart-island')?.getAttribute('data-owner')).toBe(owner);
      } finally {
        makeRoom();
      }
    },
  );
});
