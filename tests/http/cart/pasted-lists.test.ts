/** Lists pasted into quick order: which rows are lines, which are ignored, and which cause a question. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { gtinCheckDigit } from '../../../app/catalogue/products/codes/check-digit';
import { orderable, pasted, rows } from './quick-order-pages';

let shop: TestShop;
let who: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 400, settings: { QUANTITY_ASK_ABOVE: '9999' } });
  who = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const direct = () => orderable(shop);
const open = (paste: string, visitor = who): Promise<Page> => pasted(visitor, paste);

describe('a list pasted into quick order', () => {
  it('CART-11 CART-12 a pasted line longer than any code is rejected as too long, and stays on the page', async () => {
    const [a] = direct();
    const page = await open(`${a?.sku} 2${' '.repeat(200)}0`);
    const [row = ''] = rows(page);
    expect(row).toContain('Trop long : 200 caractères au plus');
    const again = await page.form('form.quick').submit({ name: 'do', value: 'check' });
    expect(rows(again)[0]).toContain('Trop long');
  });

  it('CART-10 each line of a pasted list is resolved or rejected with a reason; valid lines are added', async () => {
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
    // In the order of the list; a code that occurs twice is one row.
    const [twice, two, three, unknown, unreadable, barred, word, counted, table] = rows(page);
    expect(rows(page)).toHaveLength(9);
    expect(table).toContain(d?.sku);
    expect(counted).toMatch(/« 1 \/ 3 » : Quantité illisible/);
    // The product is found; the text before it is not a valid quantity.
    expect(word).toMatch(/« abc » : Quantité illisible/);
    expect(word).toContain(a?.sku);
    expect(two).toContain(b?.sku);
    expect(three).toContain(c?.sku);
    expect(twice).toContain('2 lectures : 2 + 4');
    expect(unknown).toContain('Code inconnu');
    expect(unreadable).toContain('Quantité illisible');
    expect(barred).toContain('Sur devis');
    const asks = page.dom.querySelectorAll('#scan-lines a[href$="#quotation"]');
    expect(asks.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringContaining(`=${quotation?.id}#`),
    ]);
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

  it('CART-10 CART-12 a pasted row without a quantity says that it counts as 1; a scanned code and an entered 1 do not', async () => {
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
      // A value that the page has shown in a quantity field counts as intended when it is sent back unchanged.
      expect(are(scanned), locale).toEqual([false, false, false, false]);
    }
  });

  it('CART-10 headings and sums in a pasted list are ignored and named; pasted rows keep their order, below later scans', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a, b, c, d] = direct().slice(320);
    const pasted = [
      'Code Quantité',
      `${a?.sku} 2`,
      `${b?.sku} 3 dozijn`,
      'Sous-total 12.345,67 €',
      `${c?.sku} 1 000`,
      'Totaal 1005',
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
    // Repeated codes of a list also keep its order, behind the existing rows.
    const twice = await open([`${c?.sku} 2`, `${b?.sku} 1`, `${c?.sku} 5`].join('\n'), visitor);
    expect(skus(twice)).toEqual([c?.sku, b?.sku]);
    expect(rows(twice)[0]).toContain('2 + 5');
    const only = await open('Total 3', visitor);
    expect([only.status, rows(only)]).toEqual([200, []]);
    expect(only.words()).toContain('1 ligne laissée de côté');
  });

  it('CART-12 two numbers in one quantity field make the page ask which is meant, on the product page too', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a] = direct().slice(370);
    const read = await open(`${a?.sku} 2 500`, visitor);
    expect(rows(read)[0]).toContain('« 2 500 » : 2 ou 2500 ?');
    const own = await visitor.get(`/fr/search?q=${a?.sku}`);
    for (const typed of ['2\t500', '2 500']) {
      const sheet = own.form(`form:has([name="q.${a?.id}"])`).fill({ [`q.${a?.id}`]: typed });
      const answer = await sheet.submit({ name: 'add', value: String(a?.id) });
      expect(answer.status).toBe(422);
      expect(answer.words('main')).toContain('sans point, virgule ni espace');
      expect(answer.form(`form:has([name="q.${a?.id}"])`).fields.get(`q.${a?.id}`)).toBe(typed);
    }
  });

  it('CART-12 a pasted quantity is never cut: fields have no maximum length, and surrounding text is removed', async () => {
    const visitor = await shop.customer('vet@demo.example');
    const [a] = direct().slice(375);
    const fields = (page: Page) => page.dom.querySelectorAll('input[inputmode="numeric"]');
    const own = await visitor.get(`/fr/search?q=${a?.sku}`);
    for (const page of [own, await visitor.get('/fr/quick-order')]) {
      expect(fields(page).length).toBeGreaterThan(0);
      for (const field of fields(page)) expect(field.getAttribute('maxlength')).toBeUndefined();
    }
    const sheet = own.form(`form:has([name="q.${a?.id}"])`);
    await sheet.fill({ [`q.${a?.id}`]: '     1250' }).submit({ name: 'add', value: String(a?.id) });
    const cart = await visitor.get('/fr/cart');
    const field = cart.dom.querySelector(`input[name="q.${a?.id}"]`);
    expect(field?.getAttribute('value')).toBe('1250');
    expect(field?.getAttribute('maxlength')).toBeUndefined();
  });

  it('CART-10 a pasted row that names no product is shown completely, next to an empty quantity', async () => {
    for (const row of ['deux boîtes de Metacam', '2 Metacam', 'bla bla']) {
      const { fields } = (await open(row)).form('form.quick');
      expect([fields.get('c.0'), fields.get('q.0')], row).toEqual([row, '']);
    }
  });

  it('CART-10 CART-12 numbers in a price column are never quantities; with two possible quantities the page asks', async () => {
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

  it('CART-10 CART-12 a price with a currency sign is no quantity; row numbers are ignored, or the page asks', async () => {
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

  it('CART-12 a pasted row with codes of two products is reported and none chosen; two codes of one product are accepted', async () => {
    const [a, b] = direct().filter(({ barcode }) => barcode);
    const rowsTyped = [
      `${a?.sku} ${b?.sku} 2`,
      `${a?.sku};${b?.barcode};3`,
      `${a?.sku}, ${b?.sku}`,
    ];
    for (const row of rowsTyped) {
      const read = await open(row);
      expect(rows(read), row).toHaveLength(1);
      expect(rows(read)[0], row).toContain('Plusieurs codes : une ligne par code');
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

  it('CART-12 a carton code is never ordered as one piece: the page shows its unit and asks how many', async () => {
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

  it('CART-10 text around a pasted list and a 0 are ignored; rejected lines can be cleared at once and restored', async () => {
    const [a, b, c] = direct().slice(330);
    const around = [
      'Bonjour,',
      'Voici notre commande pour demain :',
      'Client C10021',
      'TVA 6 % 7,99',
      'IBAN BE68 5390 0754 7034',
      'Facture FAC/2026/0123 du 12/11/2026',
      'Merci d’avance,',
      'Btw 21 % 8,01',
      'Klantnr. 10021',
      'Kind regards',
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
    expect(read.dom.querySelectorAll('.scanned li [value=clear-refused]')).toHaveLength(0);
    const gone = await read.form('form.quick').submit({ name: 'do', value: 'clear-refused' });
    expect(gone.dom.querySelectorAll('[value=clear-refused]:not([hidden])')).toHaveLength(0);
    expect([gone.status, rows(gone).length]).toEqual([200, 1]);
    expect(rows(gone)[0]).toContain(String(a?.sku));
    expect(gone.words('main')).toContain('3 lignes retirées.');
    const back = await gone.form('form.quick').submit({ name: 'do', value: 'restore' });
    const values = (all: Iterable<[string, string]>): string[] =>
      [...all].flatMap(([name, value]) => (/^[cq]\.\d/.test(name) ? [value] : [])).sort();
    expect(values(back.form('form.quick').fields)).toEqual(values(fields));
  });

  it('CART-10 signatures, telephone numbers and quoted headings in a pasted text make no lines; a later code with a quantity does', async () => {
    const [a, b] = direct().slice(360);
    const signature = [
      'Met vriendelijke groeten,',
      'Dr. An Peeters',
      'Dierenartsenpraktijk De Leie',
      'Kortrijksesteenweg 1024',
      '9000 Gent',
      'T 09 222 33 44 | M 0477/12.34.56',
      'an@deleie.example',
      'BE0477472701',
      'Orde nr 12345',
      'Verzonden vanaf mijn iPhone',
    ];
    const quoted = ['Le 26/11/2026 à 10:12, Anne a écrit :', '0475123456', '-----'];
    const list = [...quoted, `> ${a?.sku} 2`, 'Gants taille M 2', ...signature, `NO104382 3`];
    const read = await open(list.join('\n'), await shop.customer('vet@demo.example'));
    expect(rows(read)).toHaveLength(3);
    expect(read.words()).toContain(`${signature.length + quoted.length} lignes laissées de côté`);
    // All ignored rows are shown, not only the first ones.
    for (const row of signature) expect(read.words(), row).toContain(row);
    const below = await open([`${a?.sku} 2`, 'Merci', `${b?.sku} 3`, 'Anne'].join('\n'));
    expect(below.words()).toContain('2 lignes sur 3 sont prêtes.');
  });
});
