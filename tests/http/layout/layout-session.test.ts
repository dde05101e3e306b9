/** A session that ends during use, a sign-in that fails, and measurement only with consent. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
const analytics = 'https://measure.example';
beforeAll(async () => {
  shop = await startTestShop({ settings: { ANALYTICS_SRC: analytics } });
  await shop.sandbox.search.ready;
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.erp.control.clearFaults());

describe('a form that was posted after the session had ended', () => {
  it('AUTH-05 a form posted after the session had ended is shown again after sign-in, and can be sent unchanged', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/fr/account');
    const form = page.form('#most-ordered');
    const [name = ''] = [...form.fields.keys()].filter((field) => field.startsWith('q.'));
    await customer.jar.removeAllCookies();
    const asked = await form.fill({ [name]: '4' }).submit({ name: 'add', value: 'all' });
    const back = await asked
      .form('#password-form')
      .fill({ login: 'vet@demo.example', password: 'vet-demo' })
      .submit();
    expect(back.url.pathname).toBe('/fr/account');
    expect(back.words('#kept-form')).toContain('n’a pas été envoyé');
    expect(back.words('#kept-form')).toContain('4');
    expect(back.form('#most-ordered').fields.get(name)).toBe('4');
    const sent = await back.form('#kept-form form').submit();
    expect(sent.status).toBe(200);
    expect(sent.words('[data-cart-badge]')).toContain('4');
    expect((await customer.get('/fr/account')).dom.querySelector('#kept-form')).toBeNull();
  });
});

describe('the callback page of a sign-in', () => {
  it('AUTH-07 SHELL-01 the callback page of a failed sign-in explains the failure without the layout, with a link to try again', async () => {
    const page = await shop.visitor().get('/nl/account/oidc-redirect?code=x&state=unknown');
    expect(page.status).toBe(400);
    expect(page.dom.querySelector('header')).toBeNull();
    expect(page.words()).toContain('niet gelukt');
    const again = page.dom.querySelector('main .acts a')?.getAttribute('href') ?? '';
    expect(again).toMatch(/^\/nl\/account\/sign-in/);
    expect(page.words('.ref')).toBe(page.headers.get('x-request-id'));
  });
});

describe('the measurement script', () => {
  it('CMS-07 P-75 the measurement script is loaded only after the visitor has agreed', async () => {
    const visitor = shop.visitor();
    const before = await visitor.get('/fr');
    expect(before.text).not.toContain(`src="${analytics}`);
    const yes = await before.form('form[data-consent]').submit({ name: 'measure', value: 'yes' });
    expect(
      yes.dom.querySelector(`script[src^="${analytics}"]`)?.getAttribute('nonce'),
    ).toBeTruthy();
    const no = await (
      await visitor.get('/fr/consent')
    )
      .form('form[data-consent]')
      .submit({ name: 'measure', value: 'no' });
    expect(no.text).not.toContain(`src="${analytics}`);
  });
});

describe('the installable shop', () => {
  it('PWA-01 every picture named by the page and its manifest exists', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get('/fr');
    const manifest = page.dom.querySelector('link[rel=manifest]')?.getAttribute('href') ?? '';
    const description = await visitor.get(manifest);
    expect(description.status).toBe(200);
    const sources = [...description.text.matchAll(/"src":\s*"([^"]+)"/g)].map(
      ([, src]) => src ?? '',
    );
    const icons = page.dom
      .querySelectorAll('link[rel=icon], link[rel=apple-touch-icon]')
      .map((link) => link.getAttribute('href') ?? '');
    // Three sizes; the shortcuts reuse one of them.
    expect(new Set(sources).size).toBe(3);
    for (const path of [...sources, ...icons]) expect((await visitor.get(path)).status).toBe(200);
  });

  it('P-80 all icons are in one file that browsers cache', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get('/fr');
    const href = page.dom.querySelector('header use')?.getAttribute('href') ?? '';
    const sprite = await visitor.get(href.split('#')[0] ?? '');
    expect(sprite.status).toBe(200);
    expect(sprite.headers.get('cache-control')).toContain('immutable');
    expect(sprite.headers.get('content-type')).toContain('image/svg+xml');
  });
});
