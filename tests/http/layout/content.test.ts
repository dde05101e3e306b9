import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestShop, type TestShop } from '../../support/shop';
import { newCart } from '../checkout/checkout-carts';

let shop: TestShop;
/** Milliseconds that the shop's clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  shop = await startTestShop({ products: 60, clock });
  // Orders in progress count towards the fee limit, so no customer has any in this test.
  shop.sandbox.erp.control.fault({
    match: { method: 'GET', path: 'orders' },
    status: 200,
    body: { size: 0, data: [] },
    times: 100,
  });
});
afterAll(() => shop.stop());

describe('news and content pages', () => {
  it('CMS-01 the news list links to each item, in the three languages', async () => {
    for (const locale of ['fr', 'nl', 'en']) {
      const visitor = shop.visitor();
      const news = await visitor.get(`/${locale}/news?page_size=10`);
      const hrefs = news.dom
        .querySelectorAll('main ul.list a')
        .map((link) => link.getAttribute('href') ?? '');
      expect(hrefs.length).toBeGreaterThan(0);
      const item = await visitor.get(hrefs[0] ?? '');
      expect(item.status).toBe(200);
      expect(item.url.pathname.startsWith(`/${locale}/news/`)).toBe(true);
      expect(item.dom.querySelector('article h1')?.text).not.toBe('');
      expect(item.dom.querySelector('article script')).toBeNull();
    }
  });

  it('CMS-01 content pages are linked where their slots say: footer, registration and cookie page, in three languages', async () => {
    const own = {
      fr: ['conditions-generales', 'vie-privee'],
      nl: ['algemene-voorwaarden', 'privacy'],
      en: ['terms-and-conditions', 'privacy'],
    };
    for (const [locale, slugs] of Object.entries(own)) {
      const visitor = shop.visitor();
      const home = await visitor.get(`/${locale}`);
      const registration = await visitor.get(`/${locale}/account/register`);
      const consent = await visitor.get(`/${locale}/consent`);
      for (const slug of slugs) {
        const link = `.slot-links a[href="/${locale}/page/${slug}"]`;
        expect(home.dom.querySelector(`footer ${link}`), `${link} in the footer`).not.toBeNull();
        // The link opens a new tab, because Back to a rejected form would lose the input.
        const beside = registration.dom.querySelector(`form ${link}`);
        expect(beside?.getAttribute('target'), link).toBe('_blank');
        expect(consent.dom.querySelector(`main ${link}`), link).not.toBeNull();
        expect((await visitor.get(`/${locale}/page/${slug}`)).status).toBe(200);
      }
      expect(home.dom.querySelectorAll('footer .slot-links a')).toHaveLength(5);
    }
  });

  it('CMS-01 checkout links to terms and delivery information before the order is placed', async () => {
    const vet = await shop.customer('vet@demo.example');
    const list = await vet.get('/fr/search?in_stock=1');
    await list.form('form[data-sheet]').submit({
      name: 'add',
      value:
        list.dom.querySelector('button[name=add]:not([value=all])')?.getAttribute('value') ?? '',
    });
    const checkout = await vet.get('/fr/cart-confirm');
    const hrefs = checkout.dom
      .querySelectorAll('main .slot-links a')
      .map((one) => one.getAttribute('href'));
    expect(hrefs).toContain('/fr/page/livraison');
    expect(hrefs).toContain('/fr/page/conditions-generales');
  });

  it('CMS-01 terms and privacy are linked in the footer and next to each consent, whatever their slots', async () => {
    const other = await startTestShop({ products: 60 });
    try {
      const page = (id: number, group: string, slots: readonly string[]) => ({
        id,
        lang: 'fr',
        url: `fr/page/p${id}`,
        type: 'page',
        data: { type: 'page', title: `Page ${id}`, content: '<p>x</p>', group, slots },
      });
      other.sandbox.erp.control.fault({
        match: { method: 'GET', path: 'cms/content' },
        status: 200,
        times: 1_000,
        body: {
          size: 3,
          data: [page(1, 'legal', []), page(2, 'about', []), page(3, 'help', ['registration'])],
        },
      });
      const visitor = other.visitor();
      const linked = async (path: string, below: string) =>
        (await visitor.get(path)).dom
          .querySelectorAll(`${below} .slot-links a`)
          .map((link) => link.getAttribute('href'));
      expect(await linked('/fr', 'footer')).toEqual(['/fr/page/p1']);
      expect(await linked('/fr/account/register', 'form')).toEqual(['/fr/page/p1', '/fr/page/p3']);
      expect(await linked('/fr/consent', 'main')).toEqual(['/fr/page/p1']);
    } finally {
      await other.stop();
    }
  });

  it('CMS-01 snippets appear where the ERP puts them, in their language and nowhere else', async () => {
    // Create the cart before the sign-in: the shop does not fetch a cart again that it has just fetched.
    newCart(shop, 'vet@demo.example', { quantity: 1 });
    const vet = await shop.customer('vet@demo.example');
    const Snippets = z.object({
      data: z.array(z.object({ data: z.object({ code: z.string(), content: z.string() }) })),
    });
    const textsIn = async (locale: string): Promise<ReadonlyMap<string, string>> => {
      const answer = await fetch(
        `${shop.sandbox.urls.erp}/cms/content?type=snippet&lang=${locale}`,
      );
      const { data } = Snippets.parse(await answer.json());
      const words = (html: string) =>
        html
          .replace(/<\/?(p|ul|li|br)\b[^>]*>/g, ' ')
          .replace(/<[^>]+>/g, '')
          .replace(/\s+/g, ' ')
          .trim();
      return new Map(data.map((one) => [one.data.code, words(one.data.content)]));
    };
    for (const locale of ['fr', 'nl', 'en']) {
      const texts = await textsIn(locale);
      const places = {
        home_welcome: await shop.visitor().get(`/${locale}`),
        login_help: await shop.visitor().get(`/${locale}`),
        help_with_fee: await vet.get(`/${locale}/cart`),
        footer_contact: await vet.get(`/${locale}/cart-confirm`),
      };
      for (const [code, page] of Object.entries(places)) {
        const text = texts.get(code) ?? '';
        expect(text.length, `${code} in ${locale}`).toBeGreaterThan(10);
        expect(page.words('body'), `${code} in ${locale}`).toContain(text);
        const others = await textsIn(locale === 'fr' ? 'nl' : 'fr');
        expect(page.words('body'), `${code}, another language`).not.toContain(others.get(code));
      }
      expect(places.footer_contact.words('main')).toContain(texts.get('help_with_fee'));
      for (const code of ['home_welcome', 'login_help'])
        expect(places.help_with_fee.words('body')).not.toContain(texts.get(code));
    }
  });

  it('CMS-01 the footer shows the ERP’s text, and links the content pages by group', async () => {
    const { dom } = await shop.visitor().get('/fr');
    const lists = dom.querySelectorAll('footer .slot-links');
    expect(lists.length).toBeGreaterThan(1);
    expect(dom.querySelector('footer .prose')?.text.trim()).not.toBe('');
  });

  it('CMS-01 without content pages and snippets in the ERP, no empty blocks remain', async () => {
    const other = await startTestShop({ products: 60 });
    const match = { method: 'GET', path: 'cms/content' };
    const body = { size: 0, data: [] };
    other.sandbox.erp.control.fault({ match, status: 200, body, times: 1_000 });
    for (const path of ['/fr', '/nl/account/register', '/en/consent', '/fr/news']) {
      const { status, dom } = await other.visitor().get(path);
      expect(status).toBe(200);
      expect(dom.querySelectorAll('.slot-links, footer .prose'), path).toHaveLength(0);
    }
    await other.stop();
  });

  it('CMS-01 a news item has its picture and its file, served through the shop', async () => {
    const visitor = shop.visitor();
    const list = await visitor.get('/fr/news?page_size=10');
    const thumbnail = list.dom.querySelector('main img')?.getAttribute('src') ?? '';
    const small = await visitor.get(thumbnail);
    expect(small.status).toBe(200);
    expect(small.headers.get('content-type')).toBe('image/svg+xml');
    expect(small.headers.get('content-security-policy')).toContain('sandbox');
    const item = await visitor.get('/fr/news/campagne-vaccination-rage-printemps');
    expect(item.dom.querySelector('article img')?.getAttribute('src')).toMatch(/\/image$/);
    const file = item.dom.querySelector('article a[download]');
    expect(file?.text).toContain('PDF');
    const pdf = await visitor.get(file?.getAttribute('href') ?? '');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    expect(Number(pdf.headers.get('content-length'))).toBeGreaterThan(100);
    expect((await visitor.get('/fr/news-media/1/file')).status).toBe(404);
    expect((await visitor.get(thumbnail.replace('thumbnail', 'content'))).status).toBe(404);
  });

  it('CMS-08 the sitemap lists news and pages in their languages', async () => {
    const visitor = shop.visitor();
    const map = await visitor.get('/sitemap.xml');
    for (const path of [
      '/fr/news/campagne-vaccination-rage-printemps',
      '/nl/page/algemene-voorwaarden',
      '/en/page/terms-and-conditions',
    ]) {
      expect(map.text).toContain(`<loc>${shop.url}${path}</loc>`);
      expect((await visitor.get(path)).status, path).toBe(200);
    }
    expect(map.text).toContain(
      `hreflang="x-default" href="${shop.url}/fr/page/conditions-generales"`,
    );
  });

  it('CMS-01 SHELL-02 an unpublished item or page is a 404', async () => {
    const visitor = shop.visitor();
    expect((await visitor.get('/fr/news/never-was')).status).toBe(404);
    expect((await visitor.get('/fr/page/never-was')).status).toBe(404);
  });

  it('DEG-01 when the ERP is down, catalogue and content are served from the stale cache; other parts say what is missing', async () => {
    const customer = await shop.customer('clinique@demo.example');
    const news = await customer.get('/fr/news');
    const item = news.dom.querySelector('main ul.list a')?.getAttribute('href') ?? '';
    const search = await customer.get('/fr/search?in_stock=1');
    const product = search.dom.querySelector('.row-name a')?.getAttribute('href') ?? '';
    const category = search.dom.querySelector('.mega a')?.getAttribute('href') ?? '';
    const open = [
      '/fr/news',
      item,
      '/fr/page/livraison',
      '/fr/search?in_stock=1',
      product,
      category,
    ];
    const headings = new Map<string, string>();
    for (const path of open) headings.set(path, (await customer.get(path)).words('h1'));
    expect(new Set(headings.values()).size).toBe(open.length);
    aheadMs = 3_600_000;
    shop.sandbox.erp.control.availability(false);
    try {
      for (const visitor of [customer, shop.visitor()])
        for (const path of open) {
          const page = await visitor.get(path);
          expect(page.status, path).toBe(200);
          expect(page.words('h1'), path).toBe(headings.get(path));
          expect(page.words('footer')).toContain('Service clientèle');
          expect(page.dom.querySelectorAll('footer .slot-links a')).toHaveLength(5);
        }
      for (const path of ['', '/account', '/cart', '/account/profile', '/account/quotations']) {
        const page = await customer.get(`/fr${path}`);
        expect(page.status, path).toBe(200);
        expect(page.words(), path).toMatch(/disponible|ne répond pas|pour le moment/i);
      }
      for (const path of ['/fr/account/sales', '/fr/account/documents']) {
        const page = await customer.get(path);
        expect(page.status, path).toBe(503);
        expect(page.words(), path).toContain('Notre système de commande ne répond pas');
        expect(page.words('.ref'), path).toMatch(/^[0-9a-f]{12}$/);
      }
    } finally {
      shop.sandbox.erp.control.availability(true);
      aheadMs = 0;
    }
  });

  it('SHELL-01 every link of header, menus and footer leads to an existing page', async () => {
    for (const visitor of [shop.visitor(), await shop.customer('vet@demo.example')]) {
      const page = await visitor.get('/fr');
      const links = page.dom
        .querySelectorAll('header a, nav a, footer a, main a')
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => href.startsWith('/') && !href.includes('sign-in'));
      for (const href of new Set(links)) {
        expect((await visitor.get(href)).status, href).toBe(200);
      }
    }
  });
});

describe('cookie consent', () => {
  it('CMS-07 cookie consent is asked for only when measurement is configured', async () => {
    for (const visitor of [shop.visitor(), await shop.customer('vet@demo.example')])
      expect((await visitor.get('/fr')).dom.querySelector('form[data-consent]')).toBeNull();
  });
});
