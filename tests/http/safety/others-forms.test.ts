/**
 * Two customers use one browser: a post from a page that the first has opened does nothing once the second has signed
 * in (P-19). Covers every form on pages linked from a customer's pages, and every route with an action.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { HTMLElement } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { newCart, variants } from '../checkout/checkout-carts';
import { allRoutes, matcherOf } from './route-table';

const first = 'vet@demo.example';
const second = 'pharmacie@demo.example';
/** Number of URLs tested per route. */
const ofEachKind = 2;

let shop: TestShop;
let customer: Visitor;
let other: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  newCart(shop, first);
  newCart(shop, second);
  customer = await shop.customer(first);
  other = await shop.customer(second);
});
afterAll(() => shop.stop());

const matchers = allRoutes.map((route) => ({ ...route, matches: matcherOf(route) }));
const fileOf = (path: string): string =>
  matchers.find(({ matches }) => matches.test(path))?.file ?? '';

/** A form with one of its submit buttons. */
interface Found {
  page: string;
  path: string;
  isMultipart: boolean;
  fields: URLSearchParams;
}

/** Forms that concern the browser or the session, not the data of an account. */
const notOfAccount = ['system/consent.tsx', 'system/consent-banner.ts', 'account/sign-out.tsx'];

function formsOf({ dom, url }: Page): Found[] {
  return dom.querySelectorAll('form[method=post]').flatMap((form): Found[] => {
    const action = new URL(form.getAttribute('action') ?? url.href, url);
    if (action.origin !== shop.url || !form.querySelector('button')) return [];
    const id = form.getAttribute('id');
    const own = id ? dom.querySelectorAll(`[form="${id}"]`) : [];
    const controls = [...form.querySelectorAll('input, select, textarea'), ...own];
    const fields = new URLSearchParams();
    for (const control of controls) {
      const name = control.getAttribute('name');
      if (name && control.getAttribute('type') !== 'file') fields.append(name, valueOf(control));
    }
    const buttons = [...form.querySelectorAll('button[name]'), ...own].filter(
      (one) => one.tagName === 'BUTTON',
    );
    const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
    const path = action.pathname + action.search;
    const bare = { page: url.pathname, path, isMultipart, fields };
    const pressed = buttons.map((button) => {
      const more = new URLSearchParams(fields);
      more.append(button.getAttribute('name') ?? '', button.getAttribute('value') ?? '');
      return { ...bare, fields: more };
    });
    return pressed.length > 0 ? pressed : [bare];
  });
}

const valueOf = (control: HTMLElement): string =>
  control.tagName === 'TEXTAREA' || control.tagName === 'SELECT'
    ? 'typed'
    : control.getAttribute('value') || '1';

/** Every form on pages that are linked from the customer's pages. */
async function ownForms(): Promise<Found[]> {
  const start = [
    '/fr',
    '/fr/cart',
    '/fr/cart-confirm',
    '/fr/account',
    '/fr/account/sign-out',
    '/fr/account/smallads?mine=draft',
    '/fr/account/smallads/new',
    '/fr/contact',
    '/fr/forms',
    '/fr/search?q=a',
    '/fr/quick-order',
    '/fr/account/profile',
    '/fr/cart/import',
  ];
  const found = new Set(start);
  const waiting = [...start];
  const seen = new Map<string, number>();
  const forms: Found[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await customer.get(path);
    if (!(page.headers.get('content-type') ?? '').startsWith('text/html')) continue;
    forms.push(...formsOf(page));
    for (const link of page.dom.querySelectorAll('a[href]')) {
      const { pathname, origin, search } = new URL(link.getAttribute('href') ?? '', page.url);
      if (origin !== shop.url || !pathname.startsWith('/fr/')) continue;
      const file = fileOf(pathname);
      const count = seen.get(file) ?? 0;
      if (found.has(pathname) || count >= ofEachKind) continue;
      seen.set(file, count + 1);
      found.add(pathname);
      waiting.push(pathname + search);
    }
  }
  // Wishlists that this customer does not have use the same sheet as any other list.
  const sheet = forms.find(({ path }) => path.startsWith('/fr/search'));
  if (sheet) for (const path of ['/fr/selection', '/fr/vetgroup']) forms.push({ ...sheet, path });
  return forms;
}

async function post(who: Visitor, { path, isMultipart, fields }: Found): Promise<Page> {
  if (!isMultipart) return who.post(path, fields);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return who.postForm(path, form);
}

/** Counts changing calls only, because a sync without a change just reads the cart. */
const writes = () =>
  shop.sandbox.erp.control
    .requests()
    .filter(({ method, body }) => method !== 'GET' && !body?.includes('"transactions":[]'));

describe('a page opened by another account in the same browser', () => {
  it('P-19 no form of a page opened by another account has an effect, whichever page and button', async () => {
    const forms = await ownForms();
    const judged = forms.filter(
      ({ path }) => !notOfAccount.some((name) => fileOf(path.split('?')[0] ?? '').endsWith(name)),
    );
    const { routes } = (await import(
      pathToFileURL(resolve('build/server/index.js')).href
    )) as ServerBuild;
    const withAction = allRoutes.filter(({ id }) => routes[id]?.module.action !== undefined);
    const posted = new Set(judged.map(({ path }) => fileOf(path.split('?')[0] ?? '')));
    // Actions for scripts with their own owner check, for guests, or about the browser.
    const without = [
      'shop/cart-sync.ts',
      'shop/scan-lines.ts',
      'system/session.ts',
      'system/bare-key.ts',
      'account/sign-in.tsx',
      'account/register.tsx',
      'account/forgotten-password.tsx',
      'account/new-password.tsx',
      'account/validate-email.tsx',
      'content/newsletter.tsx',
      ...notOfAccount,
    ];
    expect(
      withAction
        .map(({ file }) => file)
        .filter((file) => !posted.has(file) && !without.some((name) => file.endsWith(name))),
    ).toEqual([]);
    shop.sandbox.erp.control.forgetRequests();
    const before = shop.logs.length;
    for (const form of judged) {
      const page = await post(other, form);
      const what = `${form.path} of ${form.page} with ${form.fields}`;
      // A record of the other account has no page here: the rejection is shown on its 404 page.
      if (page.status !== 404) expect(page.status, what).toBe(409);
      expect(page.words(), what).toContain('Cette page a été ouverte avec un autre compte');
    }
    expect(writes()).toEqual([]);
    const refused = shop.logs
      .slice(before)
      .filter(({ event }) => event === 'security.foreign_form');
    expect(refused).toHaveLength(judged.length);
  });

  it.each([
    ['fr', 'Cette page a été ouverte avec un autre compte'],
    ['nl', 'Deze pagina is met een ander account geopend'],
    ['en', 'This page was opened with another account'],
  ])(
    'P-19 a form of another account is rejected in %s with its input, but the input fills no field',
    async (locale, title) => {
      const [product = 0] = variants(shop, 1);
      const { sku = '' } = shop.sandbox.world.variants.get(product) ?? {};
      const page = await customer.get(`/${locale}/search?q=${sku}&exact=0`);
      const sheet = page.form('form[data-sheet]').fill({ [`q.${product}`]: '4321' });
      const answer = await other.post(sheet.action.href, sheet.fields);
      expect(answer.status).toBe(409);
      expect(answer.words('#failed-form')).toContain(title);
      expect(answer.words('#failed-form')).toContain('4321');
      expect(answer.dom.querySelector('#failed-form form')).toBeNull();
      expect(
        answer.dom.querySelector(`[name="q.${product}"]`)?.getAttribute('value'),
      ).toBeUndefined();
    },
  );

  it('P-19 a large file in a form of another account is not forwarded to the ERP', async () => {
    const { fields } = (await customer.get('/fr/contact')).form('form#contact');
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value || 'Question');
    const pdf = `%PDF-1.7\n${'x'.repeat(100_000)}\n%%EOF`;
    form.append('file', new File([pdf], 'a.pdf', { type: 'application/pdf' }));
    shop.sandbox.erp.control.forgetRequests();
    expect((await other.postForm('/fr/contact', form)).status).toBe(409);
    expect(writes()).toEqual([]);
  });

  it('P-19 AUTH-05 a form posted without a session is not shown to another account that signs in next', async () => {
    const [product = 0] = variants(shop, 1);
    const { sku = '' } = shop.sandbox.world.variants.get(product) ?? {};
    const page = await customer.get(`/fr/search?q=${sku}&exact=0`);
    const sheet = page.form('form[data-sheet]').fill({ [`q.${product}`]: '4321' });
    for (const [login, isShown] of [
      [second, false],
      [first, true],
    ] as const) {
      const browser = shop.visitor();
      const signIn = await browser.post(sheet.action.href, sheet.fields);
      const persona = shop.sandbox.world.customers.find((one) => one.login === login);
      const back = await signIn
        .form('#password-form')
        .fill({ login, password: persona?.password ?? '' })
        .submit();
      expect(back.url.pathname).toBe('/fr/search');
      expect(back.dom.querySelector('#kept-form') !== null, login).toBe(isShown);
    }
  });
});

describe('a page of the same account after a new sign-in', () => {
  it('P-19 AUTH-05 a form opened before a new sign-in of the same account has its effect, and so has the form of a guest page', async () => {
    const [product = 0] = variants(shop, 1);
    const { sku = '' } = shop.sandbox.world.variants.get(product) ?? {};
    const page = await customer.get(`/fr/search?q=${sku}&exact=0`);
    const sheet = page.form('form[data-sheet]').fill({ [`q.${product}`]: '3' });
    const again = await shop.customer(first);
    expect((await again.post(sheet.action.href, sheet.fields)).status).toBe(200);
    const letter = (await shop.visitor().get('/fr/contact')).form('form#contact').fill({
      subject: 'Suivi de commande',
      name: 'A',
      email: 'a@b.example',
      description: 'Où est ma commande ?',
    });
    expect((await again.post(letter.action.href, letter.fields)).url.pathname).toBe(
      '/fr/contact-success',
    );
  });
});
