import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
});
afterAll(() => shop.stop());

describe('news and content pages', () => {
  it('CMS-01 the news list leads to each item, in the three languages', async () => {
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

  it('CMS-01 SHELL-02 what was never published is a 404', async () => {
    const visitor = shop.visitor();
    expect((await visitor.get('/fr/news/never-was')).status).toBe(404);
    expect((await visitor.get('/fr/page/never-was')).status).toBe(404);
  });

  it('SHELL-01 no link of header, menus and footer leads nowhere', async () => {
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
