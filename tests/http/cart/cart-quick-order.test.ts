import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { gtinCheckDigit } from '../../../app/features/catalogue/codes/check-digit';

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

const direct = () =>
  [...shop.sandbox.world.variants.values()].filter(
    (one) =>
      one.orderMode === 'direct_sale' &&
      !one.notSoldOnWebsite &&
      one.gross.every(({ price }) => price > 0),
  );
const open = async (paste: string, visitor = who): Promise<Page> =>
  (await visitor.get('/fr/quick-order'))
    .form('form.quick')
    .fill({ paste })
    .submit({ name: 'do', value: 'paste' });
const rows = (page: Page): string[] =>
  page.dom
    .querySelectorAll('#scan-lines > li')
    .map((row) => row.structuredText.replace(/\s+/g, ' ').trim());

describe('the quick order', () => {
  it.each(['fr', 'nl', 'en'])(
    'CART-10 presentations of one product are told apart by the names of their fields and buttons (%s)',
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

  it('SHELL-01 the cart’s badge writes a thousand as the cart does', async () => {
    const visitor = await shop.customer('pharmacie@demo.example');
    const [, one] = direct();
    const read = await open(`${one?.sku} 1026`, visitor);
    await read.form('form.quick').submit({ name: 'do', value: 'add' });
    const cart = await visitor.get('/fr/cart');
    const [thousand = ''] = /1\s\d{3}/.exec(cart.words('#cart-pieces')) ?? [];
    expect(thousand).not.toBe('');
    expect(cart.words('[data-cart-badge] .count')).toContain(thousand);
  });

  it('P-56 a form that comes again with one more line adds that one, and says so of the others', async () => {
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

  it('P-56 DEG-01 with the ERP away lines are kept, never said to be added, and not offered again', async () => {
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

  it('CART-10 CART-06 a line that the ERP refuses stays, with its quantity and the reason, and can be tried again', async () => {
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
      ...{ match: { method: 'POST', path: '*cart/sync' }, status: 400, times: 1 },
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

  it('CART-10 a code on the home page that the ERP refuses, or that finds no room, stands there again', async () => {
    const visitor = await shop.customer('clinique@demo.example');
    const [a] = direct().slice(31);
    shop.sandbox.erp.control.fault({
      ...{ match: { method: 'POST', path: '*cart/sync' }, status: 400, times: 1 },
      body: { detail: 'no such unit' },
    });
    const home = await visitor.get('/en');
    const fields = { tx: home.form('form:has([name=code])').fields.get('tx') ?? '' };
    const page = await visitor.post('/en', { ...fields, code: a?.sku ?? '', n: '3' });
    expect(page.words('body')).toContain('Our ordering system refuses 1 line');
    expect(page.dom.querySelector('[name=code]')?.getAttribute('value')).toBe(a?.sku);
    expect(page.dom.querySelector('[name=n]')?.getAttribute('value')).toBe('3');
  });

  it('CART-11 CART-12 a line longer than any code is refused by that name, and stays', async () => {
    const [a] = direct();
    const page = await open(`${a?.sku} 2${' '.repeat(200)}0`);
    const [row = ''] = rows(page);
    expect(row).toContain('Trop long : 200 caractères au plus');
    const again = await page.form('form.quick').submit({ name: 'do', value: 'check' });
    expect(rows(again)[0]).toContain('Trop long');
  });

  it('CART-10 each pasted line is resolved or refused with its reason; the good ones go in', async () => {
    const [a, b, c, d] = direct();
    const quotation = [...shop.sandbox.world.variants.values()].find(
      (one) => one.orderMode === 'quotation',
    );
    const page = await open(
      [
        `${a?.sku} 2`,
        `${b?.sku};3`,
        c?.sku,
        `${a?.sku} 4`,
        '00-no-such 1',
        `${b?.sku} 2O`,
        `${quotation?.sku} 1`,
        `abc ${a?.sku}`,
        `1 ${a?.sku} 3`,
        `${d?.sku}\tGants, 30 cm\t5`,
      ].join('\n'),
    );
    // In the order of the list; what was read twice is one row.
    const [twice, two, three, unknown, unreadable, barred, word, counted, table] = rows(page);
    expect(rows(page)).toHaveLength(9);
    expect(table).toContain(d?.sku);
    expect(counted).toMatch(/« 1 \/ 3 » : Quantité illisible/);
    // The product is known: it is the quantity in front of it that cannot be read.
    expect(word).toMatch(/« abc » : Quantité illisible/);
    expect(word).toContain(a?.sku);
    expect(two).toContain(b?.sku);
    expect(three).toContain(c?.sku);
    expect(twice).toContain('2 lectures : 2 + 4');
    expect(unknown).toContain('Code inconnu');
    expect(unreadable).toContain('Quantité illisible');
    expect(barred).toContain('Sur devis');
    expect(page.words()).toContain('4 lignes sur 9 sont prêtes.');
    const added = await page.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(added.status).toBe(422);
    expect(rows(added)).toHaveLength(5);
    const cart = await who.get('/fr/cart');
    const quantities = [a, b, c, d].map((one) =>
      cart.dom.querySelector(`input[name="q.${one?.id}"]`)?.getAttribute('value'),
    );
    expect(quantities).toEqual(['6', '3', '1', '5']);
  });

  it('CART-10 a scanner’s code and Enter add a line, the page is ready for the next one', async () => {
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

  it('CART-12 a quantity that is refused or emptied is never ordered as another', async () => {
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
      '« 1.000 » : 1 ou 1000 ? Tapez le nombre sans point ni virgule.',
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

  it('CART-10 all lines go at once and come back as they were, without script too', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a, b] = direct().slice(310);
    const read = await open(`${a?.sku} 2\n${b?.sku} 1,5\n${a?.sku} 3\nNOPE`, visitor);
    // What was added up is said, of a list as of scans.
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

  it('CART-10 CART-12 a pasted row without a quantity says that it counts as 1, a scanned code and a typed 1 do not', async () => {
    const says = {
      fr: 'Sans quantité : 1',
      nl: 'Zonder aantal: 1',
      en: 'No quantity given: 1',
    };
    const [a, b, c, d] = direct().slice(350);
    const list = [`${a?.sku}`, `${b?.sku} 1`, `${c?.sku} 2`, `${c?.sku}`].join('\n');
    for (const [locale, words] of Object.entries(says)) {
      const page = await who.get(`/${locale}/quick-order`);
      const paste = page.form('form.quick').fill({ paste: list });
      const read = await paste.submit({ name: 'do', value: 'paste' });
      const are = (shown: Page) => rows(shown).map((row) => row.includes(words));
      expect(are(read), locale).toEqual([true, false, true]);
      const scan = read.form('form.quick').fill({ code: d?.sku ?? '' });
      const scanned = await scan.submit({ name: 'do', value: 'scan' });
      // What the page has shown in a field of its own is what was meant.
      expect(are(scanned), locale).toEqual([false, false, false, false]);
    }
  });

  it('CART-10 headings and sums of a pasted list are passed over by name, a list comes in its own order below what was scanned since', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a, b, c, d] = direct().slice(320);
    const pasted = [
      ...['Code Quantité', `${a?.sku} 2`, `${b?.sku} 3 dozijn`, 'Sous-total 12.345,67 €'],
      ...[`${c?.sku} 1 000`, 'Totaal 1005'],
    ];
    const read = await open(pasted.join('\n'), visitor);
    const skus = (page: Page) =>
      rows(page).map((row) => [a, b, c, d].find((one) => row.includes(one?.sku ?? '-'))?.sku);
    expect(skus(read)).toEqual([a?.sku, b?.sku, c?.sku]);
    expect(read.words()).toContain(
      '3 lignes laissées de côté, car elles ne commandent rien : « Code Quantité », « Sous-total 12.345,67 € », « Totaal 1005 ».',
    );
    expect(rows(read)[1]).toContain(
      '« 3 dozijn » : Les douzaines et les boîtes ne sont pas comptées ici.',
    );
    const scanned = await read
      .form('form.quick')
      .fill({ code: d?.sku ?? '' })
      .submit({ name: 'do', value: 'scan' });
    expect(skus(scanned)).toEqual([d?.sku, a?.sku, b?.sku, c?.sku]);
    const added = await scanned.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(added.words()).toContain('3 lignes ajoutées au panier. Il reste 1 ligne à corriger.');
    expect(skus(added)).toEqual([b?.sku]);
    expect(added.dom.querySelector('[name="q.0"]')?.getAttribute('value')).toBe('3 dozijn');
    // Readings of one product stay in the order of the list too, behind those that were there.
    const twice = await open([`${c?.sku} 2`, `${b?.sku} 1`, `${c?.sku} 5`].join('\n'), visitor);
    expect(skus(twice)).toEqual([c?.sku, b?.sku]);
    expect(rows(twice)[0]).toContain('2 + 5');
    const only = await open('Total 3', visitor);
    expect([only.status, rows(only)]).toEqual([200, []]);
    expect(only.words()).toContain('1 ligne laissée de côté');
  });

  it('CART-10 CART-12 prices below a heading are never quantities, below words as well; two quantities are asked about', async () => {
    const [a, b] = direct().slice(340);
    const priced = ['Bonjour,', 'Code;Prix', `${a?.sku};6`, `${b?.sku};23`];
    const read = await open(priced.join('\n'), await shop.customer('vet@demo.example'));
    expect(rows(read)).toHaveLength(2);
    for (const row of rows(read)) expect(row).toContain('Indiquez au moins 1.');
    expect(read.words()).toContain('« Code Prix »');
    expect(read.words()).toContain('0 ligne sur 2 est prête.');
    const unknown = await open(`Code;Kwantum\n${a?.sku};6`);
    expect(rows(unknown)[0]).toContain('« Kwantum: 6 » : Quantité illisible');
    const twice = await open(`Code;Qté;Qté\n${a?.sku};2;3\n${b?.sku};4;4`);
    expect(rows(twice)[0]).toContain('« 2 / 3 » : Quantité illisible');
    expect(twice.words()).toContain('1 ligne sur 2 est prête.');
  });

  it('CART-10 CART-12 a price with its sign is no quantity; numbers of rows are no quantities, or asked about', async () => {
    const [a, b, c] = direct().slice(345);
    const priced = await open(`${a?.sku} 2 € 12,50\n${b?.sku} € 12\n${c?.sku} € 8,00`);
    expect(rows(priced)[0]).not.toContain('Quantité illisible');
    expect(rows(priced)[1]).toContain('« € 12 » : Quantité illisible');
    expect(rows(priced)[2]).toContain('« € 8,00 » : Quantité illisible');
    expect(priced.words()).toContain('1 ligne sur 3 est prête.');
    const listed = await open([a, b, c].map((one, at) => `${at + 1}. ${one?.sku}`).join('\n'));
    expect(listed.words()).toContain('3 lignes sur 3 sont prêtes.');
    expect(listed.words()).toContain('ont été lus comme numéros de ligne');
    const bare = await open([a, b, c].map((one, at) => `${at + 1} ${one?.sku}`).join('\n'));
    expect(bare.words()).toContain('0 ligne sur 3 est prête.');
    expect(bare.words()).toContain('peuvent être des numéros ou des quantités');
  });

  it('CART-12 codes of two products on one row are said and not chosen from, of one product they are one', async () => {
    const [a, b] = direct().filter(({ barcode }) => barcode);
    const rowsTyped = [
      `${a?.sku} ${b?.sku} 2`,
      `${a?.sku};${b?.barcode};3`,
      `${a?.sku}, ${b?.sku}`,
    ];
    for (const row of rowsTyped) {
      const read = await open(row);
      expect(rows(read), row).toHaveLength(1);
      expect(rows(read)[0], row).toContain('Codes de plusieurs produits : une ligne par produit');
      expect(read.words(), row).toContain('0 ligne sur 1 est prête.');
    }
    for (const row of [`${a?.sku};${a?.barcode};3`, `${a?.sku} ${a?.barcode} 3`]) {
      const { fields } = (await open(row)).form('form.quick');
      expect(fields.get('q.0'), row).toBe('3');
    }
    const numbered = await open(`1;${a?.sku};2\n2;${b?.sku};5\n3;${a?.sku};1`);
    expect(numbered.words()).toContain('lus comme numéros de ligne');
    expect(numbered.words()).toContain('2 lignes sur 2 sont prêtes.');
  });

  it('CART-12 a carton is never ordered as one piece: its unit is shown, and asked how many', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a] = direct()
      .slice(350)
      .filter(({ barcode }) => barcode?.length === 13);
    const body = `1${a?.barcode?.slice(0, 12)}`;
    const carton = `${body}${gtinCheckDigit(body)}`;
    const asked = async (page: Page) => {
      expect(rows(page)).toHaveLength(1);
      expect(rows(page)[0]).toContain('Code d’un carton : tapez le nombre d’unités');
      expect(rows(page)[0]).toContain(a?.sku);
      const again = page.form('form.quick');
      expect(again.fields.get('q.0')).toBe('');
      return again;
    };
    await asked(await open(`EAN;Qté\n${carton};2`, visitor));
    const read = await open(`${carton} 2`, visitor);
    expect(rows(read)[0]).toContain('« 2 »');
    const left = await asked(await (await asked(read)).submit({ name: 'do', value: 'add' }));
    const added = await left.fill({ 'q.0': '24' }).submit({ name: 'do', value: 'add' });
    expect(added.words('body')).toContain('1 ligne ajoutée au panier.');
    const cart = await visitor.get('/fr/cart');
    const field = cart.dom.querySelector(`input[name="q.${a?.id}"]`);
    expect(field?.getAttribute('value')).toBe('24');
    const foreign = await open('9N110375286414 2', visitor);
    expect(rows(foreign)[0]).toContain('Code PPN : aucun de nos produits ne le porte');
    const label = await open(`(01)${a?.barcode?.padStart(14, '0')}(30)24`, visitor);
    expect(rows(label)[0]).toContain('le contenu est de 24');
    expect(label.form('form.quick').fields.get('q.0')).toBe('1');
  });

  it('CART-10 words around a pasted list and a 0 are passed over, never a code; refused lines go at once and come back', async () => {
    const [a, b, c] = direct().slice(330);
    const around = [
      ...['Bonjour,', 'Voici notre commande pour demain :', 'Client C10021', 'TVA 6 % 7,99'],
      ...['IBAN BE68 5390 0754 7034', 'Facture FAC/2026/0123 du 12/11/2026', 'Merci d’avance,'],
      ...['Btw 21 % 8,01', 'Klantnr. 10021', 'Kind regards'],
    ];
    const zero = `${c?.sku} 0`;
    const kept = [`Client ${b?.sku} 3`, 'Client NO104382 NO104383', '• NO104384 2'];
    const list = [...around, `- 2 x ${a?.sku}`, zero, ...kept];
    const visitor = await shop.customer('vet@demo.example');
    const read = await open(list.join('\n'), visitor);
    expect(rows(read)).toHaveLength(4);
    expect(read.words()).toContain(
      `${around.length + 1} lignes laissées de côté, car elles ne commandent rien : « Bonjour, »`,
    );
    expect(read.words()).toContain('1 ligne sur 4 est prête.');
    const { fields } = read.form('form.quick');
    const gone = await read.form('form.quick').submit({ name: 'do', value: 'clear-refused' });
    expect(gone.dom.querySelectorAll('[value=clear-refused]')).toHaveLength(0);
    expect([gone.status, rows(gone).length]).toEqual([200, 1]);
    expect(rows(gone)[0]).toContain(String(a?.sku));
    expect(gone.words('main')).toContain('3 lignes retirées.');
    const back = await gone.form('form.quick').submit({ name: 'do', value: 'restore' });
    const values = (all: Iterable<[string, string]>): string[] =>
      [...all].flatMap(([name, value]) => (/^[cq]\.\d/.test(name) ? [value] : [])).sort();
    expect(values(back.form('form.quick').fields)).toEqual(values(fields));
  });

  it('CART-10 a signature below a list, telephones and quoted headings make no lines; a code with a quantity below them does', async () => {
    const [a, b] = direct().slice(360);
    const signature = [
      ...['Met vriendelijke groeten,', 'Dr. An Peeters', 'Dierenartsenpraktijk De Leie'],
      ...['Kortrijksesteenweg 1024', '9000 Gent', 'T 09 222 33 44 | M 0477/12.34.56'],
      ...['an@deleie.example', 'BE0477472701', 'Orde nr 12345', 'Verzonden vanaf mijn iPhone'],
    ];
    const quoted = ['Le 26/11/2026 à 10:12, Anne a écrit :', '0475123456', '-----'];
    const list = [...quoted, `> ${a?.sku} 2`, 'Gants taille M 2', ...signature, `NO104382 3`];
    const read = await open(list.join('\n'), await shop.customer('vet@demo.example'));
    expect(rows(read)).toHaveLength(3);
    expect(read.words()).toContain(`${signature.length + quoted.length} lignes laissées de côté`);
    // All of them can be read, not the first ones alone.
    for (const row of signature) expect(read.words(), row).toContain(row);
    const below = await open([`${a?.sku} 2`, 'Merci', `${b?.sku} 3`, 'Anne'].join('\n'));
    expect(below.words()).toContain('2 lignes sur 3 sont prêtes.');
  });

  it('CART-10 a button whose box is empty says so, and a lone wrong line lets no others go', async () => {
    const [a] = direct();
    const page = await open(`${a?.sku} 2`);
    for (const value of ['scan', 'paste']) {
      const empty = await page.form('form.quick').submit({ name: 'do', value });
      expect([empty.status, rows(empty).length], value).toEqual([422, 1]);
      expect(empty.words(), value).toContain('Tapez ou scannez d’abord un code');
    }
    const wrong = await open(`${a?.sku} abc`);
    expect(wrong.words()).toContain('Il reste 1 ligne à corriger.');
    expect(wrong.words()).not.toContain('les autres peuvent déjà partir');
    const student = await shop.customer('etudiant@demo.example');
    const barred = await open(`${a?.sku} 2`, student);
    expect(barred.words()).not.toMatch(/à corriger|les autres/);
  });

  it('CART-10 two hundred lines go in at once', async () => {
    const many = direct().slice(10, 210);
    const page = await open(many.map(({ sku }) => `${sku} 1`).join('\n'));
    expect(page.words()).toContain('200 lignes sur 200 sont prêtes.');
    const done = await page.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(done.words('body')).toContain('200 lignes ajoutées au panier.');
  });

  it.each(['/fr/quick-order', '/fr/scan'])(
    'PROD-02 CART-10 a customer who may not order reads so at the top of %s',
    async (path) => {
      const words = 'permet de consulter le catalogue, pas de commander';
      const student = await shop.customer('etudiant@demo.example');
      expect((await student.get(path)).words()).toContain(words);
      const practice = await shop.customer('vet@demo.example');
      expect((await practice.get(path)).words()).not.toContain(words);
    },
  );

  it('PROD-02 who may not order looks codes up and is offered no button that adds them', async () => {
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

  it('CART-09 a visitor goes to sign-in and back', async () => {
    const page = await shop.visitor().get('/fr/quick-order', { follow: false });
    expect(page.status).toBe(302);
    expect(decodeURIComponent(page.headers.get('location') ?? '')).toContain('/fr/quick-order');
  });
});

describe('scanned lines', () => {
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

  it('CART-11 the shop answers the queue’s lines together, newest first and merged', async () => {
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
      ...{ owner, direct: false },
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
    // One row shows both readings of the first; each is added for itself, under its own id.
    expect(
      read.ready.map(({ amount, ...line }) => ({ ...line, priced: Number(amount) > 0 })),
    ).toEqual([
      { id: '1', productId: a?.id, quantity: 1, priced: true },
      { id: '2', productId: b?.id, quantity: 1, priced: true },
      { id: '4', productId: a?.id, quantity: 2, priced: true },
      { id: '8', productId: c?.id, quantity: 24, priced: true },
      { id: '10', productId: d?.id, quantity: 1, priced: true },
    ]);
    // A scan on which nothing can be seen is no line; a pack whose day has passed says so, aloud too.
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

  it('CART-11 DEG-01 a code that search could not look up is not called unknown', async () => {
    const owner = ownerOn(await who.get('/fr/scan'));
    shop.sandbox.search.faults.set({ status: 503 });
    const answer = await ask(who, {
      ...{ owner, direct: false },
      lines: [line('1', direct().at(-1)?.sku ?? ''), line('2', '5412345678901')],
    });
    const pasted = await open(direct().at(-1)?.sku ?? '');
    shop.sandbox.search.faults.clear();
    const read = JSON.parse(answer.text) as Record<'html', string> &
      Record<'wrong' | 'unchecked', string[]>;
    // A check digit that does not fit is wrong whatever search would say.
    expect([read.wrong, read.unchecked]).toEqual([['2'], ['1']]);
    expect(read.html).toContain('Pas encore vérifié');
    expect(pasted.words('main')).toContain('Pas encore vérifié');
    for (const said of [read.html, pasted.words('main')])
      expect(said).not.toContain('Code inconnu');
  });

  it('DEG-01 with search away the lines of the cart and of past orders are found, ordered and the frame stays', async () => {
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

  it('CART-11 another customer, visitors and other scripts get nothing', async () => {
    const owner = ownerOn(await who.get('/fr/scan'));
    const body = { owner, direct: false, lines: [] };
    expect((await ask(who, body)).status).toBe(200);
    expect((await ask(who, { ...body, owner: 'other' })).status).toBe(409);
    expect((await ask(shop.visitor(), body)).status).toBe(401);
    expect((await ask(shop.visitor(), body, '0')).status).toBe(401);
    expect((await ask(who, { ...body, lines: [{ id: 1 }] })).status).toBe(422);
    expect((await ask(who, body, '0')).status).toBe(403);
    const foreign = await who.send('/fr/scan/lines', JSON.stringify(body), {
      ...{ 'content-type': 'application/json', 'x-scan': '1', origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });
});
