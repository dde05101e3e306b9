/** The result of a form is shown after a redirect, so Back and reload send nothing again. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepTogether } from '~/base/ui/unbroken';
import { choose } from '../../support/order-file';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';

let shop: TestShop;
let who: Visitor;
let offsetMs = 0;
const login = 'vet@demo.example';
beforeAll(async () => {
  shop = await startTestShop({ clock: { now: () => new Date(Date.now() + offsetMs) } });
  who = await shop.customer(login);
});
afterAll(() => shop.stop());
afterEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.erp.control.availability(true);
  shop.sandbox.search.faults.clear();
});

const goods = (at: number) =>
  [...shop.sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  )[at];
/** ERP calls that changed something; an empty sync only reads the cart. */
const writes = (): string[] =>
  shop.sandbox.erp.control
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => `${method} ${path} ${body ?? ''}`)
    .filter((call) => !call.includes('"transactions":[]'));
const typed = (page: Page, name: string): string | undefined =>
  page.dom.querySelector(`main [name="${name}"]`)?.getAttribute('value');

/** Posts an order sheet with an invalid quantity; `follow: false` returns the redirect itself. */
const refusedSheet = (visitor: Visitor, follow: boolean, quantity = '2O'): Promise<Page> =>
  visitor.post(
    `/fr/search?q=${goods(0)?.sku}&exact=0`,
    { tx: crypto.randomUUID(), add: 'all', [`q.${goods(0)?.id}`]: quantity },
    { follow },
  );
const press = (name: string, value: string) => ({ name, value });
const addressOf = (page: Page): string => page.headers.get('location') ?? '';

describe('the stored answer to a form', () => {
  it('CART-01 P-56 the stored result of a form has its own URL: reloading it sends nothing and preserves the input', async () => {
    const posted = await refusedSheet(who, false);
    expect(posted.status).toBe(303);
    expect(posted.headers.get('form-answer')).toBe('422');
    expect(posted.headers.get('cache-control')).toBe('private, no-store');
    expect(addressOf(posted)).toMatch(/^\/fr\/search\?q=[^&]+&exact=0&answer=[\w-]{22}$/);
    const before = writes();
    for (let times = 0; times < 2; times += 1) {
      const page = await who.get(addressOf(posted));
      expect(page.status).toBe(200);
      expect(page.words('body')).toContain('1 ligne est à corriger.');
      expect(typed(page, `q.${goods(0)?.id}`)).toBe('2O');
      expect(page.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(writes()).toEqual(before);
  });

  it('I18N-02 the language switch shows the stored result of a form, with labels in the other language', async () => {
    const page = await refusedSheet(who, true);
    const inDutch = (at: Page): string =>
      at.dom.querySelector('.lang a[lang="nl"]')?.getAttribute('href') ?? '';
    const sheet = await who.get(inDutch(page));
    expect(sheet.url.pathname).toBe('/nl/search');
    expect(typed(sheet, `q.${goods(0)?.id}`)).toBe('2O');
    const read = await (
      await who.get('/fr/quick-order')
    )
      .form('form.quick')
      .fill({ paste: `${goods(0)?.sku} 3` })
      .submit({ name: 'do', value: 'paste' });
    const lines = await who.get(inDutch(read));
    expect(lines.url.pathname).toBe('/nl/quick-order');
    expect(lines.form('form.quick').fields.get('q.0')).toBe('3');
    const names = (at: Page) =>
      at.dom.querySelectorAll('#scan-lines a[href*="/p/"]').map((one) => one.text.trim());
    const known = new Set(
      [...shop.sandbox.world.documents('products', 'nl')]
        .filter((one) => one['id'] === goods(0)?.id)
        .map((one) => keepTogether(String(one['name']))),
    );
    expect(known.size).toBe(1);
    expect(names(lines).some((name) => known.has(name))).toBe(true);
  });

  it('CART-01 the URL of a stored result is in no link or form of its page except the language links', async () => {
    const page = await refusedSheet(who, true);
    expect(page.url.search).toContain('answer=');
    const attributes = page.dom
      .querySelectorAll('[href], [action], [value]')
      .filter((one) => !one.parentNode?.classList.contains('lang'))
      .flatMap((one) => ['href', 'action', 'value'].map((name) => one.getAttribute(name) ?? ''));
    expect(attributes.filter((value) => /[?&]answer(=|%3D)|answer%3D/.test(value))).toEqual([]);
    const corrected = await page
      .form(`form:has([name="q.${goods(0)?.id}"])`)
      .fill({ [`q.${goods(0)?.id}`]: '2' })
      .submit(press('add', 'all'));
    expect(corrected.hops[0]?.status).toBe(303);
    expect(corrected.url.search).not.toContain('answer=');
  });

  it('P-56 the same form sent again has one effect and the same result, at a new URL', async () => {
    const visitor = await shop.customer('aanzee@demo.example');
    const [good, bad] = [goods(1), goods(2)];
    const fields = {
      tx: crypto.randomUUID(),
      add: 'all',
      [`q.${good?.id}`]: '3',
      [`q.${bad?.id}`]: 'x',
    };
    const [one, two] = [
      await visitor.post('/fr/search?q=', fields),
      await visitor.post('/fr/search?q=', fields),
    ];
    for (const page of [one, two]) {
      expect(page.hops.map(({ status }) => status)).toEqual([303, 200]);
      expect(page.words('body')).toContain('1 ligne est à corriger.');
    }
    expect(one.url.search).not.toBe(two.url.search);
    const cart = await visitor.get('/fr/cart');
    expect(typed(cart, `q.${good?.id}`)).toBe('3');
  });

  it('P-27 the URL of an unknown result, or one of another customer or page, shows the plain page', async () => {
    const posted = addressOf(await refusedSheet(who, false));
    const other = await shop.customer('aanzee@demo.example');
    const plain = posted.replace(/&answer=.*/, '');
    const [, id = ''] = /answer=([\w-]+)/.exec(posted) ?? [];
    for (const [visitor, address] of [
      [other, posted],
      [who, `${plain}&answer=${'A'.repeat(22)}`],
      [who, `${plain}&answer=..%2Fother&answer=2`],
      [who, `/fr/cart?answer=${id}`],
      [shop.visitor(), posted],
    ] as const) {
      const page = await visitor.get(address);
      expect(page.status).toBe(200);
      expect(page.words('body')).not.toContain('à corriger');
      expect(page.dom.querySelectorAll('[value="2O"]')).toEqual([]);
      expect(page.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('CART-01 the stored result of a form expires after half an hour', async () => {
    const address = addressOf(await refusedSheet(who, false));
    offsetMs += 29 * 60_000;
    expect(typed(await who.get(address), `q.${goods(0)?.id}`)).toBe('2O');
    offsetMs += 2 * 60_000;
    const page = await who.get(address);
    expect(page.status).toBe(200);
    expect(page.words('body')).not.toContain('à corriger');
    who = await shop.customer(login);
  });

  it('CART-01 the oldest stored result is dropped when a customer has many', async () => {
    const first = addressOf(await refusedSheet(who, false, 'first'));
    let last = '';
    for (let at = 0; at < 16; at += 1) last = addressOf(await refusedSheet(who, false, `n${at}`));
    expect((await who.get(first)).words('body')).not.toContain('à corriger');
    expect(typed(await who.get(last), `q.${goods(0)?.id}`)).toBe('n15');
  });

  it('AUTH-05 AUTH-13 a form result is preserved for a customer whose session ended before the redirect', async () => {
    const visitor = await shop.customer(login);
    const order = await visitor.get('/fr/quick-order');
    const refused = await order
      .form('form.quick')
      .fill({ paste: '00-no-such 1' })
      .submit(press('do', 'paste'));
    await visitor.jar.removeAllCookies();
    const persona = shop.sandbox.world.customers.find((one) => one.login === login);
    const asked = await visitor.get(refused.url.pathname + refused.url.search);
    const back = await asked
      .form('#password-form')
      .fill({ login, password: persona?.password ?? '' })
      .submit();
    expect(back.url.href).toBe(refused.url.href);
    expect(back.words('#scan-lines')).toContain('00-no-such');
  });

  it('CART-02 a script gets the result of a form without a redirect', async () => {
    const page = await who.post(
      '/fr/search?q=',
      { tx: crypto.randomUUID(), add: 'all', [`q.${goods(0)?.id}`]: 'x' },
      { headers: { accept: '*/*' }, follow: false },
    );
    expect([page.status, page.headers.get('location')]).toEqual([422, null]);
  });

  it('P-70 the request log shows the status of the form result next to that of the redirect', async () => {
    await refusedSheet(who, false);
    const line = shop.logs.findLast(
      ({ event, method }) => event === 'request.answered' && method === 'POST',
    );
    expect(line).toMatchObject({ status: 303, answer: 422 });
  });
});

describe('rejected forms of the cart, checkout, lists and registration', () => {
  const forms: readonly (readonly [string, number, () => Promise<Page>])[] = [
    [
      'a quantity of the cart',
      422,
      async () => {
        newCart(shop, login);
        const page = await who.get('/fr/cart');
        const field = page.dom.querySelector('#cart input.qty')?.getAttribute('name') ?? '';
        return page
          .form('#cart')
          .fill({ [field]: 'x' })
          .submit();
      },
    ],
    [
      'lines that a quick order reads',
      200,
      async () =>
        (await who.get('/fr/quick-order'))
          .form('form.quick')
          .fill({ paste: '00-no-such 1' })
          .submit(press('do', 'paste')),
    ],
    [
      'a quick order with nothing ready',
      422,
      async () => (await who.get('/fr/quick-order')).form('form.quick').submit(press('do', 'add')),
    ],
    ['a file that is none', 422, () => choose(who, new Uint8Array([0, 1, 2, 255]), 'x.csv')],
    [
      'checkout',
      422,
      async () => {
        newCart(shop, login);
        const page = await who.get('/fr/cart-confirm');
        return page.form('#checkout').fill({ how: '77', ref: 'R7' }).submit(press('do', 'confirm'));
      },
    ],
    [
      'a search of pickup points',
      200,
      async () => {
        newCart(shop, login);
        const page = await who.get('/fr/cart-confirm');
        return page.form('#checkout').fill({ ref: 'R8' }).submit(press('do', 'find'));
      },
    ],
    [
      'a list without a name',
      422,
      async () =>
        (await who.get('/fr/account/wishlists'))
          .form('main form:has([name="name"])')
          .fill({ name: '' })
          .submit(),
    ],
    [
      'a quotation without a name',
      422,
      async () =>
        (await who.get('/fr/account/quotations'))
          .form('main form:has([name="reference"])')
          .fill({ reference: '' })
          .submit(),
    ],
  ];

  it.each(forms)(
    'CART-01 P-56 after a post of %s, a redirect leads to the result with status %i, and a reload shows the same',
    async (_what, status, post) => {
      const page = await post();
      expect(page.hops.map((hop) => hop.status)).toEqual([303, 200]);
      expect(page.status).toBe(status);
      const before = writes();
      const again = await who.get(page.url.pathname + page.url.search);
      expect(again.words()).toBe(page.words());
      expect(writes()).toEqual(before);
    },
  );
});

describe('the stored answer to a guest’s form', () => {
  const [long, noted] = ['Bonjour 🐕 مرحبا\r\n'.repeat(600), 'Ligne 1\r\nשלום 🐈'];
  const forms = [
    ['a letter', '/fr/contact', '#contact', { description: long, name: 'Zoé 🐾', company: 'Pré' }],
    [
      'a registration',
      '/fr/account/register',
      '#registration',
      { firstName: 'Zoé', comment: noted, activities: 'equine', vat: '12' },
    ],
    ['the newsletter', '/fr/newsletter', '#newsletter', { email: 'zoe@' }],
    [
      'the newsletter on the home page',
      '/fr',
      '#main form[action$="/newsletter"]',
      { email: 'z@' },
    ],
    [
      'a form of the ERP',
      '/fr/form/training_evening',
      '#erp-form',
      { 'f.practice.name': 'Pré 🐾', 'f.people.0.first': 'Zoé' },
    ],
  ] as const;
  const lines = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
  /** Names of fields that lost their input. */
  function lost(page: Page, selector: string, fields: Readonly<Record<string, string>>): string[] {
    const shown = page.form(`main form${selector}`).fields;
    return Object.entries(fields)
      .filter(([name, value]) => lines(shown.getAll(name).join()) !== lines(value))
      .map(([name]) => name);
  }
  /** A form on the home page that is rejected appears on its own page, so its selector changes. */
  const ownForm = (selector: string): string =>
    selector.startsWith('#main') ? '#newsletter' : selector;

  it.each(forms)(
    'CART-01 P-56 a guest’s rejected %s has its own URL, for this browser and half an hour',
    async (_what, path, selector, fields) => {
      const visitor = shop.visitor();
      await visitor.get('/fr/contact');
      const form = (await visitor.get(path)).form(
        selector.startsWith('#main') ? selector : `form${selector}`,
      );
      const sent = await form.fill(fields).submit();
      expect(sent.hops.map((hop) => hop.status)).toEqual([303, 200]);
      expect(sent.status).toBe(422);
      const address = sent.url.pathname + sent.url.search;
      const own = ownForm(selector);
      for (const page of [sent, await visitor.get(address), await visitor.get(address)]) {
        expect(page.words('#errors')).toContain('à corriger');
        expect(lost(page, own, fields)).toEqual([]);
        expect(page.dom.querySelector(`main form${own}`)?.hasAttribute('novalidate')).toBe(true);
        expect(page.headers.get('cache-control')).toBe('private, no-store');
      }
      const dutch = sent.dom.querySelector('.lang a[lang="nl"]')?.getAttribute('href') ?? '';
      const inDutch = await visitor.get(dutch);
      expect(inDutch.url.pathname).toBe(sent.url.pathname.replace('/fr', '/nl'));
      expect(lost(inDutch, own, fields)).toEqual([]);
      expect(inDutch.dom.querySelector('#errors')).toBeNull();
      const stranger = await shop.visitor().get(address);
      expect([stranger.status, lost(stranger, own, fields)]).toEqual([200, Object.keys(fields)]);
      offsetMs += 31 * 60_000;
      expect(lost(await visitor.get(address), own, fields)).toEqual(Object.keys(fields));
    },
  );

  it('P-56 a successful post of a guest’s form deletes the earlier rejection', async () => {
    const visitor = shop.visitor();
    const form = (await visitor.get('/fr/newsletter')).form('#newsletter');
    const refused = await form.fill({ email: 'zoe@' }).submit();
    const sent = await refused.form('#newsletter').fill({ email: 'zoe@x.example' }).submit();
    expect(sent.words()).toContain('Votre inscription est notée');
    const back = await visitor.get(refused.url.pathname + refused.url.search);
    expect([back.status, back.form('#newsletter').fields.get('email')]).toEqual([200, '']);
  });

  it('CMS-05 REG-01 forms of a guest in two tabs keep separate results, also when the guest signs in meanwhile', async () => {
    const visitor = shop.visitor();
    const letter = (await visitor.get('/fr/contact')).form('form#contact');
    const asking = (await visitor.get('/fr/account/register')).form('form#registration');
    const [one, two] = await Promise.all([
      letter.fill({ name: 'Zoé' }).submit(),
      asking.fill({ firstName: 'Ali' }).submit(),
    ]);
    expect(one.form('form#contact').fields.get('name')).toBe('Zoé');
    expect(two.form('form#registration').fields.get('firstName')).toBe('Ali');
    const customer = await shop.customer(login);
    for (const cookie of await visitor.jar.getCookies(shop.url))
      await customer.jar.setCookie(cookie, shop.url);
    const back = await customer.get(one.url.pathname + one.url.search);
    expect(back.dom.querySelector('summary.who')).not.toBeNull();
    expect(back.form('form#contact').fields.get('name')).toBe('Zoé');
  });

  it('AUTH-09 P-58 a browser without cookies gets the form result at once, with its input', async () => {
    const visitor = shop.visitor();
    const form = (await visitor.get('/fr/newsletter')).form('#newsletter');
    await visitor.jar.removeAllCookies();
    const refused = await form.fill({ email: 'zoe@' }).submit();
    expect([refused.status, refused.hops.length]).toEqual([422, 1]);
    expect(refused.form('#newsletter').fields.get('email')).toBe('zoe@');
  });

  it('CMS-05 a rejected contact message says that its document must be chosen again', async () => {
    const visitor = shop.visitor();
    const form = new FormData();
    for (const [name, value] of (await visitor.get('/fr/contact')).form('form#contact').fields)
      form.append(name, value);
    form.append('file', new File(['%PDF-1.7\n%%EOF\n'], 'a.pdf'));
    const refused = await visitor.postForm('/fr/contact', form);
    expect(refused.status).toBe(422);
    expect(refused.words('#errors')).toContain('La pièce jointe est à choisir à nouveau.');
  });
});

describe('a form that fails', () => {
  const line = {
    order_line_id: 4711,
    product_id: 1,
    description: 'Bandage',
    order_ref: 'S00042',
    customer_ref: 'CLINIC-7',
    order_date: '2026-03-04T09:15:00Z',
    qty_ordered: 8,
    qty_to_deliver: 5,
    qty_in_backorder: 3,
    has_backorder: true,
    is_mto: false,
    product_family: 'equipment',
  };
  const backorder = () =>
    shop.sandbox.erp.control.fault({
      match: { path: 'products_on_order/4711' },
      status: 200,
      body: line,
      times: 50,
    });

  it('DEG-01 SHELL-02 after an ERP outage the retry link shows the failed form with its input, the reason and the same key', async () => {
    const { control } = shop.sandbox.erp;
    backorder();
    const asked = (await who.get('/fr/account/products_on_order/4711/cancel'))
      .form('main form')
      .fill({ quantity: '2' });
    control.clearFaults();
    control.availability(false);
    const failed = await asked.submit(press('do', 'ask'));
    expect(failed.hops.map(({ status }) => status)).toEqual([303, 503]);
    const retry = failed.dom
      .querySelectorAll('main a.btn')
      .map((link) => link.getAttribute('href') ?? '')
      .find((href) => href.includes('answer='));
    expect(retry).toBe(failed.url.pathname + failed.url.search);
    control.availability(true);
    backorder();
    const back = await who.get(retry ?? '');
    expect(back.status).toBe(200);
    expect(back.dom.querySelector('#quantity')?.getAttribute('value')).toBe('2');
    const told = shop.logs.findLast(({ event }) => event === 'page.unavailable');
    expect(told).toMatchObject({ service: 'erp' });
    const first = shop.logs.find(
      ({ event, reference }) =>
        event === 'page.unavailable' && back.words('#failed-form').includes(String(reference)),
    );
    expect(first).toMatchObject({ service: 'erp' });
    const again = await back.form('#failed-form form').submit();
    expect(again.status).toBe(200);
    expect(again.form('main form').fields.get('quantity')).toBe('2');
  });

  it('P-31 a form with a file above the limit leads to its own page, which shows the error', async () => {
    const big = 'x'.repeat(7 * 1024 * 1024);
    const page = await choose(who, big, 'big.csv');
    expect(page.hops.map(({ status }) => status)).toEqual([303, 200]);
    expect(page.status).toBe(413);
    expect(page.words('body')).toContain('Mo');
  });

  it.each([
    'cart-confirm',
    'account/wishlists',
    'account/quotations',
    'account/profile',
    'account/sales',
    'account/documents',
    'contact',
    'newsletter',
    'account/smallads/new',
  ])('CHK-02 CMS-05 text pasted into %s is not cut by the browser', async (path) => {
    newCart(shop, login);
    const page = await who.get(`/fr/${path}`);
    const cut = page.dom.querySelectorAll('[maxlength]:not(.qty, [inputmode=numeric], #code)');
    expect([page.status, ...cut.map((field) => field.getAttribute('name'))]).toEqual([200]);
  });
});
