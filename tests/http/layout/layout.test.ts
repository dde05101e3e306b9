/** The layout of every page, in a browser without script. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page } from '../../support/visitor';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { ANALYTICS_SRC: 'https://measure.example/a.js' } });
  await shop.sandbox.search.ready;
});
afterAll(() => shop.stop());
afterEach(() => {
  shop.sandbox.search.faults.clear();
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.erp.control.availability(true);
});

const banners = (page: Page): number => page.dom.querySelectorAll('button[name=banner]').length;

describe('header, menus and footer', () => {
  it('SHELL-01 the layout offers a guest search, categories, languages and sign-in', async () => {
    const page = await shop.visitor().get('/fr');
    const { dom } = page;
    expect(dom.querySelector('header a.logo')?.getAttribute('href')).toBe('/fr');
    expect(dom.querySelector('header a.logo')?.text.trim()).not.toBe('');
    expect(dom.querySelector('footer')).not.toBeNull();
    expect(dom.querySelector('form[data-consent]')).not.toBeNull();
    expect(dom.querySelector('form[role=search]')?.getAttribute('action')).toBe('/fr/search');
    const departments = dom.querySelectorAll('.mega a').map((link) => link.getAttribute('href'));
    expect(departments.length).toBeGreaterThan(5);
    expect(departments.length).toBeLessThanOrEqual(20);
    expect(departments[0]).toMatch(/^\/fr\/c\//);
    expect(dom.querySelectorAll('.lang a').map((link) => link.getAttribute('href'))).toEqual([
      '/fr',
      '/nl',
      '/en',
    ]);
    expect(page.words('header')).toContain('Se connecter');
    expect(dom.querySelector('a[href="/fr/cart"]')).toBeNull();
  });

  it('SHELL-01 the layout shows a customer name, number, quick order, cart and the account pages', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/nl/consent');
    expect(page.words('header')).toContain('klant C10021');
    const links = page.dom.querySelectorAll('header a').map((link) => link.getAttribute('href'));
    for (const path of ['quick-order', 'cart', 'account', 'account/sales'])
      expect(links).toContain(`/nl/${path}`);
    expect(page.dom.querySelector('form[data-sign-out]')?.getAttribute('method')).toBe('post');
    // A phone shows only this menu.
    expect(page.words('header .who + .drop')).toContain('Snel bestellen en scannen');
  });

  it('SHELL-04 the footer shows the hours of orders, logistics and after-sales', async () => {
    const page = await shop.visitor().get('/fr/consent');
    const words = page.words('footer').replaceAll('\u00a0', ' ');
    expect(words).toMatch(/Commandes \+32 [\d ]+ ?lun\.–ven\. ?7 h 30–12 h 30, 13 h 30–16 h 00/);
    expect(words).toContain('Logistique');
    expect(words).toContain('Service après-vente');
  });

  it('DEG-01 cached categories remain while search is down, and every other page works', async () => {
    const visitor = shop.visitor();
    await visitor.get('/en');
    shop.sandbox.search.faults.set({ status: 503 });
    const page = await visitor.get('/en/consent');
    expect(page.status).toBe(200);
    expect(page.dom.querySelectorAll('.mega a').length).toBeGreaterThan(5);
  });
});

describe('languages', () => {
  it('I18N-02 the language switch preserves page and query, and the choice is remembered', async () => {
    const visitor = shop.visitor();
    const french = await visitor.get('/fr/consent?a=b');
    const dutch = french.dom.querySelector('.lang a[lang=nl]')?.getAttribute('href') ?? '';
    expect(dutch).toBe('/nl/consent?a=b');
    const page = await visitor.get(dutch, { headers: { 'accept-language': 'fr-BE' } });
    expect(page.headers.get('set-cookie')).toMatch(/locale=.*Max-Age=31536000/);
    const home = await visitor.get('/', { headers: { 'accept-language': 'en' } });
    expect(home.url.pathname).toBe('/nl');
  });

  it('I18N-03 lang attribute, canonical URL and alternates are correct', async () => {
    const { dom } = await shop.visitor().get('/en/consent?x=1');
    expect(dom.querySelector('html')?.getAttribute('lang')).toBe('en-US');
    expect(dom.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${shop.url}/en/consent`,
    );
    const alternates = dom
      .querySelectorAll('link[rel=alternate]')
      .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]);
    expect(alternates).toContainEqual(['nl', `${shop.url}/nl/consent`]);
    expect(alternates).toContainEqual(['x-default', `${shop.url}/fr/consent`]);
    expect(alternates).toHaveLength(4);
  });

  it('P-27 a visit without sign-in sets no cookie', async () => {
    const page = await shop.visitor().get('/fr');
    expect(page.headers.get('set-cookie')).toBeNull();
  });
});

describe('announcements and consent', () => {
  it('CMS-02 SHELL-09 announcements follow dates and audience; one marked as read stays read, and can be reopened', async () => {
    const visitor = shop.visitor();
    const before = await visitor.get('/fr/consent');
    const words = before.words('section[aria-label=Annonces]');
    expect(words).toContain('Réservé aux professionnels');
    expect(words).not.toContain('Langue bleue');
    expect(words).not.toContain('Inventaire terminé');
    const [button] = before.dom.querySelectorAll('button[name=banner]');
    const after = await before
      .form('form[action="/fr/consent/banner"]')
      .submit({ name: 'banner', value: button?.getAttribute('value') ?? '' });
    expect(after.url.pathname).toBe('/fr/consent');
    expect(banners(after)).toBe(banners(before) - 1);
    const home = await visitor.get('/fr');
    expect(banners(home)).toBe(banners(before) - 1);
    expect(home.words('section[aria-label=Annonces]')).toContain('Réservé aux professionnels');
  });

  it('SHELL-09 one folded line on every page shows the most urgent unread announcement, or that all are read', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const lineOf = (page: Page) => {
      const [line, ...others] = page.dom.querySelectorAll('section[aria-label=Annonces] summary');
      expect(others).toHaveLength(0);
      expect(page.dom.querySelector('section[aria-label=Annonces] details[open]')).toBeNull();
      return line;
    };
    let page = await visitor.get('/fr/cart');
    expect(lineOf(page)?.classNames).toBe('strip bad');
    expect(lineOf(page)?.querySelector('b')?.text).toContain('Langue bleue');
    expect(lineOf(page)?.text).toMatch(/ · \d+ autres messages$/);
    for (const path of ['/fr', '/fr/consent', '/fr/account/sales'])
      expect(lineOf(await visitor.get(path))?.text).toBe(lineOf(page)?.text);
    while (banners(page) > 0) {
      // The folded line names the quotation and the most urgent unread announcement, and counts the others. A quotation
      // that the customer still has to accept comes before informational announcements.
      const text = lineOf(page)?.text ?? '';
      const [, others] = /· (\d+) autres? messages?$/.exec(text) ?? [];
      expect(text).toContain('1 devis attend votre accord');
      expect(Number(others ?? 0)).toBe(banners(page) - (text.startsWith('1 devis') ? 0 : 1));
      const value = page.dom.querySelector('button[name=banner]')?.getAttribute('value') ?? '';
      page = await page.form('form[action="/fr/consent/banner"]').submit({ name: 'banner', value });
    }
    // A waiting quotation is shown as information, and the messages can still be read.
    expect(lineOf(page)?.classNames).toBe('strip calm');
    expect(lineOf(page)?.text).toMatch(/^1 devis attend votre accord · \d+ messages? lus?$/);
    expect(page.words('section[aria-label=Annonces]')).toContain('Langue bleue');
  });

  it('CMS-02 customers see the announcements addressed to customers', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/fr/consent');
    expect(page.words('section[aria-label=Annonces]')).toContain('Langue bleue');
  });

  it('CMS-03 today’s advertisements are shown, with safe links', async () => {
    const { dom } = await shop.visitor().get('/nl');
    const ads = dom.querySelectorAll('.ad');
    expect(ads.length).toBeGreaterThan(0);
    const words = ads.map((ad) => ad.structuredText.trim()).join(' ');
    expect(words).toContain('Maand van het gebit');
    expect(words).not.toContain('Kalfseizoen');
    for (const link of dom.querySelectorAll('.ad a'))
      expect(link.getAttribute('href')).toMatch(/^(\/nl\/|https?:\/\/)/);
  });

  it('CMS-03 an advertisement for the home page appears only there, and stays closed once closed', async () => {
    const visitor = shop.visitor();
    const names = (page: Page) =>
      page.dom.querySelectorAll('.ad b').map((name) => name.structuredText.trim());
    const home = await visitor.get('/fr');
    expect(names(home)).toContain('Action printemps : puces et tiques');
    const elsewhere = names(await visitor.get('/fr/promotions'));
    expect(elsewhere).toContain('Mois de la dent');
    expect(elsewhere).not.toContain('Action printemps : puces et tiques');
    const [button] = home.dom.querySelectorAll('button[name=advertisement]');
    const after = await home
      .form('.ad form')
      .submit({ name: 'advertisement', value: button?.getAttribute('value') ?? '' });
    expect(after.url.pathname).toBe('/fr');
    expect(names(after)).toEqual(names(home).slice(1));
    expect(names(await visitor.get('/fr'))).toEqual(names(home).slice(1));
    expect(names(await shop.visitor().get('/fr'))).toEqual(names(home));
    const wrong = await visitor.post('/fr/consent/banner', { advertisement: 'x' });
    expect(wrong.status).toBe(400);
  });

  it('CMS-07 the visitor is asked about measurement once, and can change the answer', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get('/en');
    const answered = await page.form('form[data-consent]').submit({ name: 'measure', value: 'no' });
    expect(answered.url.pathname).toBe('/en');
    expect(answered.words('.toasts')).toContain('Nothing is measured');
    expect(answered.dom.querySelector('form[data-consent]')).toBeNull();
    const later = await visitor.get('/en/consent');
    expect(later.words()).toContain('measurement refused');
    // Entries that scripts store besides cookies are listed, each with its lifetime.
    const facts = (tag: string) =>
      later.dom.querySelectorAll(`main ${tag}`).map(({ text }) => text);
    expect(facts('dt').join()).toMatch(/Cart changes.*Scanned codes.*forms.*searches.*Pages/);
    expect(facts('dd').filter((end) => /^(Until|The last thirty)/.test(end))).toHaveLength(6);
    expect(later.words('.toasts')).toBe('');
  });

  it('P-16 a return address on another site is ignored', async () => {
    const page = await shop
      .visitor()
      .post('/fr/consent', { measure: 'no', back: '//evil.example/x' }, { follow: false });
    expect(page.headers.get('location')).toBe('/fr');
  });
});

describe('the quotation banner', () => {
  it('SHELL-01 the quotation banner counts drafts and quotations awaiting acceptance', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/fr');
    const counts = page.dom
      .querySelectorAll('.strip a[href*="/account/quotations"]')
      .map(
        (link) => [link.getAttribute('href') ?? '', Number(/^\d+/.exec(link.text)?.[0])] as const,
      );
    expect(counts.map(([href]) => new URL(href, shop.url).searchParams.get('state'))).toEqual([
      'waiting_acceptation',
      'draft',
    ]);
    for (const [href, count] of counts) {
      const list = await customer.get(href);
      expect(list.words('.pager'), href).toMatch(new RegExp(` sur ${count}\\b`));
    }
  });

  it('SHELL-01 on working pages all announcements are one folded line that includes the counts of quotations', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/fr/account/quotations');
    const section = page.dom.querySelector('section[aria-label="Annonces"]');
    const open = section?.querySelectorAll(':scope > .strip:not([hidden])') ?? [];
    expect(open).toHaveLength(0);
    const summary = section?.querySelector('summary');
    expect(summary?.text).toMatch(
      /Langue bleue.*\n1 devis attend votre accord · \d+ autres messages$/,
    );
    expect(section?.querySelectorAll('details form button[name=banner]').length).toBeGreaterThan(1);
    expect(section?.querySelectorAll('details a[href*="quotations"]')).toHaveLength(2);
  });

  it('SHELL-01 catalogue pages never call the ERP for the quotation banner', async () => {
    const customer = await shop.customer('dierenarts@demo.example');
    const before = shop.sandbox.erp.control.requests().length;
    await customer.get('/fr/consent');
    const asked = shop.sandbox.erp.control.requests().slice(before);
    expect(asked.map(({ path }) => path).filter((path) => path.includes('quotations'))).toEqual([]);
  });

  it('DEG-01 the quotation banner is hidden while the ERP cannot count, and the page says what is missing', async () => {
    const { control } = shop.sandbox.erp;
    control.fault({ match: { path: 'quotations' }, status: 503, times: 20 });
    control.fault({ match: { path: 'sale_statistics/top_ordered' }, status: 503, times: 20 });
    const customer = await shop.customer('clinique@demo.example');
    const page = await customer.get('/fr');
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('state=draft');
    expect(page.words()).toContain('Vos plus commandés ne sont pas disponibles');
    expect(page.words()).toContain('Mes listes');
  });
});

describe('error pages', () => {
  it.each([
    ['/fr/x/y', '404 - Page non trouvée', 'Page non trouvée\u00a0: /fr/x/y'],
    ['/nl/x/y', '404 - Pagina niet gevonden', 'Pagina niet gevonden: /nl/x/y'],
    ['/en/x/y', '404 - Page not found', 'Page not found: /en/x/y'],
  ])(
    'SHELL-02 the error page for %s shows what is missing, where else to go and its reference',
    async (path, title, message) => {
      const page = await shop.visitor().get(path);
      expect(page.status).toBe(404);
      expect(page.dom.querySelector('title')?.text).toContain(title);
      expect(page.dom.querySelector('h1')?.text).toBe(title);
      expect(page.dom.querySelector('main .oops .muted')?.text).toBe(message);
      expect(page.words('.ref')).toBe(page.headers.get('x-request-id'));
      expect(page.dom.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
      expect(page.dom.querySelector('link[rel=canonical]')).toBeNull();
    },
  );

  it('SHELL-02 a URL that names no record is a 404 with its path, search and menus', async () => {
    const customer = await shop.customer('vet@demo.example');
    for (const path of [
      'p/no-such-product',
      'c/no/such/department',
      'news/no-such-news',
      'page/no-such-page',
      'form/no_such_form',
      'account/sales/abc',
      'account/quotations/0',
    ]) {
      const page = await customer.get(`/en/${path}`);
      expect(page.status, path).toBe(404);
      expect(page.dom.querySelector('main .oops .muted')?.text).toBe(`Page not found: /en/${path}`);
      expect(page.words()).toContain('Use the menus or the search');
      expect(page.dom.querySelector('form[role=search]')).not.toBeNull();
      expect(page.dom.querySelectorAll('.mega a').length).toBeGreaterThan(5);
      expect(page.dom.querySelector('main .acts a')?.getAttribute('href')).toBe('/en');
    }
    const gone = await customer.get('/en/account/wishlists/99999999');
    expect(gone.status).toBe(404);
    expect(gone.words()).toContain('This list no longer exists.');
    expect(gone.dom.querySelector('main .acts a')?.getAttribute('href')).toBe(
      '/en/account/wishlists',
    );
  });

  it('SHELL-02 the page for any other error shows its status, message, a way back and a reference to the log', async () => {
    const customer = await shop.customer('vet@demo.example');
    for (const [locale, title, message, back] of [
      ['fr', 'Service momentanément indisponible', 'Erreur 503 : ', 'Retour'],
      ['nl', 'Tijdelijk niet beschikbaar', 'Fout 503: ', 'Terug'],
      ['en', 'Temporarily unavailable', 'Error 503: ', 'Back'],
    ] as const) {
      shop.sandbox.erp.control.fault({ match: { path: 'orders' }, status: 503, times: 2 });
      const page = await customer.get(`/${locale}/account/sales`, {
        headers: { referer: `${shop.url}/${locale}/cart` },
      });
      expect(page.status).toBe(503);
      expect(page.words('h1')).toBe(title);
      expect(page.words('.big-code')).toBe('503');
      expect(page.words('main .oops p.muted').replaceAll('\u00a0', ' ')).toContain(message);
      const way = page.dom.querySelectorAll('main .acts a').at(-1);
      expect([way?.text.trim(), way?.getAttribute('href')]).toEqual([back, `/${locale}/cart`]);
      const reference = page.words('.ref');
      const lines = shop.logs.filter((line) => line['reference'] === reference);
      expect(lines.map((line) => line['event'])).toEqual(
        expect.arrayContaining(['erp.called', 'request.answered']),
      );
    }
  });

  it('SHELL-02 the back link of an error page leads to the page of this site that linked to it', async () => {
    const visitor = shop.visitor();
    const back = async (referer: string): Promise<(string | undefined)[]> => {
      const page = await visitor.get('/fr/x/y', { headers: { referer } });
      return page.dom.querySelectorAll('main .acts a').map((link) => link.getAttribute('href'));
    };
    expect(await back(`${shop.url}/fr/search?q=a`)).toContain('/fr/search?q=a');
    expect(await back('https://elsewhere.example/fr/search')).toEqual(['/fr']);
    // The link to the home page occurs only once.
    expect(await back(`${shop.url}/fr`)).toEqual(['/fr']);
  });
});
