/**
 * Every form of a customer when Redis is killed: before the post, and at each of its Redis commands in turn. No
 * response is a 500; the error page contains the input, and the same form, sent again when Redis is back, takes effect
 * once (DEG-01, P-56, P-58).
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../../sandbox/faults/tcp-proxy';
import {
  redisFolder,
  hasRedis,
  type RedisFolder,
  type RedisServer,
} from '../../support/redis-servers';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Form, Page, Visitor } from '../../support/visitor';
import { customerId, newCart, pressed, variants } from '../checkout/checkout-carts';

/** More Redis commands than any form causes. */
const mostQuestions = 60;
const mostRepeats = 40;
/** Redis is killed at every nth command, with another offset for each form; `npm run proof -- store` uses all. */
const everyNth = Number(process.env['STORE_EVERY'] ?? 5);
const saysWhy = /vérifi|attend|gardée|déjà été ajoutée|confirmation est en cours|pas été passée/;

let folder: RedisFolder;
let redis: RedisServer;
let line: TcpProxy;
let shop: TestShop;
let goods: number[] = [];
const people = new Map<string, Visitor>();

const control = () => shop.sandbox.erp.control;
const skuOf = (id: number): string => shop.sandbox.world.variants.get(id)?.sku ?? '';
const goodsAt = (at: number): number => goods[at] ?? 0;

async function signedIn(login: string): Promise<Visitor> {
  const known = people.get(login) ?? (await shop.customer(login));
  people.set(login, known);
  return known;
}

/** Loads a page with a customer's session, because readiness is cached for a moment. */
const storeIsBack = (who: Visitor): Promise<void> =>
  vi.waitFor(async () => expect((await who.get('/fr/contact')).status).toBe(200), {
    timeout: 90_000,
    interval: 25,
  });

interface Filled {
  form: Form;
  button?: { name: string; value: string };
}
interface Kind {
  name: string;
  login: string;
  /** The form with the customer's input; `at` varies the input. */
  filled(who: Visitor, at: number): Promise<Filled>;
  /** Input that the error page must show again. */
  typed(at: number): string[];
  /** Number of effects at the ERP, if they can be counted. */
  effect: (() => number) | null;
}

const inCart = (login: string, product: number): number =>
  control()
    .cartsOf(customerId(shop, login))
    .flatMap(({ lines }) => lines)
    .reduce((sum, one) => sum + (one.productId === product ? one.qty : 0), 0);
const asked = (path: RegExp) => () =>
  control()
    .requests()
    .filter((one) => one.method === 'POST' && path.test(one.path.split('?')[0] ?? '')).length;

const kinds: Kind[] = [
  {
    name: 'CART-01 P-56 adding from a list',
    login: 'vet@demo.example',
    filled: async (who) => ({
      form: (await who.get(`/fr/search?q=${skuOf(goodsAt(0))}&exact=0`))
        .form('form[data-sheet]')
        .fill({ [`q.${goodsAt(0)}`]: '7' }),
      button: { name: 'add', value: 'all' },
    }),
    typed: () => ['7'],
    effect: () => inCart('vet@demo.example', goodsAt(0)) / 7,
  },
  {
    name: 'CART-12 a quantity of the cart',
    login: 'kempenhof@demo.example',
    filled: async (who) => ({
      form: (await who.get('/fr/cart')).form('form:has(button[name="more"])'),
      button: { name: 'more', value: String(goodsAt(1)) },
    }),
    typed: () => [String(goodsAt(1))],
    effect: () => inCart('kempenhof@demo.example', goodsAt(1)),
  },
  {
    name: 'CART-10 reading a pasted list',
    login: 'vet@demo.example',
    filled: async (who) => ({
      form: (await who.get('/fr/quick-order'))
        .form('form.quick')
        .fill({ paste: `${skuOf(goodsAt(2))} 23` }),
      button: pressed('paste'),
    }),
    typed: () => [`${skuOf(goodsAt(2))} 23`],
    effect: null,
  },
  {
    name: 'CART-10 P-56 a quick order',
    login: 'dierenarts@demo.example',
    filled: async (who) => {
      const list = (await who.get('/fr/quick-order')).form('form.quick');
      const page = await list.fill({ paste: `${skuOf(goodsAt(3))} 9` }).submit(pressed('paste'));
      return { form: page.form('form.quick'), button: pressed('add') };
    },
    typed: () => ['9'],
    effect: () => inCart('dierenarts@demo.example', goodsAt(3)) / 9,
  },
  {
    name: 'WISH-01 P-58 a new list',
    login: 'vet@demo.example',
    filled: async (who, at) => ({
      form: (await who.get('/fr/account/wishlists'))
        .form('#new-list')
        .fill({ name: `Liste ${at}` }),
    }),
    typed: (at) => [`Liste ${at}`],
    effect: asked(/wishlists$/),
  },
  {
    name: 'PROD-03 P-58 a product for a list',
    login: 'vet@demo.example',
    filled: async (who, at) => ({
      form: (await who.get(`/fr/account/keep?product=${goodsAt(4)}`))
        .form('#list form')
        .fill({ to: 'new', name: `Avec produit ${at}`, n: '13' }),
    }),
    typed: (at) => [`Avec produit ${at}`, '13'],
    effect: asked(/wishlists$/),
  },
  {
    name: 'QUO-01 P-58 a new quotation',
    login: 'vet@demo.example',
    filled: async (who, at) => ({
      form: (await who.get('/fr/account/quotations'))
        .form('#new-quotation')
        .fill({ reference: `Salle ${at}` }),
    }),
    typed: (at) => [`Salle ${at}`],
    effect: asked(/quotation/),
  },
  {
    name: 'CHECK-02 choices of the checkout',
    login: 'clinique@demo.example',
    filled: async (who) => {
      newCart(shop, 'clinique@demo.example', { products: [goodsAt(5)] });
      const form = (await who.get('/fr/cart-confirm')).form('#checkout');
      return { form: form.fill({ how: '1' }), button: pressed('save') };
    },
    typed: () => ['1'],
    effect: null,
  },
  {
    name: 'CHECK-08 P-57 the confirmation of an order',
    login: 'aanzee@demo.example',
    filled: async (who) => {
      newCart(shop, 'aanzee@demo.example', { products: [goodsAt(6)] });
      const chosen = (await who.get('/fr/cart-confirm')).form('#checkout').fill({ how: '1' });
      const saved = await chosen.submit(pressed('save'));
      return { form: saved.form('#checkout'), button: pressed('confirm') };
    },
    typed: () => ['confirm'],
    effect: asked(/carts\/confirm$/),
  },
  {
    name: 'PROF-01 the newsletter of the profile',
    login: 'vet@demo.example',
    filled: async (who) => ({
      form: (await who.get('/fr/account/profile')).form('main form:has([value="newsletter"])'),
      button: pressed('newsletter'),
    }),
    typed: () => ['newsletter'],
    effect: null,
  },
  {
    name: 'CMS-05 P-58 a letter',
    login: 'vet@demo.example',
    filled: async (who, at) => ({
      form: (await who.get('/fr/contact')).form('form#contact').fill({
        subject: 'Suivi de commande',
        description: `Où est ma commande ${at} ?`,
      }),
    }),
    typed: (at) => [`Où est ma commande ${at} ?`],
    effect: asked(/leads$/),
  },
];

const kept = (page: Page): string[] =>
  page.dom
    .querySelectorAll('form[method="post"] input, form[method="post"] textarea')
    .map((field) => field.getAttribute('value') ?? field.text.trim());

const unavailable: Readonly<Record<string, string>> = {
  fr: 'Service momentanément indisponible',
  nl: 'Tijdelijk niet beschikbaar',
  en: 'Temporarily unavailable',
};

/** Expects a page that explains the failure and the next step, with all input. */
function expectSensible(page: Page, typed: readonly string[]): void {
  expect(page.words('h1')).toBe(unavailable['fr']);
  expect(page.headers.get('retry-after')).toBe('5');
  expect(page.text).toMatch(/<(code|span class="ref")>[0-9a-f]{12}</);
  expect(kept(page)).toEqual(expect.arrayContaining([...typed]));
}

/** Sends the same form again, as long as a customer would try. */
async function sentAgain({ form, button }: Filled): Promise<Page> {
  let page = await form.submit(button);
  for (let at = 0; at < mostRepeats && page.status >= 500; at += 1)
    page = await form.submit(button);
  return page;
}

describe.skipIf(!hasRedis)('Redis dies (skipped: no redis-server here)', () => {
  beforeAll(async () => {
    folder = redisFolder();
    redis = await folder.server({ args: ['--appendonly', 'yes', '--appendfsync', 'always'] });
    line = await startTcpProxy({
      target: { host: '127.0.0.1', port: redis.port },
      seed: 'store',
    });
    shop = await startTestShop({ settings: { REDIS_URL: `redis://127.0.0.1:${line.port}` } });
    goods = variants(shop, 8);
    newCart(shop, 'kempenhof@demo.example', { products: [goodsAt(1)] });
  });
  afterAll(async () => {
    await shop.stop();
    await line.close();
    await folder.end();
  });
  afterEach(async () => {
    await line.set({ fault: null });
    for (const who of people.values()) await storeIsBack(who);
  });

  it.each(kinds)(
    'DEG-01 P-96 $name, posted after Redis was killed, shows its input and takes effect once',
    async (kind) => {
      const who = await signedIn(kind.login);
      const filled = await kind.filled(who, 0);
      const before = kind.effect?.() ?? 0;
      await redis.kill();
      const page = await filled.form.submit(filled.button);
      expect(page.status).toBe(503);
      expectSensible(page, kind.typed(0));
      await redis.start();
      await storeIsBack(who);
      expect((await page.form('form').submit()).status).toBe(200);
      await filled.form.submit(filled.button);
      if (kind.effect) expect(kind.effect() - before).toBe(1);
    },
  );

  it.each(kinds.map((kind, at) => ({ ...kind, first: at % everyNth })))(
    'DEG-01 P-96 $name, with Redis killed at one of its commands, shows its input and takes effect once',
    async ({ login, filled: fill, typed, effect, first }) => {
      const who = await signedIn(login);
      let hasDied = true;
      for (let at = first; hasDied && at < mostQuestions; at += everyNth) {
        const filled = await fill(who, at + 1);
        control().forgetRequests();
        const [before, deaths] = [effect?.() ?? 0, line.stats.deaths];
        await line.set({ fault: { kind: 'die', after: at } });
        const page = await filled.form.submit(filled.button);
        hasDied = line.stats.deaths > deaths;
        expect(page.hops.map(({ status }) => status)).not.toContain(500);
        if (page.status === 503 && page.hops.length === 1) expectSensible(page, typed(at + 1));
        await line.set({ fault: null });
        await storeIsBack(who);
        const again = await sentAgain(filled);
        expect([200, 409]).toContain(again.status);
        if (!effect) continue;
        const times = effect() - before;
        expect(times).toBeLessThanOrEqual(1);
        // When the effect is missing, the form is in doubt or queued, and page or notification says so; the customer
        // need not send it again.
        const toast = again.dom.querySelector('.toasts')?.text ?? '';
        if (times === 0) expect(again.words() + toast).toMatch(saysWhy);
      }
    },
  );

  /** Kills Redis at command `at` of `work`; returns its page, or null if it has fewer commands. */
  async function dyingAt(at: number, work: () => Promise<Page>): Promise<Page | null> {
    const { deaths } = line.stats;
    await line.set({ fault: { kind: 'die', after: at } });
    const page = await work();
    await line.set({ fault: null });
    expect(page.hops.map(({ status }) => status)).not.toContain(500);
    return line.stats.deaths > deaths ? page : null;
  }

  it.each([
    '/fr',
    '/nl/search',
    '/en/cart',
    '/fr/cart-confirm',
    '/fr/quick-order',
    '/fr/account',
    '/nl/account/sales',
    '/fr/account/wishlists',
    '/fr/account/quotations',
    '/fr/account/profile',
    '/fr/contact',
    '/fr/promotions',
  ])(
    'DEG-01 OPS-05 with Redis killed, %s is rendered, or shows in its language why not',
    async (path) => {
      const who = await signedIn('vet@demo.example');
      for (let at = 0; at < mostQuestions; at += 1) {
        const page = await dyingAt(at, () => who.get(path));
        await storeIsBack(who);
        if (page === null) break;
        expect([200, 503]).toContain(page.status);
        if (page.status === 503) expect(page.words('h1')).toBe(unavailable[path.slice(1, 3)]);
      }
    },
  );

  const stranger = { login: 'english@demo.example', password: 'english-demo' };

  it('DEG-01 AUTH-01 a sign-in while Redis is down shows an error page, and works when Redis is back', async () => {
    const known = await signedIn('vet@demo.example');
    for (let at = 0; at < mostQuestions; at += 1) {
      const page = await shop.visitor().get('/fr/account/sign-in?target=%2Ffr');
      const form = page.form('#password-form').fill(stranger);
      const end = await dyingAt(at, () => form.submit());
      await storeIsBack(known);
      if (end === null) break;
    }
    const who = await shop.customer(stranger.login);
    expect((await who.get('/en')).dom.querySelector('form[data-sign-out]')).not.toBeNull();
  });

  it('DEG-01 AUTH-08 a sign-out that fails because Redis is down says so, and works the next time', async () => {
    const known = await signedIn('vet@demo.example');
    for (let at = 0; at < mostQuestions; at += 1) {
      const who = await shop.customer(stranger.login);
      const form = (await who.get('/fr')).form('form[data-sign-out]');
      const end = await dyingAt(at, () => form.submit());
      await storeIsBack(known);
      await sentAgain({ form });
      expect((await who.get('/fr')).dom.querySelector('form[data-sign-out]')).toBeNull();
      if (end === null) break;
    }
  });
});

describe.skipIf(!hasRedis)(
  'Redis dies under a shop that keeps the passwords itself (skipped: no redis-server here)',
  () => {
    it('DEG-01 AUTH-09 a sign-in with a password while Redis is down shows an error page, and works when Redis is back', async () => {
      const own = redisFolder();
      const server = await own.server({});
      const way = await startTcpProxy({
        target: { host: '127.0.0.1', port: server.port },
        seed: 'passwords',
      });
      const keeper = await startTestShop({
        settings: { AUTH_MODE: 'credentials', REDIS_URL: `redis://127.0.0.1:${way.port}` },
        sandbox: { authMode: 'credentials' },
      });
      const fields = { login: 'vet@demo.example', password: 'vet-demo' };
      const signIn = async (who: Visitor): Promise<Page> =>
        (await who.get('/fr/account/sign-in')).form('form[data-sign-in]').fill(fields).submit();
      const known = keeper.visitor();
      await signIn(known);
      for (let at = 0; at < mostQuestions; at += 1) {
        const who = keeper.visitor();
        const page = await who.get('/fr/account/sign-in');
        const { deaths } = way.stats;
        await way.set({ fault: { kind: 'die', after: at } });
        const end = await page.form('form[data-sign-in]').fill(fields).submit();
        expect(end.hops.map(({ status }) => status)).not.toContain(500);
        expect(end.text).not.toContain(fields.password);
        await way.set({ fault: null });
        await storeIsBack(known);
        expect((await signIn(keeper.visitor())).status).toBe(200);
        if (way.stats.deaths === deaths) break;
      }
      await keeper.stop();
      await way.close();
      await own.end();
    });
  },
);
