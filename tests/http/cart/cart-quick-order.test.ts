import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { choose } from '../../support/order-file';
import type { Page, Visitor } from '../../support/visitor';
import { orderable, pasted, rows } from './quick-order-pages';

let shop: TestShop;
let who: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 400 });
  who = await shop.customer('vet@demo.example');
});
afterEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.erp.control.availability(true);
});
afterAll(() => shop.stop());

const direct = () => orderable(shop);
const open = (paste: string, visitor = who): Promise<Page> => pasted(visitor, paste);

describe('quick order', () => {
  it.each(['fr', 'nl', 'en'])(
    'CART-10 fields and buttons of similar products have distinct accessible names (%s)',
    async (locale) => {
      const several = direct().slice(0, 60);
      const paste = several.map(({ sku }) => `${sku} 1`).join('\n');
      const page = await (
        await who.get(`/${locale}/quick-order`)
      )
        .form('form.quick')
        .fill({ paste })
        .submit({ name: 'do', value: 'paste' });
      const titles = page.dom.querySelectorAll('#scan-lines .row-name').map(({ text }) => text);
      expect(new Set(titles).size).toBeLessThan(several.length);
      const fields = page.dom
        .querySelectorAll('#scan-lines .qty')
        .map((one) => one.getAttribute('aria-label'));
      const buttons = page.dom
        .querySelectorAll('#scan-lines button[name=drop]')
        .map((one) => one.text.trim());
      for (const names of [fields, buttons]) {
        expect(names).toHaveLength(several.length);
        expect(new Set(names).size).toBe(several.length);
      }
    },
  );

  it.each([
    ['fr', 'Lot et date de péremption sont affichés, mais pas transmis avec la commande.'],
    ['nl', 'Lotnummer en vervaldatum worden getoond, maar niet met de bestelling meegestuurd.'],
    ['en', 'Lot and expiry date are shown, but not sent with the order.'],
  ])(
    'CART-11 the scan hint says once that lot and expiry are not sent (%s)',
    async (locale, hint) => {
      for (const path of ['quick-order', 'scan']) {
        const page = await who.get(`/${locale}/${path}`);
        expect(page.words('#scan-said')).toContain(hint);
        expect(page.words().split(hint)).toHaveLength(2);
      }
      const reader = shop.sandbox.world.customers.find(({ canOrder }) => !canOrder);
      const looking = await (await shop.customer(reader?.login ?? '')).get(`/${locale}/scan`);
      expect(looking.words('#scan-said')).not.toContain(hint);
    },
  );

  it('SHELL-01 the cart badge formats a thousand like the cart page', async () => {
    const visitor = await shop.customer('pharmacie@demo.example');
    const [, one] = direct();
    const read = await open(`${one?.sku} 1026`, visitor);
    const sure = await read.form('form.quick').submit({ name: 's.0', value: '1026!1026' });
    await sure.form('form.quick').submit({ name: 'do', value: 'add' });
    const cart = await visitor.get('/fr/cart');
    const [thousand = ''] = /1\s\d{3}/.exec(cart.words('#cart-pieces')) ?? [];
    expect(thousand).not.toBe('');
    expect(cart.words('[data-cart-badge] .count')).toContain(thousand);
  });

  it('P-56 a resent form with one new line adds only that line, and reports the others as added already', async () => {
    const visitor = await shop.customer('aanzee@demo.example');
    const [a, b] = direct().slice(10);
    const form = (await open(`${a?.sku} 2`, visitor)).form('form.quick');
    const press = { name: 'do', value: 'add' };
    expect((await form.submit(press)).status).toBe(200);
    const more = form.fill({ 'c.1': `${b?.sku} 3`, 'q.1': '3' });
    const again = await more.submit(press);
    expect(again.status).toBe(409);
    expect(rows(again)).toHaveLength(1);
    expect(again.words()).toContain('Cette ligne avait déjà été ajoutée');
    const cart = await visitor.get('/fr/cart');
    const quantity = (id: number | undefined) =>
      cart.dom.querySelector(`input[name="q.${id}"]`)?.getAttribute('value');
    expect([quantity(a?.id), quantity(b?.id)]).toEqual(['2', '3']);
    const twice = await again.form('form.quick').submit(press);
    expect(twice.status).toBe(200);
  });

  describe('quick order when the shop’s response was lost', () => {
    const pieces = async (visitor: Visitor): Promise<string> =>
      (await visitor.get('/fr/cart')).dom
        .querySelectorAll('main input[name^="q."]')
        .map((field) => field.getAttribute('value'))
        .join();
    const listed = async (login: string): Promise<{ visitor: Visitor; page: Page }> => {
      const visitor = await shop.customer(login);
      const [a, b] = direct();
      const page = await open(`${a?.sku} 2\n${b?.sku} 3`, visitor);
      // The lines are in the cart, but the customer gave up waiting and still sees the list.
      await page.form('form.quick').submit({ name: 'do', value: 'add' });
      return { visitor, page };
    };

    it.each(['', 'scan', 'paste', 'restore'])(
      'P-56 CART-01 after a lost response, quick order adds nothing twice when the list was checked or extended (%s)',
      async (pressed) => {
        const { visitor, page } = await listed('dierenarts@demo.example');
        const before = await pieces(visitor);
        const more = direct()[7]?.sku ?? '';
        const fields =
          pressed === 'scan' ? { code: more } : pressed === 'paste' ? { paste: more } : {};
        const checked = await page
          .form('form.quick')
          .fill(fields)
          .submit({ name: 'do', value: pressed });
        const again = await checked.form('form.quick').submit({ name: 'do', value: 'add' });
        const isMore = Object.keys(fields).length > 0;
        if (isMore)
          expect(again.words('[role=alert]')).toContain('Ces 2 lignes avaient déjà été ajoutées');
        const after = (await pieces(visitor)).split(',');
        expect(after.slice(0, 2)).toEqual(before.split(',').slice(0, 2));
      },
    );

    it('P-56 CART-01 OPS-03 after a lost response, quick order asks whether a changed quantity is meant, logs the question, and then adds it', async () => {
      const { visitor, page } = await listed('adresse@demo.example');
      const before = await pieces(visitor);
      const from = shop.logs.length;
      const changed = await page
        .form('form.quick')
        .fill({ 'q.0': '9' })
        .submit({ name: 'do', value: 'add' });
      expect(changed.status).toBe(409);
      expect(changed.words('[role=alert]')).toContain('Cette ligne avait déjà été ajoutée');
      expect(changed.form('form.quick').fields.get('q.0')).toBe('9');
      const noted = shop.logs.slice(from).filter(({ event }) => event === 'form.repeated');
      expect(noted).toMatchObject([
        { lines: 2, products: [direct()[1]?.id], detail: 'other quantities typed, not taken' },
      ]);
      expect(noted[0]).toHaveProperty('customer');
      expect(await pieces(visitor)).toBe(before);
      await changed.form('form.quick').submit({ name: 'do', value: 'add' });
      expect(await pieces(visitor)).not.toBe(before);
    });

    it('P-56 CART-10 after a lost response, the same question about a changed quantity appears on a product list and for a code on the home page', async () => {
      const visitor = await shop.customer('groothandel@demo.example');
      const list = await visitor.get('/fr/search');
      const field =
        [...list.form('form.sheet').fields.keys()].find((name) => name.startsWith('q.')) ?? '';
      const sheet = (typed: string) =>
        list
          .form('form.sheet')
          .fill({ [field]: typed })
          .submit();
      expect((await sheet('3')).words('[role=status]')).toContain('1 ligne ajoutée');
      const row = await sheet('5');
      expect(row.status).toBe(409);
      expect(row.words('[role=alert]')).toContain('Cette ligne avait déjà été ajoutée');
      expect(row.form('form.sheet').fields.get(field)).toBe('5');
      expect(await pieces(visitor)).toBe('3');
      const home = await visitor.get('/fr');
      const code = direct().find(({ id }) => field !== `q.${id}`)?.sku ?? '';
      const typed = (n: string) => home.form('form.quick').fill({ code, n }).submit();
      await typed('2');
      const told = await typed('6');
      expect(told.words('body')).toContain('Cette ligne avait déjà été ajoutée');
      expect([
        told.form('form.quick').fields.get('code'),
        told.form('form.quick').fields.get('n'),
      ]).toEqual([code, '6']);
      expect((await pieces(visitor)).split(',').sort()).toEqual(['2', '3']);
      // The second post of a double click gets the same answer as the first.
      expect((await typed('2')).words('body')).toContain('1 ligne ajoutée');
      await told.form('form.quick').submit();
      expect((await pieces(visitor)).split(',').sort()).toEqual(['3', '8']);
    });
  });

  it.each(['add', '', 'paste', 'clear', 'drop'])(
    'CART-10 P-56 without script, a code left in the code field becomes a line with any button (%s)',
    async (pressed) => {
      const visitor = await shop.customer('clinique@demo.example');
      const [a, , , d] = direct();
      const page = await open(`${a?.sku} 2`, visitor);
      const button =
        pressed === 'drop' ? { name: 'drop', value: '0' } : { name: 'do', value: pressed };
      const next = await page
        .form('form.quick')
        .fill({ code: d?.sku ?? '', n: '5', paste: pressed === 'add' ? 'pas encore lu' : '' })
        .submit(button);
      if (pressed === 'add') {
        expect(next.words('[role=status]')).toContain('2 lignes ajoutées');
        expect(next.form('form.quick').fields.get('paste')).toBe('pas encore lu');
        return;
      }
      expect(next.words('main')).not.toContain('Tapez ou scannez d’abord');
      const fields = next.form('form.quick').fields;
      const place = [...fields].find(([, value]) => value === d?.sku)?.[0].slice(2);
      expect(fields.get(`q.${place}`)).toBe('5');
      expect(rows(next)).toHaveLength(pressed === 'clear' || pressed === 'drop' ? 1 : 2);
    },
  );

  it('P-56 DEG-01 when the ERP is down, lines of quick order are queued, not reported as added, and not offered again', async () => {
    const visitor = await shop.customer('english@demo.example');
    const { control } = shop.sandbox.erp;
    const [a, b] = direct().slice(20);
    await visitor.get('/en/cart');
    const read = async (paste: string) =>
      (
        await (
          await visitor.get('/en/quick-order')
        )
          .form('form.quick')
          .fill({ paste })
          .submit({ name: 'do', value: 'paste' })
      ).form('form.quick');
    const press = { name: 'do', value: 'add' };
    const whole = await read(`${a?.sku} 2`);
    const part = await read(`${b?.sku} 3\n${a?.sku} 1,5`);
    control.availability(false);
    for (let click = 0; click < 2; click += 1) {
      const page = await whole.submit(press);
      expect([page.status, rows(page)]).toEqual([200, []]);
      expect(page.words('body')).toMatch(/1 line (kept|is being verified)/);
    }
    for (let click = 0; click < 2; click += 1) {
      const page = await part.submit(press);
      expect(rows(page)).toHaveLength(1);
      expect(page.words('body')).toMatch(/1 line (kept|is being verified)/);
      expect(page.words('body')).not.toMatch(/added to the cart|already been added/);
    }
  });

  it('CART-10 CART-06 a line that the ERP rejects stays in quick order with quantity and reason, and can be retried', async () => {
    const visitor = await shop.customer('clinique@demo.example');
    const { control } = shop.sandbox.erp;
    const [a] = direct().slice(30);
    await visitor.get('/en/cart');
    const form = (
      await (
        await visitor.get('/en/quick-order')
      )
        .form('form.quick')
        .fill({ paste: `${a?.sku} 4` })
        .submit({ name: 'do', value: 'paste' })
    ).form('form.quick');
    control.fault({
      match: { method: 'POST', path: '*cart/sync' },
      status: 400,
      times: 1,
      body: { detail: 'no such unit' },
    });
    const refused = await form.submit({ name: 'do', value: 'add' });
    expect(refused.status).toBe(422);
    expect(rows(refused)).toHaveLength(1);
    expect(rows(refused)[0]).toContain('“4”: Our ordering system refuses this line.');
    expect(refused.words('.toasts')).toContain('Our ordering system refuses 1 line');
    const again = refused.form('form.quick');
    expect(again.fields.get('q.0')).toBe('4');
    expect((await again.submit({ name: 'do', value: 'add' })).status).toBe(200);
    const cart = await visitor.get('/en/cart');
    const field = cart.dom.querySelector(`input[name="q.${a?.id}"]`);
    expect(field?.getAttribute('value')).toBe('4');
  });

  it('CART-10 the home page keeps the code when the ERP rejects it or the queue is full', async () => {
    const visitor = await shop.customer('clinique@demo.example');
    const [a] = direct().slice(31);
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: '*cart/sync' },
      status: 400,
      times: 1,
      body: { detail: 'no such unit' },
    });
    const home = await visitor.get('/en');
    const fields = { tx: home.form('form:has([name=code])').fields.get('tx') ?? '' };
    const page = await visitor.post('/en', { ...fields, code: a?.sku ?? '', n: '3' });
    expect(page.words('body')).toContain('Our ordering system refuses 1 line');
    expect(page.dom.querySelector('[name=code]')?.getAttribute('value')).toBe(a?.sku);
    expect(page.dom.querySelector('[name=n]')?.getAttribute('value')).toBe('3');
  });

  it('CART-10 a scanned code and Enter add a line to quick order, and the field is ready for the next code', async () => {
    const [, , , d, e] = direct();
    const scan = (page: Page, code: string) =>
      page.form('form.quick').fill({ code }).submit({ name: 'do', value: 'scan' });
    const first = await scan(await who.get('/fr/quick-order'), d?.sku ?? '');
    const second = await scan(first, e?.sku ?? '');
    expect(rows(second)).toHaveLength(2);
    expect(second.dom.querySelector('#code')?.getAttribute('value') ?? '').toBe('');
    const done = await second.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(done.hops[0]?.status).toBe(303);
    expect(done.words('body')).toContain('2 lignes ajoutées au panier.');
    expect(rows(done)).toHaveLength(0);
  });

  it('CART-12 an invalid or empty quantity is never ordered as another', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a, b, c, d, e] = direct().slice(300);
    const typed = ['abc', '1,5', '1.000', '-2', ''];
    const lines = [a, b, c, d, e].map((one, at) => `${one?.sku} ${typed[at] || 1}`);
    const read = await open([...lines, `${direct()[306]?.sku} 4`].join('\n'), visitor);
    expect(read.dom.querySelectorAll('form.quick input[type="number"]')).toEqual([]);
    const held = read.dom
      .querySelectorAll('input[name^="q."]')
      .map((one) => one.getAttribute('value'));
    expect(held).toEqual(['abc', '1,5', '1.000', '-2', '1', '4']);
    expect(read.words('#scan-lines')).toContain(
      '« 1.000 » : 1 ou 1000 ? Tapez le nombre sans point, virgule ni espace.',
    );
    const emptied = read.form('form.quick').fill({ 'q.1': '' });
    const added = await emptied.submit({ name: 'do', value: 'add' });
    expect(rows(added)).toHaveLength(5);
    expect(added.words('#scan-lines')).toContain('Indiquez au moins 1.');
    expect(added.words('#scan-lines')).not.toMatch(/«\s*»/);
    const cart = await visitor.get('/fr/cart');
    for (const one of [a, b, c, d, e])
      expect(cart.dom.querySelector(`input[name="q.${one?.id}"]`)).toBeNull();
    expect(
      cart.dom.querySelector(`input[name="q.${direct()[306]?.id}"]`)?.getAttribute('value'),
    ).toBe('4');
  });

  it('CART-10 all lines of quick order can be cleared at once and restored, without script too', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a, b] = direct().slice(310);
    const read = await open(`${a?.sku} 2\n${b?.sku} 1,5\n${a?.sku} 3\nNOPE`, visitor);
    // Each row shows how its quantity was summed, for a pasted list as for scans.
    expect(rows(read).find((row) => row.includes(String(a?.sku)))).toContain('2 lectures : 2 + 3');
    const kept = (page: Page): string[] =>
      [...page.form('form.quick').fields].flatMap(([name, value]) =>
        /^[cq]\.\d/.test(name) ? [`${name} ${value}`] : [],
      );
    const gone = await read.form('form.quick').submit({ name: 'do', value: 'clear' });
    expect([gone.status, rows(gone)]).toEqual([200, []]);
    expect(gone.words('main')).toContain('3 lignes retirées.');
    const back = await gone.form('form.quick').submit({ name: 'do', value: 'restore' });
    expect(kept(back)).toEqual(kept(read));
    const foreign = gone.form('form.quick').fill({ cleared: '[["x"' });
    expect(rows(await foreign.submit({ name: 'do', value: 'restore' }))).toEqual([]);
  });

  it('CART-10 the add button with an empty field says so; with only one invalid line it submits no other lines', async () => {
    const [a] = direct();
    const page = await open(`${a?.sku} 2`);
    const visitor = await shop.customer('groothandel@demo.example');
    const bare = await visitor.get('/fr/quick-order');
    for (const [at, value, count] of [
      [page, 'paste', 1],
      [bare, 'paste', 0],
      [bare, 'scan', 0],
    ] as const) {
      const empty = await at.form('form.quick').submit({ name: 'do', value });
      expect([empty.status, rows(empty).length], value).toEqual([422, count]);
      expect(empty.words(), value).toContain('Tapez ou scannez d’abord un code');
    }
    // Without script, Enter in a quantity field submits the code button: the line keeps the entered quantity.
    const field = [...page.form('form.quick').fields.keys()].find((name) => name.startsWith('q.'));
    const changed = page.form('form.quick').fill({ [field ?? '']: '12' });
    const counted = await changed.submit({ name: 'do', value: 'scan' });
    expect(counted.status).toBe(200);
    expect(counted.form('form.quick').fields.get(field ?? '')).toBe('12');
    expect(counted.words()).not.toContain('Tapez ou scannez d’abord');
    const wrong = await open(`${a?.sku} abc`);
    expect(wrong.words()).toContain('Il reste 1 ligne à corriger.');
    expect(wrong.words()).not.toContain('les autres peuvent déjà partir');
    const student = await shop.customer('etudiant@demo.example');
    const barred = await open(`${a?.sku} 2`, student);
    expect(barred.words()).not.toMatch(/à corriger|les autres/);
  });

  it('CART-10 quick order accepts two hundred lines at once', async () => {
    const many = direct().slice(10, 210);
    const page = await open(many.map(({ sku }) => `${sku} 1`).join('\n'));
    expect(page.words()).toContain('200 lignes sur 200 sont prêtes.');
    const done = await page.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(done.words('body')).toContain('200 lignes ajoutées au panier.');
  });

  it.each(['/fr/quick-order', '/fr/scan'])(
    'PROD-02 CART-10 a customer who may not order sees a notice at the top of %s',
    async (path) => {
      const words = 'permet de consulter le catalogue, pas de commander';
      const student = await shop.customer('etudiant@demo.example');
      expect((await student.get(path)).words()).toContain(words);
      const practice = await shop.customer('vet@demo.example');
      expect((await practice.get(path)).words()).not.toContain(words);
    },
  );

  it('PROD-02 a customer who may not order can look up codes, but gets no button to add them', async () => {
    const [a] = direct();
    const student = await shop.customer('etudiant@demo.example');
    const page = await open(`${a?.sku} 2`, student);
    expect(page.words('#scan-lines')).toContain(a?.sku);
    expect(page.dom.querySelectorAll('form.quick [name="do"][value="add"]')).toHaveLength(0);
    expect(page.words()).not.toMatch(/prêtes?\b|Ajouter|Quantité/);
    expect(page.words('#scan-lines')).toMatch(/€/);
    expect(page.words('#scan-lines .row-stock')).not.toBe('');
    expect(page.dom.querySelector('input.qty, #csv, .is-bad')).toBeNull();
    const offers = ':is(.top, main) a[href="/fr/quick-order"]';
    const nowhere = '/fr/no-such-page';
    const tooLong = `/fr/search?q=${'amoxicilline+'.repeat(90)}`;
    for (const path of ['/fr/account', nowhere, tooLong])
      expect((await student.get(path)).dom.querySelectorAll(offers), path).toHaveLength(0);
    for (const path of [nowhere, tooLong])
      expect((await shop.visitor().get(path)).dom.querySelector(offers), path).not.toBeNull();
    const practice = await open(`${a?.sku} 2`);
    expect(practice.dom.querySelector('form.quick [name="do"][value="add"]')).not.toBeNull();
  });

  it('CART-09 a guest who opens quick order is redirected to sign-in and back', async () => {
    const page = await shop.visitor().get('/fr/quick-order', { follow: false });
    expect(page.status).toBe(302);
    expect(decodeURIComponent(page.headers.get('location') ?? '')).toContain('/fr/quick-order');
  });
});

describe('scanned lines of the browser queue', () => {
  const ask = (visitor: Visitor, body: object, header = '1') =>
    visitor.send('/fr/scan/lines', JSON.stringify(body), {
      'content-type': 'application/json',
      'x-scan': header,
    });
  const line = (id: string, entered: string, typed: string | null = null) => ({
    id,
    entered,
    typed,
  });
  const ownerOn = (page: Page) =>
    /scan:([^:]+):/.exec(
      page.dom.querySelector('[data-scan]')?.getAttribute('data-scan') ?? '',
    )?.[1];

  it('CART-11 CART-12 a pasted line without a quantity says so before and after the script takes it over', async () => {
    const owner = ownerOn(await who.get('/fr/scan'));
    const [a, b] = direct().slice(20);
    const page = await pasted(who, `${a?.sku ?? ''}\n${b?.sku ?? ''} 2`);
    const marked = page.dom.querySelectorAll('#scan-lines li[data-uncounted]');
    expect(marked.map(({ structuredText }) => structuredText)).toEqual([
      expect.stringContaining('Sans quantité\u00a0: 1'),
    ]);
    const entry = { ...line('1', a?.sku ?? '', '1'), uncounted: true };
    const answer = await ask(who, { owner, direct: false, lines: [entry] });
    const { html } = JSON.parse(answer.text) as { html: string };
    expect(html).toContain('Sans quantité\u00a0: 1');
  });

  it('CART-10 CART-11 text behind a pasted label is named and needs a quantity in the field; a scan is one piece', async () => {
    const gtin = direct()
      .find(({ barcode }) => barcode?.length === 13)
      ?.barcode?.padStart(14, '0');
    const label = `(01)${gtin}(17)290331(10)L1`;
    const link = `https://id.gs1.org/01/${gtin}/10/L1`;
    const says = (text: string) =>
      `«\u00a0${text}\u00a0» derrière l’étiquette\u00a0: quantité, ou partie de l’étiquette\u00a0?`;
    for (const [text, behind] of [
      [`${label};6`, '6'],
      [`${label},6`, '6'],
      [`${link};6`, '6'],
      [`${label} 4`, '4'],
      [`02${gtin}3712 3`, '3'],
    ] as const) {
      const page = await pasted(who, text);
      const html = page.dom.querySelector('#scan-lines')?.structuredText ?? '';
      expect(html, text).toContain(says(behind));
      const again = await page.form('form.quick').submit({ name: 'do', value: 'check' });
      expect(again.dom.querySelector('#scan-lines')?.structuredText, text).toContain(says(behind));
      const settled = again.form('form.quick').fill({ 'q.0': '7' });
      const ready = await settled.submit({ name: 'do', value: 'check' });
      expect(ready.words(), text).toContain('1 ligne sur 1 est prête.');
    }
    const scan = (await who.get('/fr/quick-order')).form('form.quick').fill({ code: `${label};6` });
    const scanned = await scan.submit({ name: 'do', value: 'scan' });
    expect(scanned.words('#scan-lines')).toContain('Lot L1;6');
    expect(scanned.form('form.quick').fields.get('q.0')).toBe('1');
    const owner = ownerOn(await who.get('/fr/scan'));
    const asked = await ask(who, { owner, direct: false, lines: [line('1', `${label};6`)] });
    const { ready } = JSON.parse(asked.text) as { ready: { quantity: number }[] };
    expect(ready.map(({ quantity }) => quantity)).toEqual([1]);
    // The code field of the home page adds at once.
    const home = (await who.get('/fr')).form('form.quick').fill({ code: `${label} 4` });
    const refused = await home.submit();
    expect(refused.words('form.quick')).toContain('Du texte suit l’étiquette');
  });

  it('CART-11 a row, the import preview and the home page name the count of a label that an entered quantity replaces', async () => {
    const gtin = direct()
      .find(({ barcode }) => barcode?.length === 13)
      ?.barcode?.padStart(14, '0');
    const label = `(02)${gtin}(37)12`;
    const says = 'Quantité jointe au code : 12. La quantité saisie est retenue.';
    const page = await pasted(who, `${label}\t3`);
    expect(page.words('#scan-lines')).toContain(says);
    expect(page.form('form.quick').fields.get('q.0')).toBe('3');
    const same = page.form('form.quick').fill({ 'q.0': '12' });
    const checked = await same.submit({ name: 'do', value: 'check' });
    expect(checked.words('#scan-lines')).toContain('Quantité de l’étiquette : 12');
    expect(checked.words('#scan-lines')).not.toContain('La quantité saisie');
    const preview = await choose(who, `Code;Quantité\n${label};3\n`, 'commande.csv');
    expect(preview.words('main')).toContain(says);
    const home = (await who.get('/fr')).form('form.quick').fill({ code: label, n: '3' });
    expect((await home.submit()).words('body')).toContain(says);
  });

  it('CART-10 a code with a quantity beside another entered quantity: the home page names the replaced one, quick order asks', async () => {
    const visitor = await shop.customer('pharmacie@demo.example');
    const { id, sku } = direct()[3] ?? {};
    const code = `${sku};6`;
    const home = (await visitor.get('/fr')).form('form.quick').fill({ code, n: '3' });
    const says = 'Quantité jointe au code : 6. La quantité saisie est retenue.';
    expect((await home.submit()).words('body')).toContain(says);
    const cart = await visitor.get('/fr/cart');
    expect(cart.form('#cart').fields.get(`q.${id}`)).toBe('3');
    const page = await visitor.get('/fr/quick-order');
    const asked = await page
      .form('form.quick')
      .fill({ code, n: '3' })
      .submit({ name: 'do', value: 'scan' });
    expect(asked.words('#scan-lines')).toContain('6 / 3');
  });

  it('CART-10 CART-11 several labels in one text are rejected by home page, quick order and pasted lists, also two of one product', async () => {
    const [a, b] = direct().flatMap(({ barcode }) =>
      barcode?.length === 13 ? [`01${barcode.padStart(14, '0')}17290331`] : [],
    );
    for (const text of [`${a} ${b}`, `${a} ${a}`, `${a}${b}`]) {
      const home = (await who.get('/fr')).form('form.quick').fill({ code: text });
      expect((await home.submit()).words('form.quick'), text).toContain(
        'Du texte suit l’étiquette',
      );
      const page = await pasted(who, text);
      expect(page.words('#scan-lines'), text).toContain('Plusieurs codes');
      expect(page.words('#scan-lines .is-bad'), text).toContain('une ligne par code');
      expect(page.form('form.quick').fields.get('c.0'), text).toBe(text);
    }
  });

  it('CART-11 a row of several labels displays each lot', async () => {
    const gtin = direct()
      .find(({ barcode }) => barcode?.length === 13)
      ?.barcode?.padStart(14, '0');
    const page = await pasted(who, `(01)${gtin ?? ''}(10)A1\n(01)${gtin ?? ''}(10)B2`);
    const [row, other] = page.dom.querySelectorAll('#scan-lines li');
    expect(row?.structuredText).toContain('Lot A1');
    expect(row?.structuredText).toContain('Lot B2');
    expect(other).toBeUndefined();
  });

  it('CART-11 without script a row of several labels keeps each lot when it is posted, cleared and restored', async () => {
    const gtin = direct()
      .find(({ barcode }) => barcode?.length === 13)
      ?.barcode?.padStart(14, '0');
    const label = (lot: string) => `(01)${gtin ?? ''}(10)${lot}`;
    let page = await pasted(who, ['A1', 'B2', 'A1'].map(label).join('\n'));
    const press = async (value: string, fields = {}) => {
      page = await page.form('form.quick').fill(fields).submit({ name: 'do', value });
    };
    const shown = (): string => page.dom.querySelector('#scan-lines')?.structuredText ?? '';
    await press('scan', { 'q.0': '5', code: label('C3') });
    await press('check');
    expect(page.dom.querySelectorAll('#scan-lines li')).toHaveLength(1);
    expect(page.dom.querySelector('#scan-lines .qty')?.getAttribute('value')).toBe('6');
    for (const lot of ['A1', 'B2', 'C3']) expect(shown().split(`Lot ${lot}`)).toHaveLength(2);
    await press('clear');
    expect(shown()).not.toContain('Lot');
    await press('restore');
    for (const lot of ['A1', 'B2', 'C3']) expect(shown()).toContain(`Lot ${lot}`);
  });

  it('CART-11 the shop looks up all queued lines together and returns them newest first and merged', async () => {
    const owner = ownerOn(await who.get('/fr/scan'));
    const [a, b] = direct().slice(20);
    const c = direct()
      .slice(22)
      .find((one) => one.barcode);
    const barcode = b?.barcode ?? '';
    const d = direct()
      .slice(60)
      .find((one) => one.barcode);
    const answer = await ask(who, {
      owner,
      direct: false,
      lines: [
        line('1', a?.sku ?? ''),
        line('2', `]d201${barcode.padStart(14, '0')}17290430${'10LOT7'}`),
        line('3', 'XXXX1'),
        line('4', `2 x ${a?.sku}`),
        line('5', '5412345678901'),
        line('6', b?.sku ?? '', 'abc'),
        line('7', b?.sku ?? '', ''),
        line('8', `02${(c?.barcode ?? '').padStart(14, '0')}3724`),
        line('9', '\u001d'),
        line('10', `01${(d?.barcode ?? '').padStart(14, '0')}17241231`),
      ],
    });
    expect(answer.status).toBe(200);
    const read = JSON.parse(answer.text) as {
      html: string;
      ready: { id: string; productId: number; quantity: number; amount: number | null }[];
      wrong: string[];
      announcement: string;
    };
    // One row shows both scans of the first code; each is added separately, under its own id.
    expect(
      read.ready.map(({ amount, ...line }) => ({ ...line, priced: Number(amount) > 0 })),
    ).toEqual([
      { id: '1', productId: a?.id, quantity: 1, priced: true },
      { id: '2', productId: b?.id, quantity: 1, priced: true },
      { id: '4', productId: a?.id, quantity: 2, priced: true },
      { id: '8', productId: c?.id, quantity: 24, priced: true },
      { id: '10', productId: d?.id, quantity: 1, priced: true },
    ]);
    // A scan of invisible characters makes no line; an expired pack is reported, with a sound too.
    expect(read.html.match(/<li/g)).toHaveLength(8);
    expect(read.announcement).toMatch(/\. Périmé depuis le 31\/12\/2024$/);
    expect(read.wrong).toEqual(['7', '6', '5', '3']);
    for (const words of [
      'LOT7',
      '30/04/2029',
      'Périmé depuis le 31/12/2024',
      'Code mal lu',
      'Code inconnu',
      '2 lectures\u00a0: 1 + 2',
    ])
      expect(read.html).toContain(words);
  });

  it('CART-11 DEG-01 a code is not called unknown when the search engine is down', async () => {
    const owner = ownerOn(await who.get('/fr/scan'));
    shop.sandbox.search.faults.set({ status: 503 });
    const answer = await ask(who, {
      owner,
      direct: false,
      lines: [line('1', direct().at(-1)?.sku ?? ''), line('2', '5412345678901')],
    });
    const pasted = await open(direct().at(-1)?.sku ?? '');
    shop.sandbox.search.faults.clear();
    const read = JSON.parse(answer.text) as Record<'html', string> &
      Record<'wrong' | 'unchecked', string[]>;
    // A wrong check digit is an error even if search would find something.
    expect([read.wrong, read.unchecked]).toEqual([['2'], ['1']]);
    expect(read.html).toContain('Pas encore vérifié');
    expect(pasted.words('main')).toContain('Pas encore vérifié');
    for (const said of [read.html, pasted.words('main')])
      expect(said).not.toContain('Code inconnu');
  });

  it('DEG-01 without the search engine, lines of the cart and of past orders are still found and ordered', async () => {
    const customer = await shop.customer('kempenhof@demo.example');
    const sales = await customer.get('/fr/account/sales');
    const order = sales.dom.querySelector('main tbody th a')?.getAttribute('href') ?? '';
    const sku = /[A-Z]{2}\d{6}/.exec((await customer.get(order)).words())?.[0] ?? '';
    const known = [...shop.sandbox.world.variants.values()].find((one) => one.sku === sku);
    expect(known).toBeDefined();
    const unknown = direct().find((one) => one.sku !== sku)?.sku ?? '';
    shop.sandbox.search.faults.set({ status: 503 });
    const page = await open(`${sku} 3\n${unknown} 2`, customer);
    const found = rows(page);
    expect(found.find((row) => row.includes(sku))).not.toContain('Pas encore vérifié');
    expect(found.find((row) => row.includes(unknown))).toContain('Pas encore vérifié');
    expect(page.dom.querySelectorAll('.mega a').length).toBeGreaterThan(5);
    await page.form('form.quick').submit({ name: 'do', value: 'add' });
    for (const path of ['/fr/cart', '/fr/account', '/fr/account/sales', '/fr/cart-confirm'])
      expect((await customer.get(path)).status, path).toBe(200);
    shop.sandbox.search.faults.clear();
    const cart = await customer.get('/fr/cart');
    expect(cart.dom.querySelector(`input[name="q.${known?.id}"]`)?.getAttribute('value')).toBe('3');
  });

  it('CART-11 other customers, guests and requests of other scripts are rejected', async () => {
    const owner = ownerOn(await who.get('/fr/scan'));
    const body = { owner, direct: false, lines: [] };
    expect((await ask(who, body)).status).toBe(200);
    expect((await ask(who, { ...body, owner: 'other' })).status).toBe(409);
    expect((await ask(shop.visitor(), body)).status).toBe(401);
    expect((await ask(shop.visitor(), body, '0')).status).toBe(401);
    expect((await ask(who, { ...body, lines: [{ id: 1 }] })).status).toBe(422);
    expect((await ask(who, body, '0')).status).toBe(403);
    const foreign = await who.send('/fr/scan/lines', JSON.stringify(body), {
      'content-type': 'application/json',
      'x-scan': '1',
      origin: 'https://evil.example',
    });
    expect(foreign.status).toBe(403);
  });
});
