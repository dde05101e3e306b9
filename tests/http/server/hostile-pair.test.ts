/**
 * Two shop processes with one Redis and sign-in at a provider: damaged documents, a Redis that refuses writes, secrets
 * exchanged while both run, different clocks, and one form posted to both at once (P-94, P-96, P-97).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasRedis } from '../../support/redis-servers';
import { startShopProcesses, type Posted, type ShopProcesses } from '../../support/shop-processes';
import { Visitor, type Form, type Page } from '../../support/visitor';
import { customerId, newCart, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const unavailable = 'Service momentanément indisponible';
const [old, fresh] = ['a secret of thirty-two characters', 'another secret of thirty-two letters'];
let shops: ShopProcesses;
let products: number[] = [];

const control = () => shops.sandbox.erp.control;
const postsTo = (path: RegExp) => (): number =>
  control()
    .requests()
    .filter((one) => one.method === 'POST' && path.test(one.path.split('?')[0] ?? '')).length;
const isCustomer = (text: string): boolean => text.includes('data-sign-out');
const inErp = (productId: number): number =>
  control()
    .cartsOf(customerId(shops, login))
    .flatMap(({ lines }) => lines)
    .reduce((sum, one) => sum + (one.productId === productId ? one.qty : 0), 0);

/** Runs the commands of `how` on each Redis hash whose key has this kind, and returns the number of hashes. */
const spoil = (kind: string, how: (key: string) => readonly (readonly string[])[]) =>
  shops.inStore(async (client) => {
    const keys = (await client.keys('*')).filter((key) => key.startsWith(`shop:${kind}:`));
    for (const key of keys) for (const command of how(key)) await client.sendCommand([...command]);
    return keys.length;
  });
const damages: [string, (key: string) => readonly (readonly string[])[]][] = [
  [
    'of another type',
    (key) => [
      ['DEL', key],
      ['LPUSH', key, 'x'],
    ],
  ],
  ['empty', (key) => [['HSET', key, 'value', '']]],
  ['cut off', (key) => [['HSET', key, 'value', 'sealed:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']]],
  ['no JSON', (key) => [['HSET', key, 'value', '{"version":1,"x":']]],
  ['of a later release', (key) => [['HSET', key, 'value', '{"version":99}']]],
];

/** A form of the cart page that adds one more of this product. */
async function oneMore(who: Visitor, productId: number): Promise<Form> {
  const form = (await who.get('/fr/cart')).form('form:has(button[name="more"])');
  form.fields.set('more', String(productId));
  return form;
}

describe.skipIf(!hasRedis)(
  'two shop processes with one Redis, attacked (skipped: no redis-server here)',
  () => {
    beforeAll(async () => {
      shops = await startShopProcesses({ store: 'redis', instances: 2, profile: 'odoo16' });
      products = variants(shops, 4);
    });
    afterAll(() => shops.stop());
    beforeEach(() => shops.emptyStore());

    it.each(damages)(
      'P-96 a session document that is %s makes the customer a guest, who can sign in again',
      async (_what, how) => {
        const who = await shops.customer(login);
        expect(await spoil('session', how)).toBeGreaterThan(0);
        for (const at of [0, 1]) {
          const { status, text } = await shops.read(at, who, '/fr');
          expect([status, isCustomer(text)]).toEqual([200, false]);
        }
        expect((await who.get('/fr/account/sign-in?target=%2Ffr')).status).toBe(200);
        for (const at of [0, 1])
          expect(isCustomer((await shops.read(at, who, '/fr')).text)).toBe(true);
      },
    );

    it.each(damages)(
      'P-96 P-17 a session list that is %s does not stop sign-in and the provider’s logout',
      async (_what, how) => {
        await shops.customer(login);
        expect(await spoil('sessions-of', how)).toBeGreaterThan(0);
        const who = await shops.customer(login);
        expect(isCustomer((await shops.read(1, who, '/fr')).text)).toBe(true);
        const page = await who.get('/fr');
        const out = await page.form('form[data-sign-out]').submit();
        expect(out.status).toBeLessThan(400);
        const { status, text } = await shops.read(1, who, '/fr');
        expect([status, isCustomer(text)]).toEqual([200, false]);
      },
    );

    it.each(damages)(
      'P-96 CART-06 a cart ledger that is %s is reported on its pages without a 500, and nothing is sent',
      async (_what, how) => {
        newCart(shops, login, { products: products.slice(0, 1) });
        const who = await shops.customer(login);
        const form = await oneMore(who, products[0] ?? 0);
        expect(await spoil('cart', how)).toBeGreaterThan(0);
        const [before, calls] = [inErp(products[0] ?? 0), shops.written()];
        // The result of the form would be shown on the cart page, which fails here.
        const posted = await shops.post(0, who, form);
        expect([posted.status, posted.location.split('?')[0]]).toEqual([303, '/fr/cart']);
        const answers = [
          await shops.read(0, who, posted.location),
          await shops.read(1, who, '/fr/cart'),
          await shops.read(0, who, '/fr/cart-confirm'),
        ];
        for (const { status, text } of answers) {
          expect(status).toBe(503);
          expect(text).toContain(unavailable);
        }
        expect((await shops.read(1, who, '/fr/account')).status).toBe(200);
        expect([inErp(products[0] ?? 0), shops.written()]).toEqual([before, calls]);
      },
    );

    it('P-96 a ledger reported as lost is started anew', async () => {
      newCart(shops, login, { products: products.slice(0, 1) });
      const who = await shops.customer(login);
      await who.get('/fr/cart');
      await spoil('cart', (key) => [
        ['DEL', key],
        ['LPUSH', key, 'x'],
      ]);
      await shops.kill(0);
      await shops.start(0, { SESSION_SECRET_LOST: 'true' });
      expect((await shops.read(0, who, '/fr/cart')).status).toBe(200);
      expect((await shops.read(1, who, '/fr/cart')).status).toBe(200);
      await shops.kill(0);
      await shops.start(0, {});
    });

    const refusals: [string, string[], string[]][] = [
      ['is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
      [
        'is full',
        ['CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction'],
        ['CONFIG', 'SET', 'maxmemory', '0'],
      ],
    ];
    it.each(refusals)(
      'P-96 DEG-01 with a Redis that %s, pages are served, and a rejected form has its effect once later',
      async (_what, on, off) => {
        // Restart both, because instances that knew the store before it was emptied would block the cart.
        for (const at of [0, 1]) {
          await shops.kill(at);
          await shops.start(at, {});
        }
        newCart(shops, login, { products: products.slice(0, 1) });
        const who = await shops.customer(login);
        const form = await oneMore(who, products[0] ?? 0);
        const before = inErp(products[0] ?? 0);
        // A cart fetched just now would be served from the ledger without an ERP call.
        await shops.advance(3_000);
        await shops.inStore((client) => client.sendCommand(on));
        try {
          for (const at of [0, 1])
            for (const path of ['/fr', '/fr/cart', '/fr/account'])
              // A page may coincide with the reconnection to the new server.
              await expect
                .poll(async () => {
                  const { status, text } = await shops.read(at, who, path);
                  return [path, status, isCustomer(text)];
                })
                .toEqual([path, 200, true]);
          const refused = await shops.post(1, who, form);
          expect(refused.status).toBe(503);
          expect(refused.text).toContain(unavailable);
          const stranger = new Visitor(shops.url);
          const signIn = (await stranger.get('/fr/account/sign-in?target=%2Ffr')).form(
            '#password-form',
          );
          const persona = shops.sandbox.world.customers.find((one) => one.login === login);
          const end = await signIn.fill({ login, password: persona?.password ?? '' }).submit();
          expect(end.status).toBe(503);
          expect(end.words()).toContain('indisponible');
        } finally {
          await shops.inStore((client) => client.sendCommand(off));
        }
        expect((await shops.post(0, who, form)).status).toBe(303);
        expect((await shops.post(1, who, form)).status).toBe(303);
        expect(inErp(products[0] ?? 0) - before).toBe(1);
        expect(isCustomer((await (await shops.customer(login)).get('/fr')).text)).toBe(true);
      },
    );

    it('P-94 three restarts replace the session secret in both processes: no session ends, nothing is lost', async () => {
      newCart(shops, login, { products: products.slice(0, 1) });
      const before = inErp(products[0] ?? 0);
      const early = await shops.customer(login);
      let made = 0;
      const steps = [`${old},${fresh}`, `${fresh},${old}`];
      for (const secrets of steps)
        for (const at of [0, 1]) {
          await shops.kill(at);
          await shops.start(at, { SESSION_SECRET: secrets });
          const late = await shops.customer(login);
          for (const who of [early, late])
            for (const by of [0, 1]) {
              const { status, text } = await shops.read(by, who, '/fr/cart');
              expect([status, isCustomer(text)]).toEqual([200, true]);
            }
          const form = await oneMore(late, products[0] ?? 0);
          expect((await shops.post(1 - at, late, form)).status).toBe(303);
          made += 1;
        }
      expect(inErp(products[0] ?? 0) - before).toBe(made);
      for (const at of [0, 1]) {
        await shops.kill(at);
        await shops.start(at, {});
      }
    });

    it('P-04 P-97 with clocks forty seconds apart, sign-in, cart and the provider’s logout work', async () => {
      shops.skew(0, 40_000);
      newCart(shops, login, { products: products.slice(0, 1) });
      const who = await shops.customer(login);
      const form = await oneMore(who, products[0] ?? 0);
      const before = inErp(products[0] ?? 0);
      for (const at of [1, 0]) expect((await shops.post(at, who, form)).status).toBe(303);
      expect(inErp(products[0] ?? 0) - before).toBe(1);
      const ref = shops.sandbox.world.customers.find((one) => one.login === login)?.ref ?? '';
      expect(await shops.sandbox.identity.endSessions(ref)).toBeGreaterThan(0);
      for (const by of [1, 0]) {
        const { status, text } = await shops.read(by, who, '/fr');
        expect([status, isCustomer(text)]).toEqual([200, false]);
      }
      shops.skew(0, -40_000);
    });

    const page = async (path: string): Promise<{ who: Visitor; page: Page }> => {
      const who = await shops.customer(login);
      return { who, page: await who.get(path) };
    };
    it.each([
      [
        'WISH-01 a new list',
        '/fr/account/wishlists',
        '#new-list',
        { name: 'À deux' },
        postsTo(/wishlists$/),
      ],
      [
        'CMS-05 a letter',
        '/fr/contact',
        'form#contact',
        { subject: 'Suivi de commande', description: 'Où est-elle ?' },
        // With an ERP that accepts no files the form is sent twice, so count stored messages.
        () => control().inbox().length,
      ],
    ] as const)(
      'P-58 P-97 %s, posted to both processes at once, has one effect',
      async (_what, path, selector, fields, count) => {
        const opened = await page(path);
        const form = opened.page.form(selector).fill(fields);
        const before = count();
        const answers: Posted[] = await Promise.all(
          [0, 1].map((at) => shops.post(at, opened.who, form)),
        );
        for (const { status } of answers) expect([303, 503]).toContain(status);
        expect(answers.some(({ status }) => status === 303)).toBe(true);
        expect(count() - before).toBe(1);
      },
    );
  },
);
