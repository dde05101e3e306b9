import { request } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { choose, postFile } from '../../support/order-file';

let shop: TestShop;
let who: Visitor;
/** Milliseconds that the shop's clock is ahead; enough of them, and a lost write can no longer take effect. */
let ahead = 0;
beforeAll(async () => {
  shop = await startTestShop({ products: 400, clock: { now: () => new Date(Date.now() + ahead) } });
  who = await shop.customer('vet@demo.example');
  // Make the first search before the tests, because it is the slowest.
  await who.get('/fr/quick-order');
  await who.get('/fr/search?q=chien');
});
beforeEach(() => shop.sandbox.erp.control.clearFaults());
afterAll(() => shop.stop());

const direct = () =>
  [...shop.sandbox.world.variants.values()].filter(
    (one) =>
      one.orderMode === 'direct_sale' &&
      !one.notSoldOnWebsite &&
      one.gross.every(({ price }) => price > 0),
  );
const sku = (index: number): string => direct()[index]?.sku ?? '';
const customerId = () =>
  shop.sandbox.world.customers.find(({ login }) => login === 'vet@demo.example')?.id ?? 0;
const inCart = (index: number): number =>
  (shop.sandbox.erp.control.cartsOf(customerId())[0]?.lines ?? [])
    .filter((line) => line.productId === direct()[index]?.id)
    .reduce((sum, line) => sum + line.qty, 0);
const hits = (): number =>
  shop.sandbox.erp.control.requests().filter(({ path }) => path.endsWith('carts/csv')).length;
const confirm = (page: Page): Promise<Page> => page.form('#confirm').submit();
const upload = (content: string | Uint8Array<ArrayBuffer>, name = 'commande.csv'): Promise<Page> =>
  choose(who, content, name);

/** Posts only the first bytes of a multipart form with the boundary `x`, and returns the response to them. */
async function postStart(
  path: string,
  start: string,
  announced: number,
): Promise<{ status: number; text: string }> {
  const url = new URL(path, shop.url);
  const cookie = await who.jar.getCookieString(url.href);
  return new Promise((resolve, reject) => {
    const posting = request(url, {
      method: 'POST',
      headers: {
        origin: url.origin,
        cookie,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(announced),
      },
    });
    posting.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        posting.destroy();
        resolve({ status: answer.statusCode ?? 0, text });
      });
    });
    posting.on('error', reject);
    posting.write(start);
  });
}

describe('import of an order file', () => {
  it('ACC-01 cart and dashboard accept a file, and its lines are previewed before anything is sent', async () => {
    for (const path of ['/fr/cart', '/fr/account']) {
      const panel = (await who.get(path)).dom.querySelector('form#import');
      expect(panel?.getAttribute('enctype')).toBe('multipart/form-data');
      expect(panel?.querySelector('input[type=file]')?.getAttribute('name')).toBe('file');
    }
    const before = hits();
    const page = await upload(
      `Code;Quantité\r\n${sku(0)};2\r\n00-no-such;1\r\n${sku(1)};2,5\r\n${sku(1)};-1\r\n${sku(2)};beaucoup\r\n${sku(0)};3\r\n5,4E+12;1\r\n`,
    );
    expect(page.hops.map(({ status }) => status)).toEqual([303, 200]);
    expect(page.words()).toContain('2 lignes sur 7 sont prêtes. 5 lignes sont refusées.');
    const refused = page.words('#refused');
    expect(refused).toMatch(/3 00-no-such;1 .*Code inconnu/);
    expect(refused).toContain('Nombre entier d’unités seulement, par exemple 2.');
    expect(refused).toContain('Une quantité ne peut pas être négative.');
    expect(refused).toContain('« beaucoup » : Quantité illisible.');
    expect(refused).toContain('Code abrégé par Excel');
    expect(page.words('#ready')).toContain('2 + 3 = 5');
    expect(hits()).toBe(before);
    const done = await confirm(page);
    expect(done.words()).toContain('2 lignes ajoutées au panier.');
    // The page shows this message only, and no second one about the file.
    expect(done.words('.toasts')).toBe('');
    expect(done.words('#refused')).toContain('00-no-such');
    expect(hits()).toBe(before + 1);
    expect(inCart(0)).toBe(5);
  });

  it('ACC-01 CART-10 the preview lists all ignored rows each time it is opened', async () => {
    const above = [
      'Clinique des Prés',
      'Rue du Pont',
      'Téléphone',
      'Commande',
      'Facture',
      'Livrer',
    ];
    const rows = [...above, 'Code;Quantité', `${sku(0)};2`, 'Total;2'];
    const page = await upload(`${rows.join('\r\n')}\r\n`);
    for (const shown of [page, await who.get(page.url.pathname + page.url.search)]) {
      expect(shown.words()).toContain('1 ligne sur 1 est prête.');
      const apart = shown.dom.querySelectorAll('main details div').map(({ text }) => text);
      expect(apart).toEqual([...above, 'Code Quantité', 'Total 2']);
    }
  });

  it('ACC-01 CART-12 a row without a quantity is labelled as counting 1, also next to a sum', async () => {
    const page = await upload(`${sku(8)}\r\n${sku(9)};2\r\n${sku(8)}\r\n`);
    const lines = page.dom
      .querySelectorAll('#ready tbody tr')
      .map(({ text }) => text.replace(/\s+/g, ' '));
    expect(lines.map((line) => line.includes('Sans quantité : 1'))).toEqual([true, false, true]);
    expect(lines[2]).toContain('1 + 1 = 2');
  });

  it.each([
    ['fr', /Exp\. 31\/12\/2031/, 'Lot et date de péremption\u00a0: non transmis avec la commande.'],
    ['nl', /Verv\. 31\/12\/2031/, 'Lotnummer en vervaldatum: niet meegestuurd met de bestelling.'],
    ['en', /Exp\. 31\/12\/2031/, 'Lot and expiry date: not sent with the order.'],
  ])(
    'ACC-01 CART-11 each preview row with lot and expiry of a label says that they are not sent (%s)',
    async (locale, expiry, notSent) => {
      const at = direct().findIndex(({ barcode }, place) => place > 60 && barcode?.length === 13);
      const gtin = direct()[at]?.barcode?.padStart(14, '0') ?? '';
      const read = await upload(
        `Code;Quantité\r\n(01)${gtin}(17)311231(10)B7A2;2\r\n${sku(at + 1)};1\r\n(01)05400000000003(10)C9;1\r\n`,
      );
      const page = await who.get(
        `${read.url.pathname}${read.url.search}`.replace('/fr/', `/${locale}/`),
      );
      const [scanned = '', plain = ''] = page.dom
        .querySelectorAll('#ready tbody tr')
        .map(({ structuredText }) => structuredText);
      expect(scanned).toMatch(expiry);
      expect(scanned).toContain('Lot B7A2');
      expect(scanned).toContain(notSent);
      expect(plain).not.toContain(notSent);
      expect(page.words('#refused')).toContain('Lot C9');
      const before = inCart(at);
      await confirm(page);
      const [{ lines } = { lines: [] }] = shop.sandbox.erp.control.cartsOf(customerId());
      expect(inCart(at)).toBe(before + 2);
      expect(JSON.stringify(lines)).not.toContain('B7A2');
    },
  );

  it('ACC-01 a file without valid lines shows what to do next, and no useless button', async () => {
    for (const text of ['00-no-such;1\r\n00-none;2', 'Bonjour,\r\nMerci.']) {
      const page = await upload(text);
      expect(page.words()).toContain('Aucune ligne de ce fichier ne peut être ajoutée.');
      expect(page.words()).not.toContain('sur 0');
      expect(page.dom.querySelectorAll('main button[disabled], #confirm')).toHaveLength(0);
      const ways = page.dom.querySelectorAll('main .panel .acts a');
      expect(ways.map((way) => way.getAttribute('href'))).toEqual([
        '/fr/cart/import',
        '/fr/quick-order',
      ]);
    }
  });

  it('CART-12 an overlong cell is reported instead of cut to another code or quantity', async () => {
    const gap = (count: number) => ' '.repeat(count);
    const page = await upload(
      [
        'Code;Quantité',
        `${sku(4)}${gap(195)}/9;1`,
        `${sku(5)};5${gap(45)}0`,
        `${sku(6)};5${gap(250)}0`,
        `${sku(7)};2`,
        ';5',
      ].join('\r\n'),
    );
    expect(page.words()).toContain('1 ligne sur 5 est prête. 4 lignes sont refusées.');
    expect(page.words('#refused')).toContain('Trop long : 200 caractères au plus');
    expect(page.words('#refused')).toContain('Le code manque');
    expect(page.words('#refused')).not.toContain('Code inconnu');
    await confirm(page);
    expect([4, 5, 6, 7].map(inCart)).toEqual([0, 0, 0, 2]);
  });

  it('CART-12 EAN and CNK columns that name two products reject the row; if they name one product they agree', async () => {
    // Products that are in no cart of the tests that count cart contents.
    const [one, other] = direct()
      .slice(40)
      .filter(({ barcode, cnkCode }) => barcode && cnkCode);
    const head = 'EAN;CNK;Quantité';
    const before = hits();
    const page = await upload(
      `${head}\r\n${one?.barcode};${other?.cnkCode};2\r\n${one?.barcode};${one?.cnkCode};3\r\n`,
      'ean-cnk.csv',
    );
    expect(page.words()).toContain('1 ligne sur 2 est prête. 1 ligne est refusée.');
    expect(page.words('#refused')).toContain('Plusieurs codes : une ligne par code');
    expect(page.words('#ready')).toContain('3');
    const places = [one, other].map((product) => direct().findIndex((two) => two === product));
    const had = places.map(inCart);
    await confirm(page);
    expect(hits()).toBe(before + 1);
    expect(places.map(inCart).map((pieces, at) => pieces - (had[at] ?? 0))).toEqual([3, 0]);
  });

  it.each([
    [
      'SYLK (.slk)',
      'liste.slk',
      (code: string) => `ID;PSCALC3\r\nC;X1;Y1;K"EAN"\r\nC;X1;Y2;K${code}\r\nC;X2;Y2;K12\r\nE\r\n`,
    ],
    [
      'SYLK (.slk)',
      'liste.csv',
      (code: string) => `ID;PWXL;N;E\nC;Y1;X1;K"EAN"\nC;Y2;X1;K"${code}"\nE\n`,
    ],
    [
      'DIF (.dif)',
      'liste.dif',
      (code: string) =>
        `TABLE\r\n0,1\r\n"EXCEL"\r\nDATA\r\n0,0\r\n""\r\n-1,0\r\nBOT\r\n1,0\r\n"${code}"\r\n0,3\r\nV\r\n-1,0\r\nEOD\r\n`,
    ],
    [
      'DIF (.dif)',
      'liste.csv',
      (code: string) =>
        `TABLE\n0,1\n""\nVECTORS\n0,2\n""\nDATA\n0,0\n""\n-1,0\nBOT\n0,${code}\nV\n0,3\nV\n-1,0\nEOD\n`,
    ],
  ])(
    'CART-12 ACC-01 a file in %s named %s is rejected because of its format, and orders nothing',
    async (format, name, content) => {
      const text = content(direct().find(({ barcode }) => barcode)?.barcode ?? '');
      const before = hits();
      const page = await upload(text, name);
      expect(page.words('main')).toContain(`C’est un fichier ${format}`);
      expect(page.dom.querySelector('#confirm')).toBeNull();
      // The same text pasted into quick order is rejected too.
      const pasted = (await who.get('/fr/quick-order')).form('form.quick').fill({ paste: text });
      const read = await pasted.submit({ name: 'do', value: 'paste' });
      expect(read.words('main')).toContain(`C’est un fichier ${format}`);
      expect(hits()).toBe(before);
    },
  );

  it('ACC-01 cart and quick order read an Excel workbook, with the same preview as a CSV file', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`;
    const rows = row('Code', 'Quantité') + row(sku(60), '2') + row('00-no-such', '1');
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const book = zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook><sheets><sheet name="Blad1" sheetId="1" r:id="r1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships><Relationship Id="r1" Type="${type}/worksheet" Target="sheet1.xml"/></Relationships>`,
      ),
      'xl/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    });
    const page = await upload(new Uint8Array(book), 'commande.xlsx');
    expect(page.words()).toContain('1 ligne sur 2 est prête. 1 ligne est refusée.');
    expect(page.words('#refused')).toMatch(/3 00-no-such;1 .*Code inconnu/);
    const had = inCart(60);
    await confirm(page);
    expect(inCart(60)).toBe(had + 2);
    const files = [['csv', new File([new Uint8Array(book)], 'commande.xlsx')]] as const;
    const read = await postFile(who, '/fr/quick-order', { do: 'file' }, { files });
    const fields = [...read.form('form.quick').fields];
    expect(fields.flatMap(([name, value]) => (/^q\.\d+$/.test(name) ? value : []))).toContain('2');
  });

  it('P-58 the same form is sent once; a second upload of the same order shows a warning', async () => {
    const page = await upload(`${sku(3)};4`);
    const start = hits();
    const [one, two] = await Promise.all([confirm(page), confirm(page)]);
    for (const answer of [one, two]) expect(answer.words()).toContain('1 ligne ajoutée au panier.');
    const again = await confirm(page);
    expect(again.words('body')).toContain('rien n’a été ajouté une seconde fois');
    expect(hits()).toBe(start + 1);
    expect(inCart(3)).toBe(4);
    expect((await upload(`${sku(3)};4`)).words()).toContain('a déjà été importée le');
  });

  it('P-58 an import whose ERP response was lost says “check your cart” and is never sent again; later the cart shows the result', async () => {
    const page = await upload(`${sku(4)};6`);
    const start = hits();
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: '*carts/csv' },
      drop: 'after',
    });
    const lost = await confirm(page);
    expect(lost.words()).toContain('vérifiez votre panier');
    const again = await confirm(page);
    expect(again.words()).toContain('vérifiez votre panier');
    const meanwhile = await confirm(await upload(`${sku(5)};1`));
    expect(meanwhile.status).toBe(409);
    expect(meanwhile.words()).toContain('en cours de vérification');
    ahead += 300_000;
    const later = await who.get(lost.url.pathname + lost.url.search);
    expect(later.words()).toContain('1 ligne ajoutée au panier.');
    expect(hits()).toBe(start + 1);
    expect(inCart(4)).toBe(6);
  });

  it('P-58 an import that never reached the ERP can be confirmed again by the customer', async () => {
    const page = await upload(`${sku(6)};2`);
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: '*carts/csv' },
      drop: 'before',
    });
    const lost = await confirm(page);
    ahead += 300_000;
    const later = await who.get(lost.url.pathname + lost.url.search);
    expect(later.words()).toContain('le panier est inchangé');
    expect((await confirm(later)).words()).toContain('1 ligne ajoutée au panier.');
    expect(inCart(6)).toBe(2);
  });

  it('ACC-01 lines that the ERP skipped are reported one by one', async () => {
    const page = await upload(`${sku(7)};1\n${sku(8)};2`);
    const cart = shop.sandbox.erp.control.cartsOf(customerId())[0];
    const body = { id: cart?.id, uuid: cart?.uuid, import_warning_msg: `Inconnus :\n${sku(8)}` };
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: '*carts/csv' },
      status: 200,
      body,
    });
    const done = await confirm(page);
    const items = done.dom.querySelectorAll('.notice.warn li').map((item) => item.text);
    expect(items.slice(0, 2)).toEqual(['Inconnus :', sku(8)]);
    expect(items[2]).toMatch(/^Ligne 2\u00a0: .*, quantité 2$/);
  });

  it('ACC-01 when the ERP is down, the preview of an order file stays and can be confirmed later', async () => {
    const page = await upload(`${sku(9)};3`);
    shop.sandbox.erp.control.availability(false);
    const away = await confirm(page);
    expect(away.status).toBe(503);
    expect(away.words()).toContain('votre fichier est gardé');
    shop.sandbox.erp.control.availability(true);
    ahead += 300_000;
    const done = await confirm(away);
    expect(done.words()).toContain('1 ligne ajoutée au panier.');
    expect(inCart(9)).toBe(3);
  });

  it('ACC-01 the file’s order reference row sets the reference of the cart', async () => {
    const page = await upload(`sn12;PO 7;vet@demo.example;Le matin\n${sku(10)};1`);
    expect(page.words()).toContain('PO 7');
    await confirm(page);
    expect(shop.sandbox.erp.control.cartsOf(customerId())[0]?.clientOrderRef).toBe('PO 7');
  });

  it('CART-10 five thousand pasted lines open the preview; more are rejected and preserved', async () => {
    const paste = Array.from({ length: 5_000 }, (_, i) => `${sku(i % 300)} 1`).join('\r\n');
    const page = await postFile(who, '/fr/quick-order', { do: 'paste', paste });
    expect(page.hops.map(({ status }) => status)).toEqual([303, 200]);
    expect(page.words()).toContain('5 000 lignes sur 5 000 sont prêtes.');
    const next = await who.get(`${page.url.pathname}${page.url.search}&page=2`);
    expect(next.words('#ready')).toContain('51–100');
    const tooMany = await postFile(who, '/fr/quick-order', {
      do: 'paste',
      paste: `${paste}\r\n${sku(0)} 1`,
    });
    expect(tooMany.status).toBe(422);
    expect(tooMany.words()).toContain('5 001 lignes, c’est trop');
    expect(tooMany.dom.querySelector('#paste')?.text.split('\n')).toHaveLength(5_001);
  });

  it('P-88 P-31 P-32 five megabytes on one row are rejected by name; displayed lines stay, and a workbook is named as such', async () => {
    const row = 'MA659359 2, '.repeat(400_000);
    const paste = `${sku(0)} 1\r\n${row}`;
    const shown = { 'c.0': sku(1), 'q.0': '7' };
    const pasted = await postFile(who, '/fr/quick-order', { ...shown, paste, do: 'paste' });
    expect(pasted.status).toBe(422);
    expect(pasted.words()).toMatch(/La ligne 2 est trop longue\s: 4\s000 caractères au plus/);
    expect(pasted.form('form.quick').fields.get('q.0')).toBe('7');
    expect(pasted.dom.querySelector('#paste')?.text).toBe('');
    const file = (name: string, content: string) => [['csv', new File([content], name)]] as const;
    const fields = { ...shown, paste: `${sku(2)} 1`, do: 'file' };
    const read = await postFile(who, '/fr/quick-order', fields, { files: file('a.csv', row) });
    expect([read.status, read.form('form.quick').fields.get('q.0')]).toEqual([422, '7']);
    expect(read.words()).toMatch(/La ligne 1 est trop longue\s: 1\s024 caractères au plus/);
    expect(read.dom.querySelector('#paste')?.text.trim()).toBe(`${sku(2)} 1`);
    const uploaded = await upload(`code;aantal\n${row}`);
    expect(uploaded.status).toBe(422);
    expect(uploaded.words()).toMatch(/La ligne 2 est trop longue/);
    const workbook = await upload(`PK\u0003\u0004${row}`);
    expect(workbook.status).toBe(422);
    expect(workbook.words()).toContain('Excel');
  });

  it.each([
    ['/fr/quick-order', 'name="paste"', /La ligne 2 est trop longue\s: 4\s000 caractères au plus/],
    [
      '/fr/cart/import',
      'name="file"; filename="a.csv"',
      /La ligne 2 est trop longue\s: 1\s024 caractères au plus/,
    ],
  ])(
    'P-88 P-31 a row of five megabytes posted to %s is rejected before the form has arrived',
    async (path, field, message) => {
      const head = `--x\r\nContent-Disposition: form-data; ${field}\r\n\r\ncode;aantal\r\n`;
      const answer = await postStart(path, head + 'MA659359 2, '.repeat(60_000), 5_000_000);
      expect(answer.status).toBe(422);
      expect(answer.text).toMatch(message);
    },
  );

  it('P-35 the template and an exported cart can be imported again', async () => {
    const template = await who.get('/nl/cart/import/template');
    expect(template.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const french = await who.get('/fr/cart/import/template');
    expect(french.headers.get('content-disposition')).toBe(
      `attachment; filename="mod_le de commande.csv"; filename*=UTF-8''mod%C3%A8le%20de%20commande.csv`,
    );
    const samples = await upload(template.text);
    expect(samples.words()).toContain('2 lignes sont refusées.');
    const cart = await who.get('/fr/cart/csv');
    const count = cart.text.trim().split('\r\n').length - 1;
    expect(count).toBeGreaterThan(3);
    expect((await upload(cart.text)).words()).toContain(`${count} lignes sur ${count} sont prêtes`);
  });

  it('ACC-01 CART-12 a quantity far above the usual is added from a file if its box is ticked; otherwise the page asks whether it is meant', async () => {
    const page = await upload(`${sku(200)};1001\n${sku(201)};2`);
    expect(page.words()).toContain('1 ligne sur 2 est prête.');
    expect(page.words('#asked')).toContain('Bien plus que d’habitude');
    expect(page.words('#confirm')).toMatch(/Pas encore ajouté\s: 1\s001 × .*Oui, 1\s001 unités/);
    const before = hits();
    const done = await confirm(page);
    expect([inCart(200), inCart(201)]).toEqual([0, 2]);
    expect(done.words('.toasts')).toContain('Pas encore ajouté');
    await done.form('.toasts form').submit();
    expect([inCart(200), inCart(201)]).toEqual([1_001, 2]);
    expect(hits()).toBe(before + 1);
    const ticked = await upload(`${sku(202)};1002\n${sku(203)};3`);
    await ticked.form('#confirm').fill({ sure: 'on' }).submit();
    expect([inCart(202), inCart(203)]).toEqual([1_002, 3]);
  });

  it('ACC-01 CART-12 quantities of one product are summed before the page asks whether they are meant; without other lines nothing can be added', async () => {
    const page = await upload(`${sku(204)};600\n${sku(204)};600`);
    expect(page.words('#confirm')).toMatch(/Oui, 1\s200 unités/);
    expect(page.words('#asked')).toMatch(/600 \+ 600 = 1\s200/);
    const asked = await confirm(page);
    expect([asked.status, inCart(204)]).toEqual([422, 0]);
    expect(asked.words('[role=alert]')).toContain('Bien plus que d’habitude');
    // When the ERP is down, the checkbox stays ticked.
    shop.sandbox.erp.control.availability(false);
    const away = await asked.form('#confirm').fill({ sure: 'on' }).submit();
    expect([away.status, away.form('#confirm').fields.get('sure')]).toEqual([503, 'on']);
    shop.sandbox.erp.control.availability(true);
    ahead += 300_000;
    await confirm(away);
    expect(inCart(204)).toBe(1_200);
  });

  it('AUTH-05 importing an order file as a guest redirects to sign-in', async () => {
    const page = await shop.visitor().get('/fr/cart/import', { follow: false });
    expect(page.status).toBe(302);
    const posted = await postFile(shop.visitor(), '/fr/cart/import', {}, { follow: false });
    expect(posted.status).toBe(302);
  });
});

describe('an ERP without file import', () => {
  it('ACC-01 without file import in the ERP, the page says that the import is not available, and adds nothing', async () => {
    const released = await startTestShop({ profile: 'odoo16' });
    try {
      const visitor = await released.customer('vet@demo.example');
      const imported = await confirm(await choose(visitor, `${direct()[0]?.sku};1`, 'a.csv'));
      expect(imported.words()).toContain('1 ligne ajoutée au panier.');
      released.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } });
      const page = await choose(visitor, `${direct()[1]?.sku};1`, 'a.csv');
      const answer = await confirm(page);
      expect(answer.status).toBe(409);
      expect(answer.words()).toContain('L’import de fichiers n’est pas disponible ici.');
      expect((await visitor.get('/fr/cart')).dom.querySelector('form#import')).toBeNull();
      expect((await visitor.get('/fr/cart/import')).words()).toContain('pas disponible ici');
    } finally {
      await released.stop();
    }
  });
});
