/**
 * Two shop processes with one Redis that loses data, is slow or loses a lease, while one process pauses or dies:
 * nothing is doubled or silently lost (P-96, P-97). Results are read from the ERP's records. `npm run proof -- pair`
 * kills a process PAIR_KILLS times.
 */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { choose } from '../../support/order-file';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import { until } from '../../support/until';
import type { Form, Page, Visitor } from '../../support/visitor';
import { carrierChosen, customerId, newCart, variants } from '../checkout/checkout-carts';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const kills = Number(process.env['PAIR_KILLS'] ?? 2);
const confirmPath = '/fr/cart-confirm';
const logins = ['vet@demo.example', 'dierenarts@demo.example', 'clinique@demo.example'] as const;
const login = logins[0];
const payerLogin = 'kempenhof@demo.example';
let shops: ShopProcesses;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const control = () => shops.sandbox.erp.control;
const callsOf = (path: RegExp, from = 0) =>
  control()
    .requests()
    .slice(from)
    .filter((one) => one.method === 'POST' && path.test(one.path.split('?')[0] ?? ''));

/** Pieces of a product in all open carts at the ERP. */
function inErp(productId: number, who: string = login): number {
  const lines = control()
    .cartsOf(customerId(shops, who))
    .flatMap((cart) => cart.lines);
  return lines.reduce((sum, line) => sum + (line.productId === productId ? line.qty : 0), 0);
}

interface Island {
  owner: string;
  known: { epoch: string; cart: { uuid: string | null; lines: [string, number][] } };
}
/** The state of the island on this page, needed to send its batch. */
function islandOf(page: Page): Island {
  const island = page.dom.querySelector('cart-island');
  const known = JSON.parse(island?.getAttribute('data-known') ?? 'null') as Island['known'];
  return { owner: island?.getAttribute('data-owner') ?? '', known };
}
const batchOf = ({ owner, known }: Island, productId: number, qty: number) => ({
  owner,
  txs: [{ uuid: crypto.randomUUID(), product_id: productId, qty, cart: known.cart.uuid }],
  sent: { epoch: known.epoch, base: known.cart },
});
type Batch = ReturnType<typeof batchOf>;

/** Sessions are in Redis: after data loss the customer signs in again in the same browser. */
async function signedInAgain(who: Visitor, path = '/fr/cart'): Promise<Page> {
  const page = await who.get(`/fr/account/sign-in?target=${encodeURIComponent(path)}`);
  const form = page.dom.querySelector('#password-form');
  if (!form) return page;
  const persona = shops.sandbox.world.customers.find((one) => one.login === login);
  return page
    .form('#password-form')
    .fill({ login, password: persona?.password ?? '' })
    .submit();
}

/** Sends the same batch, as the island does, until the shop reports its result; advances the clock meanwhile. */
async function untilTold(at: number, who: Visitor, body: Batch) {
  let reply = await shops.sync(at, who, body);
  await until(async () => {
    if (reply.status === 200) return true;
    expect(reply.status).toBe(503);
    if ((reply.retryAfter ?? 0) > 3) await shops.advance((reply.retryAfter ?? 0) * 1000);
    reply = await shops.sync(at, who, body);
    return reply.status === 200;
  });
  return reply.body;
}

/** The cart page with one line, whose button adds one more. */
async function cartWith(who: Visitor, productId: number, qty: number): Promise<Form> {
  const before = islandOf(await who.get('/fr/cart'));
  expect(
    (await shops.sync(0, who, { ...batchOf(before, productId, qty), sent: null })).status,
  ).toBe(200);
  const page = await who.get('/fr/cart');
  const button = page.dom
    .querySelectorAll('button[name="more"]')
    .find((one) => one.getAttribute('value') === String(productId));
  const id = button?.closest('form')?.getAttribute('id');
  const form = page.form(id ? `#${id}` : 'form:has(button[name="more"])');
  form.fields.set('more', String(productId));
  return form;
}

const slowSync = (delayMs: number, then: 'answers' | 'drops' = 'answers'): void => {
  control().fault({
    match: { method: 'POST', path: '*sync' },
    ...(then === 'drops' ? { drop: 'after' as const } : {}),
    delay_ms: delayMs,
    times: 1,
  });
};
/** Runs `work` while the ERP handles a write of this request. */
async function whileErpWorks<T>(request: () => Promise<T>, work: () => Promise<void>): Promise<T> {
  const sent = shops.erpLine.stats.bytesUp;
  const running = request();
  await until(() => shops.erpLine.stats.bytesUp > sent);
  await pause(150);
  await work();
  return running;
}

const title = 'two shop processes with one Redis (skipped: no redis-server here)';
describe.skipIf(!hasRedis)(title, () => {
  let products: number[] = [];
  beforeAll(async () => {
    shops = await startShopProcesses({ store: 'redis', instances: 2, profile: 'odoo16' });
    products = variants(shops, 8);
  });
  afterAll(() => shops.stop());
  beforeEach(async () => {
    control().clearFaults();
    control().forgetRequests();
    // After data loss, the cart is not written while an earlier write may still take effect.
    await shops.advance(400_000);
    await Promise.all([
      shops.erpLine.set({ link: {}, fault: null }),
      shops.storeLine?.set({ link: {}, fault: null }),
    ]);
  });

  const product = (at: number): number => products[at] ?? 0;

  it('P-96 CART-06 when Redis loses its data between two edits, the repeated batch is verified, not sent', async () => {
    const who = await shops.customer(login);
    const batch = batchOf(islandOf(await who.get('/fr/cart')), product(0), 3);
    const from = shops.written();
    expect((await shops.sync(0, who, batch)).status).toBe(200);
    await shops.emptyStore();
    expect((await shops.sync(1, who, batch)).status).toBe(401);
    await signedInAgain(who);
    const looking = await shops.sync(1, who, batch);
    expect([looking.status, looking.body['state']]).toEqual([503, 'checking']);
    expect(await untilTold(1, who, batch)).toMatchObject({ review: [batch.txs[0]?.uuid] });
    expect([inErp(product(0)), shops.written() - from]).toEqual([3, 1]);
  });

  it.each(['answers', 'drops'] as const)(
    'P-96 CART-06 when Redis loses its data while the ERP handles a batch of the cart script and then %s, the batch is applied once',
    async (end) => {
      const at = end === 'answers' ? 1 : 2;
      const who = await shops.customer(login);
      const batch = batchOf(islandOf(await who.get('/fr/cart')), product(at), 4);
      await shops.sync(0, who, { ...batch, txs: [] });
      const from = shops.written();
      slowSync(700, end);
      await whileErpWorks(
        () => shops.sync(0, who, batch),
        () => shops.emptyStore(),
      );
      await signedInAgain(who);
      expect(await untilTold(1, who, batch)).toMatchObject({ acked: [batch.txs[0]?.uuid] });
      expect([inErp(product(at)), shops.written() - from]).toEqual([4, 1]);
    },
  );

  it('P-96 CART-01 after Redis has lost its data, an older plain form is not sent again: the customer is asked to check', async () => {
    const who = await shops.customer(login);
    const form = await cartWith(who, product(3), 2);
    const from = shops.written();
    expect((await shops.post(0, who, form)).status).toBe(303);
    expect(inErp(product(3))).toBe(3);
    await shops.emptyStore();
    await signedInAgain(who);
    expect((await shops.post(1, who, form)).status).toBe(303);
    const page = await who.get('/fr/cart');
    expect(page.words()).toContain('Vérifiez cette quantité');
    expect([inErp(product(3)), shops.written() - from]).toEqual([3, 1]);
    // A form rendered after the loss works normally.
    const [notice] = page.dom.querySelectorAll('form button[value="dismiss"]');
    expect(notice).toBeDefined();
    // By now no write from before the data loss can take effect any more.
    await shops.advance(400_000);
    expect((await shops.post(1, who, await cartWith(who, product(3), 1))).status).toBe(303);
    expect(inErp(product(3))).toBe(5);
  });

  it('P-96 CART-01 when Redis loses its data during a plain form whose ERP response is lost, the form is verified and applied once', async () => {
    const who = await shops.customer(login);
    const form = await cartWith(who, product(4), 2);
    const from = shops.written();
    slowSync(700, 'drops');
    const answer = await whileErpWorks(
      () => shops.post(0, who, form),
      () => shops.emptyStore(),
    );
    expect(answer.status).toBe(303);
    const page = await signedInAgain(who);
    expect(page.words()).toContain('vérifi');
    await shops.post(1, who, form);
    await shops.advance(400_000);
    await who.get('/fr/cart');
    expect([inErp(product(4)), shops.written() - from]).toEqual([3, 1]);
  });

  it('P-96 DEG-01 the cart names once the waiting edits that were lost with the data of Redis', async () => {
    const who = await shops.customer(login);
    const form = await cartWith(who, product(5), 2);
    await shops.erpLine.set({ fault: { kind: 'refuse' } });
    expect((await shops.post(0, who, form)).status).toBe(303);
    expect((await who.get('/fr/cart')).words()).not.toContain('manquent peut-être');
    await shops.emptyStore();
    await shops.erpLine.set({ fault: null });
    let page = await signedInAgain(who);
    await until(async () => {
      if (page.status !== 200) page = await who.get('/fr/cart');
      return page.status === 200;
    });
    expect(page.words()).toContain('Des modifications en attente manquent peut-être');
    expect((await who.get('/fr/cart')).words()).not.toContain('manquent peut-être');
    expect(inErp(product(5))).toBe(2);
  });

  it('P-96 a lease lost during a write lets no other request write', async () => {
    const who = await shops.customer(login);
    const island = islandOf(await who.get('/fr/cart'));
    const [first, second] = [batchOf(island, product(6), 2), batchOf(island, product(6), 5)];
    const from = shops.written();
    slowSync(2_000);
    const answer = await whileErpWorks(
      () => shops.sync(0, who, first),
      async () => {
        await shops.dropLeases();
        const other = await shops.sync(1, who, second);
        expect([other.status, other.body['state']]).toEqual([503, 'checking']);
        expect(shops.written() - from).toBeLessThanOrEqual(1);
      },
    );
    expect(answer.body).toMatchObject({ acked: [first.txs[0]?.uuid] });
    expect(await untilTold(1, who, second)).toMatchObject({ acked: [second.txs[0]?.uuid] });
    expect([inErp(product(6)), shops.written() - from]).toEqual([7, 2]);
  });

  it('P-96 P-50 a process paused for longer than its lease repeats nothing when it continues', async () => {
    const who = await shops.customer(login);
    const island = islandOf(await who.get('/fr/cart'));
    const [batch, next] = [batchOf(island, product(7), 2), batchOf(island, product(7), 3)];
    const from = shops.written();
    slowSync(400);
    const answer = await whileErpWorks(
      () => shops.sync(0, who, batch),
      async () => {
        shops.pause(0);
        await shops.advance(125_000);
        expect((await shops.sync(1, who, batch)).body).toMatchObject({ state: 'checking' });
        expect(await untilTold(1, who, batch)).toMatchObject({ acked: [batch.txs[0]?.uuid] });
        expect(await untilTold(1, who, next)).toMatchObject({ acked: [next.txs[0]?.uuid] });
        shops.resume(0);
      },
    );
    expect([200, 503]).toContain(answer.status);
    expect((await shops.sync(0, who, batch)).body).toMatchObject({ acked: [batch.txs[0]?.uuid] });
    expect([inErp(product(7)), shops.written() - from]).toEqual([5, 2]);
  });

  it('P-96 commands that Redis runs after the client’s timeout do not double an edit', async () => {
    const who = await shops.customer(login);
    const island = islandOf(await who.get('/fr/cart'));
    const [first, second] = [batchOf(island, product(0), 1), batchOf(island, product(0), 1)];
    const [before, from] = [inErp(product(0)), shops.written()];
    await shops.storeLine?.set({ link: { delayMs: 1_100 } });
    expect((await shops.sync(0, who, first)).status).toBe(503);
    await shops.storeLine?.set({ link: {} });
    expect(await untilTold(1, who, first)).toMatchObject({ acked: [first.txs[0]?.uuid] });
    slowSync(500);
    const late = await whileErpWorks(
      () => shops.sync(1, who, second),
      async () => shops.storeLine?.set({ link: { delayMs: 1_100 } }),
    );
    expect(late.status).toBe(503);
    await shops.storeLine?.set({ link: {} });
    expect(await untilTold(0, who, second)).toMatchObject({ acked: [second.txs[0]?.uuid] });
    expect([inErp(product(0)) - before, shops.written() - from]).toEqual([2, 2]);
  });

  /** A checkout with its delivery chosen, in the given number of tabs. */
  async function atCheckout(who: Visitor, name: string, tabs: number): Promise<Form[]> {
    newCart(shops, name, { products: products.slice(0, 2) });
    const saved = await carrierChosen(who);
    const pages = [saved];
    for (let tab = 1; tab < tabs; tab += 1) pages.push(await who.get(confirmPath));
    return pages.map((page) => {
      const form = page.form('#checkout');
      form.fields.set('do', 'confirm');
      return form;
    });
  }
  it.each([
    ['one form', 1],
    ['the forms of two tabs', 2],
  ])('P-57 P-97 %s, confirmed on both instances at once, places one order', async (_what, tabs) => {
    const who = await shops.customer(login);
    const [one, other = one] = await atCheckout(who, login, tabs);
    if (!one || !other) throw new Error('no form');
    const before = callsOf(/carts\/confirm$/).length;
    const answers = await Promise.all([shops.post(0, who, one), shops.post(1, who, other)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[0]?.location).toBe(answers[1]?.location);
    expect((await who.get(answers[0]?.location ?? '')).words()).toContain('Merci');
    expect(callsOf(/carts\/confirm$/).length - before).toBe(1);
  });

  const minutes = 60_000;
  /** Number of confirmations that the ERP received, without the capability checks of an instance at start-up. */
  const confirms = (): number =>
    callsOf(/carts\/confirm$/).filter(({ body }) => body?.includes('uuid')).length;
  /** Instance 1's clock is three minutes ahead while `work` runs. */
  async function withOneAhead(work: () => Promise<void>): Promise<void> {
    shops.skew(1, 3 * minutes);
    try {
      await work();
    } finally {
      shops.skew(1, -3 * minutes);
    }
  }
  /** Instance 1 reports no result, and submitting again sends nothing. */
  async function isUnderWay(who: Visitor, form: Form, location: string): Promise<void> {
    expect((await shops.read(1, who, location)).text).toContain('La confirmation est en cours');
    expect((await shops.read(1, who, '/fr/cart')).status).toBe(200);
    expect((await shops.post(1, who, form)).location).toBe(location);
    expect((await shops.read(1, who, location)).text).toContain('La confirmation est en cours');
    expect(confirms()).toBe(1);
  }

  it('P-57 P-96 an instance whose clock is ahead neither repeats an order in doubt nor reports it as failed', async () => {
    const who = await shops.customer(login);
    const [form] = await atCheckout(who, login, 1);
    if (!form) throw new Error('no form');
    const [cart] = control().cartsOf(customerId(shops, login));
    control().fault({ match: { method: 'POST', path: 'carts/confirm' }, drop: 'before' });
    const { location } = await shops.post(0, who, form);
    await withOneAhead(async () => {
      await isUnderWay(who, form, location);
      await shops.advance(2 * minutes);
      await isUnderWay(who, form, location);
      control().replaceCart(cart?.uuid ?? '');
      expect((await shops.read(1, who, location)).text).toContain('Merci pour votre commande');
    });
  });

  it('P-57 P-96 an order whose instance died is verified by the store’s clock, and can be placed again', async () => {
    const who = await shops.customer(login);
    const [form] = await atCheckout(who, login, 1);
    if (!form) throw new Error('no form');
    const before = { match: { method: 'POST', path: 'carts/confirm' }, drop: 'before' } as const;
    control().fault({ ...before, delay_ms: 3_000 });
    const [cart] = control().cartsOf(customerId(shops, login));
    const location = `/fr/cart-validated?cart=${cart?.uuid ?? ''}`;
    const posted = shops.post(0, who, form).catch(() => null);
    const key = `*order:*:${cart?.uuid ?? ''}`;
    await until(async () => (await shops.inStore((client) => client.keys(key))).length > 0);
    await pause(300);
    await shops.kill(0);
    await posted;
    await shops.start(0);
    await withOneAhead(async () => {
      await shops.dropLeases();
      await isUnderWay(who, form, location);
      await shops.advance(3 * minutes);
      expect((await shops.read(1, who, location)).text).not.toContain('en cours');
      expect((await shops.post(1, who, form)).status).toBe(303);
      expect((await shops.read(1, who, location)).text).toContain('Merci pour votre commande');
      expect(confirms()).toBe(2);
    });
  });

  it('P-50 P-96 when the ERP accepts a batch in parts, an instance whose clock is ahead repeats no part', async () => {
    newCart(shops, login, { products: products.slice(0, 1) });
    const who = await shops.customer(login);
    const island = islandOf(await who.get('/fr/cart'));
    const list = products.slice(2, 8);
    const before = list.map((id) => inErp(id));
    const body = {
      ...batchOf(island, list[0] ?? 0, 1),
      txs: list.flatMap((id) => batchOf(island, id, 1).txs),
    };
    const match = { method: 'POST', path: '*sync' } as const;
    // The batch is rejected and then sent in halves; the response to the first half is lost, and the second waits.
    control().fault({ match, status: 400, times: 1 });
    control().fault({ match, drop: 'after', times: 1 });
    expect((await shops.sync(0, who, body)).status).toBe(503);
    const written = shops.written();
    await withOneAhead(async () => {
      for (let times = 0; times < 2; times += 1) {
        expect((await shops.sync(1, who, body)).status).toBe(503);
        expect(shops.written()).toBe(written);
        await shops.advance(minutes);
      }
      await shops.advance(minutes);
      await untilTold(1, who, body);
      expect(list.map((id, at) => inErp(id) - (before[at] ?? 0))).toEqual(list.map(() => 1));
    });
  });

  it.each([
    ['was added all the same', 'after', 1, '1 ligne ajoutée au panier.'],
    ['never arrived', 'before', 0, 'le panier est inchangé'],
  ] as const)(
    'P-58 P-96 an import in doubt that %s is resolved by the store’s clock, on an instance whose clock is ahead',
    async (_what, drop, pieces, told) => {
      newCart(shops, login, { products: products.slice(0, 1) });
      const who = await shops.customer(login);
      const sku = shops.sandbox.world.variants.get(product(7))?.sku ?? '';
      const form = (await choose(who, `${sku};1`, 'commande.csv')).form('#confirm');
      const before = inErp(product(7));
      control().fault({ match: { method: 'POST', path: '*carts/csv' }, drop });
      const { location } = await shops.post(0, who, form);
      await withOneAhead(async () => {
        for (let times = 0; times < 2; times += 1) {
          expect((await shops.read(1, who, location)).text).toContain('vérifiez votre panier');
          // While the import is in doubt, the customer can send neither this import again nor another one.
          expect((await shops.post(1, who, form)).location).toBe(location);
          await shops.advance(minutes);
        }
        await shops.advance(minutes);
        const page = await shops.read(1, who, location);
        expect(page.text).toContain(told);
        expect(callsOf(/carts\/csv$/)).toHaveLength(1);
        expect(inErp(product(7)) - before).toBe(pieces);
        if (pieces === 1) return;
        const again = await shops.post(1, who, form);
        expect((await shops.read(1, who, again.location)).text).toContain('1 ligne ajoutée');
        expect(inErp(product(7)) - before).toBe(1);
      });
    },
  );

  it.each([
    ['one form', 1],
    ['the forms of two tabs', 2],
  ])('P-58 P-97 %s, paid on both instances at once, makes one order', async (_what, tabs) => {
    const who = await shops.customer(login);
    const forms = await atCheckout(who, login, tabs);
    for (const { fields } of forms) fields.set('pay', '14');
    const [one, other = one] = forms;
    if (!one || !other) throw new Error('no form');
    const from = control().requests().length;
    const answers = await Promise.all([shops.post(0, who, one), shops.post(1, who, other)]);
    const begun = answers.filter(({ location }) => location.includes('/payment'));
    expect(begun.length).toBeGreaterThan(0);
    expect(new Set(begun.map(({ location }) => location)).size).toBe(
      callsOf(/payment\/transactions$/, from).length,
    );
    const cart = control().cartsOf(customerId(shops, login))[0];
    const bank = await (await who.get(begun[0]?.location ?? '')).form('main form').submit();
    const paid = await bank.form('form').submit({ name: 'outcome', value: 'done' });
    expect(paid.words()).toContain('Merci pour votre commande');
    // The payment form of the other instance no longer works, so no order is paid twice.
    for (const { location } of begun)
      expect((await who.get(location)).url.pathname).toBe('/fr/cart-validated');
    expect(control().orderOf(cart?.id ?? 0).typology).toBe('sale');
    expect(callsOf(/carts\/confirm$/, from)).toHaveLength(0);
  });

  it(`P-97 OPS-05 CART-06 one of two instances is killed ${kills} times during edits, a confirmation and a payment: each takes effect once`, async () => {
    const names = logins.slice(0, 2);
    const people = await Promise.all(names.map((name) => shops.customer(name)));
    const buyer = await shops.customer(logins[2]);
    const [order] = await atCheckout(buyer, logins[2], 1);
    const payer = await shops.customer(payerLogin);
    const [toPay] = await atCheckout(payer, payerLogin, 1);
    toPay?.fields.set('pay', '14');
    const [paidCart] = control().cartsOf(customerId(shops, payerLogin));
    for (const name of names) newCart(shops, name, { products: products.slice(0, 1) });
    const before = names.map((name) => inErp(product(2), name));
    const [cart] = control().cartsOf(customerId(shops, logins[2]));
    let [killing, failures, turn] = [true, 0, 0];

    /** Like a load balancer and an island: alternates the instance, and sends the same batch until it is answered. */
    async function edit(who: Visitor): Promise<0 | 1> {
      const page = await who.get('/fr/cart').catch(() => null);
      if (page?.status !== 200) {
        failures += 1;
        await pause(100);
        return 0;
      }
      const batch = batchOf(islandOf(page), product(2), 1);
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        const reply = await shops.sync((turn += 1) % 2, who, batch).catch(() => null);
        if (reply?.status === 200) return 1;
        if (reply === null) failures += 1;
        await pause(50);
      }
      throw new Error('an edit was never settled');
    }
    const editing = people.map(async (who) => {
      let made = 0;
      while (killing) made += await edit(who);
      return made;
    });
    /** Like a browser without a response: sends the same form to the other instance. */
    async function posted(who: Visitor, form: Form): Promise<string> {
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        const answer = await shops.post((turn += 1) % 2, who, form).catch(() => null);
        if (answer?.status === 303) return answer.location;
        if (answer === null) failures += 1;
        await pause(100);
      }
      throw new Error('never answered');
    }
    const confirming = order ? posted(buyer, order) : Promise.reject(new Error('no form'));
    /** Goes to the bank and back; if a step gets no response, it opens the payment page again. */
    const paying = (async () => {
      if (!toPay) throw new Error('no form');
      let location = await posted(payer, toPay);
      let seen = 'nothing';
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        const page = await payer.get(location).catch(() => null);
        if (page?.url.pathname === '/fr/cart-validated' && page.status === 200) return page.words();
        if (page === null) failures += 1;
        else seen = `${page.status} ${page.url.pathname}: ${page.words('main').slice(0, 300)}`;
        if (page?.dom.querySelector('main form[action*="//"]')) {
          await page
            .form('main form')
            .submit()
            .then((bank) => bank.form('form').submit({ name: 'outcome', value: 'done' }))
            .catch(() => (failures += 1));
        } else if (page?.dom.querySelector(`#checkout, main a[href$="${confirmPath}"]`)) {
          // An instance died before the redirect to the bank: the page says so, and is the checkout or links to it.
          const checkout = await payer.get(confirmPath).catch(() => null);
          if (checkout?.dom.querySelector('#checkout')) {
            const again = checkout.form('#checkout');
            again.fields.set('do', 'confirm');
            again.fields.set('pay', '14');
            location = await posted(payer, again);
          }
        }
        await pause(100);
      }
      throw new Error(`never paid; last seen: ${seen}`);
    })();
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(700);
      await shops.kill(kill % 2);
      await pause(300);
      await shops.start(kill % 2);
    }
    killing = false;
    // Writes of a killed instance are resolved after its lease and the ERP's time limit.
    let isOver = false;
    const waiting = (async () => {
      while (!isOver) {
        await shops.advance(60_000);
        await pause(1_000);
      }
    })();
    const [location, paid, ...made] = await Promise.all([confirming, paying, ...editing]);
    isOver = true;
    // Redis stops with the shops, so no request may be running.
    await waiting;
    expect((await buyer.get(location)).words()).toContain('Merci');
    // This cart became the order, and there is no second one.
    expect(control().orderOf(cart?.id ?? 0).typology).toBe('sale');
    expect(control().cartsOf(customerId(shops, logins[2]))).toEqual([]);
    expect(paid).toContain('Merci pour votre commande');
    expect(control().orderOf(paidCart?.id ?? 0).typology).toBe('sale');
    expect(control().cartsOf(customerId(shops, payerLogin))).toEqual([]);
    expect(names.map((name, at) => inErp(product(2), name) - (before[at] ?? 0))).toEqual(made);
    expect(Math.min(...made)).toBeGreaterThan(0);
    expect(failures).toBeGreaterThan(0);
  });
});
