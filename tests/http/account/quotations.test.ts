/** Quotations: requested, answered and accepted without script. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf, newCart, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const list = '/fr/account/quotations';
let shop: TestShop;
let vet: Visitor;
let shift = 0;
const clock = { now: () => new Date(Date.now() + shift) };

beforeAll(async () => {
  shop = await startTestShop({ clock });
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.search.faults.clear();
});

const skuOf = (id: number): string => shop.sandbox.world.variants.get(id)?.sku ?? '';
const started = async (reference: string): Promise<Page> =>
  (await vet.get(list)).form('#new-quotation').fill({ reference }).submit();
const press = (value: string) => ({ name: 'do', value });
const idOf = (page: Page): number => Number(page.url.pathname.split('/').pop());
const quantities = (page: Page): (string | undefined)[] =>
  page.dom.querySelectorAll('#draft input[name^="q."]').map((one) => one.getAttribute('value'));

/** Creates a draft quotation with one line, added by its code. */
async function drafted(reference: string): Promise<Page> {
  const [id = 0] = variants(shop, 1);
  return (await started(reference))
    .form('#draft')
    .fill({ code: skuOf(id), n: '4' })
    .submit(press('save'));
}

/** Creates a quotation request, and lets the ERP answer it with a quotation. */
async function answered(reference: string): Promise<Page> {
  const sent = await (await drafted(reference)).form('#draft').submit(press('submit'));
  shop.sandbox.erp.control.sendQuotation(idOf(sent));
  return vet.get(sent.url.pathname);
}

describe('quotations', () => {
  const question = (page: Page) => page.form('.toasts form');
  const said = (page: Page) => page.words('.toasts').replace(/\s/g, ' ');

  it('QUO-01 CART-12 a quotation asks once about a quantity far above the usual, when a line is added or changed', async () => {
    const [a = 0, b = 0] = variants(shop, 2);
    const page = await started('Grand stock');
    const asked = await page
      .form('#draft')
      .fill({ code: skuOf(a), n: '1200', note: 'Avant mars' })
      .submit(press('save'));
    expect([asked.status, said(asked)]).toEqual([
      422,
      expect.stringContaining('Pas encore ajouté : 1 200 × '),
    ]);
    expect(quantities(asked)).toEqual([]);
    // The input stays in the form, and the question survives a reload.
    const again = await vet.get(asked.url.pathname + asked.url.search);
    const { fields } = again.form('#draft');
    expect([fields.get('code'), fields.get('n'), fields.get('note')]).toEqual([
      skuOf(a),
      '1200',
      'Avant mars',
    ]);
    const added = await question(again).submit();
    expect(quantities(added)).toEqual(['1200']);
    // A saved quantity causes no further question; a larger one does.
    const field = added.dom.querySelector('#draft input[name^="q."]')?.getAttribute('name') ?? '';
    const saved = await added.form('#draft').fill({ note: 'Après mars' }).submit(press('save'));
    expect(saved.dom.querySelector('.toasts form')).toBeNull();
    const more = await saved
      .form('#draft')
      .fill({ [field]: '1300' })
      .submit(press('submit'));
    expect(said(more)).toContain('Pas encore modifié : 1 300 × ');
    expect(more.form('#draft').fields.get(field)).toBe('1300');
    const sent = await question(more).submit();
    expect(sent.words('main')).toContain('Demande envoyée');
    expect(sent.words('main').replace(/\s/g, ' ')).toContain('1 300');
    const pasted = await (
      await started('Grande liste')
    )
      .form('#draft')
      .fill({ paste: `${skuOf(a)} 2\n${skuOf(b)} 600\n${skuOf(b)} 600` })
      .submit(press('save'));
    expect(said(pasted)).toContain('1 200 × ');
    expect(quantities(await question(pasted).submit())).toEqual(['2', '1200']);
  });

  it('QUO-01 CART-12 a product page and the cart ask before a quotation gets an unconfirmed large quantity', async () => {
    const [id = 0] = variants(shop, 1);
    const form = (await vet.get(`/fr/account/keep?product=${id}`)).form(
      'form[action$="#quotation"]',
    );
    const asked = await form.fill({ n: '1200', to: 'new', name: 'Du produit' }).submit();
    expect(said(asked)).toContain('1 200 × ');
    expect(asked.form('form[action$="#quotation"]').fields.get('n')).toBe('1200');
    const saved = await question(asked).submit();
    const made = saved.dom.querySelector('.toasts a[href*="quotations/"]')?.getAttribute('href');
    expect(quantities(await vet.get(made ?? ''))).toEqual(['1200']);
    // Another device has filled the cart.
    const { uuid } = newCart(shop, login, { quantity: 1_100 });
    shift += 5_000;
    await vet.get('/fr/cart');
    const takes = (await vet.get(list)).form('#new-quotation').fill({ reference: 'Du panier' });
    const inDoubt = await takes.submit(press('lines'));
    expect(said(inDoubt)).toContain('1 100 × ');
    expect(inDoubt.form('#new-quotation').fields.get('reference')).toBe('Du panier');
    expect(quantities(await question(inDoubt).submit())).toEqual(['1100', '1100']);
    shop.sandbox.erp.control.replaceCart(uuid, 'cancelled');
    shift += 5_000;
    await vet.get('/fr/cart');
  });

  it('QUO-01 quotations are listed by state, and the counts in the banner link to those lists', async () => {
    const page = await vet.get(list);
    expect(page.status).toBe(200);
    expect(page.dom.querySelectorAll('#quotations tbody tr').length).toBeGreaterThanOrEqual(4);
    const words = {
      draft: 'Brouillon',
      customer_request: 'Demande envoyée',
      waiting_acceptation: 'À accepter',
      cancel: 'Annulé',
    };
    for (const [state, word] of Object.entries(words)) {
      const { dom } = await vet.get(`${list}?state=${state}`);
      const states = dom.querySelectorAll('#quotations tbody .state').map(({ text }) => text);
      expect(new Set(states), state).toEqual(new Set([word]));
      expect(dom.querySelector('#quotations [aria-current]')?.text).toBe(word);
    }
    // A page does not wait for counts that the ERP returns late, and no other page requests them for a minute.
    const strip = async () => {
      shift += 61_000;
      const { dom } = await vet.get(list);
      return dom.querySelectorAll('.strip a').map((link) => link.getAttribute('href'));
    };
    const ways = ['waiting_acceptation', 'draft'].map((state) => `${list}?state=${state}`);
    await expect.poll(strip).toEqual(expect.arrayContaining(ways));
  });

  it('QUO-01 P-58 a new quotation needs a unique reference, and a double click creates one', async () => {
    const nameless = await started('  ');
    expect(nameless.status).toBe(422);
    expect(nameless.words('#new-quotation')).toContain('Donnez une référence');
    const form = (await vet.get(list)).form('#new-quotation').fill({ reference: 'Salle 9' });
    const [one, two] = await Promise.all([form.submit(), form.submit()]);
    expect(one.url.pathname).toMatch(/quotations\/\d+$/);
    expect(two.url.pathname).toBe(one.url.pathname);
    const twin = await started(' salle  9');
    expect(twin.status).toBe(422);
    expect(twin.words('#new-quotation')).toContain('déjà un devis avec cette référence');
  });

  it('QUO-01 one form adds lines by code and changes a draft quotation; errors preserve the input', async () => {
    const [a = 0, b = 0] = variants(shop, 2);
    const page = await drafted('À remplir');
    expect(quantities(page)).toEqual(['4']);
    const field = page.dom.querySelector('#draft input[name^="q."]')?.getAttribute('name') ?? '';
    const wrong = await page
      .form('#draft')
      .fill({ [field]: '-1', code: skuOf(a), note: 'Avant mars' })
      .submit(press('save'));
    expect(wrong.status).toBe(422);
    expect(wrong.words('#draft')).toContain(
      'Ce produit est déjà présent dans cette demande de devis',
    );
    expect(wrong.form('#draft').fields.get(field)).toBe('-1');
    expect(wrong.form('#draft').fields.get('note')).toBe('Avant mars');
    const saved = await wrong
      .form('#draft')
      .fill({ [field]: '6', code: skuOf(b), n: '2' })
      .submit(press('save'));
    expect(quantities(saved)).toEqual(['6', '2']);
    expect(saved.url.hash).toBe('#code');
    expect(saved.dom.querySelector('#code')).not.toBeNull();
    expect(saved.form('#draft').fields.get('note')).toBe('Avant mars');
    const fewer = await saved
      .form('#draft')
      .submit({ name: field.replace('q.', 'x.'), value: 'on' });
    expect(quantities(fewer)).toEqual(['2']);
    // The removed line is named, and undo restores it at its position, once.
    expect(fewer.words('.toasts')).toMatch(/^.*\w.* × 6 retiré\./);
    const undo = fewer.form('.toasts form');
    await undo.submit();
    const twice = await undo.submit();
    expect(quantities(twice)).toEqual(['6', '2']);
    expect(twice.form('#draft').fields.get('note')).toBe('Avant mars');
  });

  it('QUO-01 CART-10 a pasted list with a wrong line names it and preserves the list; the corrected list is added completely', async () => {
    const [a = 0, b = 0, c = 0] = variants(shop, 3);
    const page = await drafted('Liste collée');
    const list = `${skuOf(b)};3\n999999999999 2\n2 x ${skuOf(c)}\n${skuOf(b)} 1\n${skuOf(a)} 7`;
    const wrong = await page.form('#draft').fill({ paste: list }).submit(press('save'));
    expect(wrong.status).toBe(422);
    expect(wrong.words('#paste-e')).toMatch(/^Ligne 2 \(999999999999\)\s: .+\.$/);
    expect(wrong.form('#draft').fields.get('paste')).toBe(list);
    // The error names row and product and ends with one full stop; surrounding text makes no lines.
    const refusedList = `Bonjour,\n${skuOf(b)} 1,5\nMerci\nAn Peeters, 0475 12 34 56`;
    const once = await page.form('#draft').fill({ paste: refusedList }).submit(press('save'));
    expect(once.words('#paste-e')).toMatch(/^Ligne 2 \(.{12,}\)\s: « 1,5 » : [^.]+\.$/);
    expect(quantities(wrong)).toEqual(['4']);
    const right = list.replace(/\n9+ 2/, '');
    const saved = await wrong.form('#draft').fill({ paste: right }).submit(press('save'));
    // The existing product keeps its quantity, and the same code twice makes one line.
    expect(quantities(saved)).toEqual(['4', '4', '2']);
    expect(saved.words('.toasts')).toContain('2 lignes ajoutées au devis.');
    expect(saved.words('.toasts')).toMatch(/1 produit était déjà dans la demande.*\(.+\)\./);
    const long = Array.from({ length: 201 }, (_, n) => String(10_000 + n)).join('\n');
    const refused = await saved.form('#draft').fill({ paste: long }).submit(press('save'));
    expect(refused.status).toBe(422);
    expect(refused.words('#paste-e')).toContain('200');
    // Rows without an order are listed as ignored; unreadable rows show their own reason.
    const barred = variants(shop, 1, (variant) => variant.notSoldOnWebsite)[0] ?? 0;
    const table = `Code;Quantité\n${skuOf(barred)};3 boîtes\nTotal;3`;
    const unread = await saved.form('#draft').fill({ paste: table }).submit(press('save'));
    expect(unread.words('#paste-e')).toContain('« 3 boîtes » : Les douzaines et les boîtes');
    const passed = await unread
      .form('#draft')
      .fill({ paste: table.replace(' boîtes', '') })
      .submit(press('save'));
    expect(quantities(passed)).toEqual(['4', '4', '2', '3']);
    const told =
      '2 lignes laissées de côté, car elles ne commandent rien : « Code Quantité », « Total 3 ».';
    expect(passed.words()).toContain(told);
    expect(passed.words('.toasts')).not.toContain(told);
  });

  it('QUO-01 CART-10 the ignored rows of a list pasted into a quotation stay readable as long as the page is open', async () => {
    const [a = 0, b = 0] = variants(shop, 2);
    const around = [
      'Bonjour,',
      'Merci,',
      'Client C10021',
      'Total;9',
      'Cordialement,',
      'An Peeters',
    ];
    const list = [...around.slice(0, 4), `${skuOf(a)};2`, skuOf(b), ...around.slice(4)].join('\n');
    const page = await started('Liste commentée');
    const paste = () => page.form('#draft').fill({ paste: list }).submit(press('save'));
    const [read, again] = await Promise.all([paste(), paste()]);
    const visited = await vet.get(read.url.pathname + read.url.search);
    for (const shown of [read, again, visited]) {
      expect(shown.status).toBe(200);
      expect(quantities(shown)).toEqual(['2', '1']);
      const rows = shown.dom.querySelectorAll('main .notice details div').map(({ text }) => text);
      expect(rows).toHaveLength(around.length);
      expect(rows).toEqual(expect.arrayContaining(around.map((row) => row.replace(';', ' '))));
      expect(shown.words('main .notice')).toMatch(/Sans quantité, compté pour 1\s: .+\./);
      expect(shown.form('#draft').fields.get('paste')).toBe('');
    }
    const plain = await vet.get(read.url.pathname);
    expect(plain.dom.querySelectorAll('main .notice details')).toHaveLength(0);
  });

  it.each(['', 'not-a-key'])(
    'QUO-01 P-56 a quotation form with an invalid key (%j) returns with its input and says that nothing was saved',
    async (tx) => {
      const says = 'Ce formulaire est arrivé incomplet : rien n’a été enregistré.';
      const reference = `Sans clé ${tx}`.trim();
      const before = callsOf(shop, 'POST', 'quotations').length;
      const named = (await vet.get(list)).form('#new-quotation').fill({ reference, tx });
      const nameless = await named.submit();
      expect(nameless.status).toBe(422);
      expect(nameless.words('#new-quotation')).toContain(says);
      expect(nameless.form('#new-quotation').fields.get('reference')).toBe(reference);
      expect(callsOf(shop, 'POST', 'quotations')).toHaveLength(before);
      const made = await nameless.form('#new-quotation').submit();
      const note = { note: 'À livrer en mars', tx };
      const unsaved = await made.form('#draft').fill(note).submit(press('save'));
      expect(unsaved.status).toBe(422);
      expect(unsaved.words()).toContain(says);
      const again = unsaved.form('#draft');
      expect(again.fields.get('note')).toBe(note.note);
      const saved = await again.submit(press('save'));
      expect(saved.words('.toasts')).toContain('enregistr');
      expect(saved.form('#draft').fields.get('note')).toBe(note.note);
    },
  );

  it('QUO-01 P-58 a quotation form edited after Back saves the new value; the same form again changes nothing', async () => {
    const before = await drafted('Retour en arrière');
    const field = before.dom.querySelector('#draft input[name^="q."]')?.getAttribute('name') ?? '';
    const five = before.form('#draft').fill({ [field]: '5', note: 'Étage 1' });
    expect(quantities(await five.submit(press('save')))).toEqual(['5']);
    const nine = before.form('#draft').fill({ [field]: '9', note: 'Étage 2' });
    expect(quantities(await nine.submit(press('save')))).toEqual(['9']);
    const again = await nine.submit(press('save'));
    expect(quantities(again)).toEqual(['9']);
    expect(again.form('#draft').fields.get('note')).toBe('Étage 2');
  });

  it('QUO-01 P-58 two people who edit a draft quotation do not overwrite each other’s changes', async () => {
    const other = await (
      await drafted('À deux')
    )
      .form('#draft')
      .fill({ code: skuOf(variants(shop, 2)[1] ?? 0), n: '8' })
      .submit(press('save'));
    const [first = '', second = ''] = [...other.form('#draft').fields.keys()].filter((name) =>
      name.startsWith('q.'),
    );
    const mine = other.form('#draft').fill({ [first]: '44', note: 'Étage 1\r\nà gauche' });
    const behind = other.form('#draft').fill({ [second]: '12', note: 'Trop tard' });
    await other
      .form('#draft')
      .fill({ [second]: '38', reference: 'À trois' })
      .submit(press('save'));
    const conflict = await mine.submit(press('save'));
    expect(conflict.status).toBe(409);
    const form = conflict.form('#draft');
    expect([first, second, 'reference'].map((name) => form.fields.get(name))).toEqual([
      '44',
      '38',
      'À trois',
    ]);
    expect(conflict.words('#errors')).toContain('Pas encore enregistré. À présent vide.');
    const saved = (await form.submit(press('save'))).form('#draft').fields;
    expect([first, second].map((name) => saved.get(name))).toEqual(['44', '38']);
    expect(saved.get('reference')).toBe('À trois');
    expect(saved.get('note')).toContain('à gauche');
    // After the draft was sent, another editor's input is shown for copying.
    await (await vet.get(other.url.pathname)).form('#draft').submit(press('submit'));
    const late = await behind.submit(press('save'));
    expect(late.status).toBe(409);
    expect(late.words('#unsaved')).toMatch(/Trop tard .+ 12$/);
  });

  it('QUO-01 P-58 a form for a new quotation that is sent after Back with another reference creates another quotation', async () => {
    const form = (await vet.get(list)).form('#new-quotation');
    const one = await form.fill({ reference: 'Première' }).submit();
    const two = await form.fill({ reference: 'Seconde' }).submit();
    expect(idOf(two)).not.toBe(idOf(one));
    expect(two.words()).toContain('Seconde');
  });

  it('QUO-01 a quotation line without a price says that the distributor’s reply will contain the price', async () => {
    const priceless = [...shop.sandbox.world.variants.values()].find(
      (one) => one.orderMode === 'quotation',
    );
    const page = (await started('Sans prix')).form('#draft');
    const draft = await page.fill({ code: priceless?.sku ?? '' }).submit(press('save'));
    expect(draft.words('#lines')).toContain('avec notre réponse');
    expect(draft.words('#lines')).not.toContain('0,00');
    expect(draft.words('#totals')).toContain('Les prix viennent avec notre réponse');
    const [priced = 0] = variants(shop, 1);
    const both = await draft
      .form('#draft')
      .fill({ code: skuOf(priced) })
      .submit(press('save'));
    expect(both.words('#totals')).toMatch(/Total TVAC.*€.*sans les lignes dont le prix vient avec/);
    expect((await vet.get(`${list}?state=draft`)).words('#quotations')).not.toContain(' 0,00');
  });

  it('QUO-01 a quotation request can be cancelled and become a draft again, each step only from the right state', async () => {
    const bare = await started('Étapes');
    const empty = await bare.form('#draft').submit(press('submit'));
    expect(empty.status).toBe(409);
    expect(empty.words()).toContain('Ajoutez au moins un produit');
    const [id = 0] = variants(shop, 1);
    const sent = await empty
      .form('#draft')
      .fill({ code: skuOf(id) })
      .submit(press('submit'));
    expect(sent.words('.head')).toContain('Demande envoyée');
    expect(sent.dom.querySelector('#draft')).toBeNull();
    expect(sent.dom.querySelector('button[value=accept]')).toBeNull();
    const forced = new URLSearchParams(sent.form('#steps form').fields);
    forced.set('do', 'accept');
    const early = await vet.post(sent.url.pathname, forced);
    expect(early.status).toBe(409);
    expect(early.words()).toContain('ne le permet plus');
    const cancelled = await early.form('#cancel form').submit(press('cancel'));
    expect(cancelled.words('.head')).toContain('Annulé');
    const draft = await cancelled.form('#steps form').submit(press('reset'));
    expect(draft.dom.querySelector('#draft')).not.toBeNull();
    const gone = await draft.form('#delete form').submit(press('delete'));
    expect(gone.url.pathname).toBe(list);
    expect((await vet.get(draft.url.pathname)).status).toBe(404);
  });

  it('QUO-01 each state of a quotation offers its own actions, and an outdated tab cannot force another', async () => {
    const every = ['accept', 'cancel', 'delete', 'reset', 'save', 'submit'];
    const draft = await drafted('Onglet en retard');
    const behind = draft.form('#draft').fields;
    const path = draft.url.pathname;
    const { control } = shop.sandbox.erp;
    const holds = async (word: string, offered: readonly string[]) => {
      const page = await vet.get(path);
      const buttons = page.dom
        .querySelectorAll('main button[name=do]')
        .map((button) => button.getAttribute('value') ?? '');
      expect([...new Set(buttons)].sort(), word).toEqual(offered);
      for (const action of every.filter((one) => !offered.includes(one))) {
        const forced = new URLSearchParams(behind);
        forced.set('tx', crypto.randomUUID());
        forced.set('do', action);
        forced.set('note', 'forcée');
        const answer = await vet.post(path, forced);
        expect(answer.status, `${word}: ${action}`).toBe(409);
        const after = await vet.get(path);
        expect(after.words('.head'), `${word}: ${action}`).toContain(word);
        expect(after.words(), `${word}: ${action}`).not.toContain('forcée');
      }
      return page;
    };
    const filled = await holds('Brouillon', ['delete', 'save', 'submit']);
    await filled.form('#draft').submit(press('submit'));
    await holds('Demande envoyée', ['cancel', 'reset']);
    control.sendQuotation(idOf(draft));
    const waiting = await holds('À accepter', ['accept', 'cancel', 'reset']);
    await waiting.form('#cancel form').submit(press('cancel'));
    const cancelled = await holds('Annulé', ['reset']);
    const again = await cancelled.form('#steps form').submit(press('reset'));
    expect(again.words('.head')).toContain('Brouillon');
  });

  it('QUO-01 P-57 accepting a quotation twice makes one order, and the quotation’s URL redirects to it', async () => {
    const page = await answered('À accepter deux fois');
    const path = page.url.pathname;
    const form = page.form('#steps form');
    const [one, two] = await Promise.all([
      form.submit(press('accept')),
      form.submit(press('accept')),
    ]);
    for (const after of [one, two])
      expect(after.url.pathname).toBe(`/fr/account/sales/${idOf(page)}`);
    expect(callsOf(shop, 'POST', `quotations/${idOf(page)}/accept`)).toHaveLength(1);
    const late = new URLSearchParams(form.fields);
    late.set('tx', crypto.randomUUID());
    late.set('do', 'accept');
    expect((await vet.post(path, late)).url.pathname).toBe(`/fr/account/sales/${idOf(page)}`);
    expect((await vet.get(path)).url.pathname).toBe(`/fr/account/sales/${idOf(page)}`);
  });

  it('QUO-01 CHK-03 made-to-order lines of a quotation are marked, and accepted only with the acknowledgement', async () => {
    const [made] = [...shop.sandbox.world.variants.values()].filter(
      (one) => one.isMadeToOrder && !one.notSoldOnWebsite && one.orderMode !== 'quotation',
    );
    const sent = (await drafted('Sur commande')).form('#draft').fill({
      code: made?.sku ?? '',
      n: '2',
    });
    const saved = await (await sent.submit(press('save'))).form('#draft').submit(press('submit'));
    shop.sandbox.erp.control.sendQuotation(idOf(saved));
    const page = await vet.get(saved.url.pathname);
    expect(page.words('#lines')).toContain('Sur commande');
    expect(page.words('#totals')).toContain('à déterminer');
    expect(page.words('#accept')).toMatch(
      /devient une commande de [\d ,]+ € TVAC, hors livraison\./,
    );
    expect(page.dom.querySelector('#accept input[name=mto]')?.hasAttribute('required')).toBe(true);
    const refused = await page.form('#steps form').without('mto').submit(press('accept'));
    expect(refused.status).toBe(422);
    expect(refused.words('#accept')).toContain('Cochez cette case pour accepter le devis.');
    expect(refused.dom.querySelector('#accept')?.hasAttribute('open')).toBe(true);
    expect(callsOf(shop, 'POST', `quotations/${idOf(page)}/accept`)).toHaveLength(0);
    const placed = await refused.form('#steps form').fill({ mto: 'on' }).submit(press('accept'));
    expect(placed.url.pathname).toBe(`/fr/account/sales/${idOf(page)}`);
  });

  it('QUO-01 PRICE-02 a quotation with an unpriced line cannot be accepted: the line is named and a forced post makes no order', async () => {
    const priced = await answered('Prix manquant');
    const accept = priced.form('#steps form').fields;
    accept.set('do', 'accept');
    const path = priced.url.pathname;
    const answers = (gross: number, total = 0, productId = 999_999_999) =>
      shop.sandbox.erp.control.fault({
        match: { method: 'GET', path: `quotations/${idOf(priced)}` },
        status: 200,
        times: 2,
        body: {
          id: idOf(priced),
          name: 'S1',
          typology: 'quotation',
          quotation_state: 'waiting_acceptation',
          lines: [
            {
              id: 1,
              product_id: productId,
              name: 'Table d’examen',
              qty: 2,
              unit_price: { untaxed: gross, untaxed_with_discount: 0 },
              amount: { untaxed: 0 },
            },
          ],
          amount: { untaxed: total, tax: 0, total },
        },
      });
    for (const [locale, text] of [
      ['fr', 'Prix sur demande'],
      ['nl', 'Prijs op aanvraag'],
      ['en', 'Price on request'],
    ] as const) {
      answers(0);
      const page = await vet.get(path.replace('/fr/', `/${locale}/`));
      expect(page.dom.querySelector('button[value=accept]')).toBeNull();
      expect(page.words('#on-request')).toContain('Table d’examen');
      expect(page.words('#lines')).toContain(text);
      expect(page.words('#totals')).toContain(text);
      expect(page.words('main')).not.toMatch(/0[.,]00/);
      shop.sandbox.erp.control.clearFaults();
    }
    // The page links to the price request, and says which lines the total includes.
    answers(0, 40);
    const open = await vet.get(path);
    expect(open.words('#totals')).toContain('Total sans les lignes qui n’ont pas encore de prix');
    expect(open.dom.querySelector('#on-request a[href^="tel:"]')).not.toBeNull();
    const ask = open.dom.querySelector('#on-request a.btn')?.getAttribute('href') ?? '';
    const letter = (await vet.get(ask)).form('#contact').fields.get('description');
    expect(letter).toBe('Je cherche : le prix pour le devis S1 : Table d’examen');
    shop.sandbox.erp.control.clearFaults();
    answers(0);
    const forced = await vet.post(path, accept);
    expect(forced.status).toBe(422);
    expect(forced.words('[role=alert]')).toContain('Prix sur demande pour Table d’examen');
    expect(callsOf(shop, 'POST', `quotations/${idOf(priced)}/accept`)).toHaveLength(0);
    shop.sandbox.erp.control.clearFaults();
    // The product is in the catalogue of no language: it was withdrawn since.
    answers(12.5);
    const withdrawn = await vet.get(path);
    expect(withdrawn.dom.querySelector('button[value=accept]')).toBeNull();
    expect(withdrawn.words('#withdrawn')).toContain('Plus dans notre catalogue : Table d’examen');
    shop.sandbox.erp.control.clearFaults();
    answers(12.5, 0, variants(shop, 1)[0]);
    const free = await vet.get(path);
    expect(free.dom.querySelector('button[value=accept]')).not.toBeNull();
    expect(free.dom.querySelector('#on-request')).toBeNull();
    expect(free.dom.querySelector('#unchecked')).toBeNull();
    // Search cannot tell whether the product is still sold: the page says so, and the quotation can be accepted
    // (DEG-01). No earlier page has shown this product, because documents are cached for 30 s.
    shop.sandbox.erp.control.clearFaults();
    answers(12.5, 0, variants(shop, 8)[7]);
    shop.sandbox.search.faults.set({ status: 503 });
    const unchecked = await vet.get(path);
    shop.sandbox.search.faults.clear();
    expect(unchecked.words('#unchecked')).toContain(
      'n’a pas pu dire si ce produit est encore vendu',
    );
    expect(unchecked.dom.querySelector('button[value=accept]')).not.toBeNull();
  });

  it('PRICE-02 QUO-01 a zero amount is not listed as the total of a quotation, and a total says how many lines it omits', async () => {
    const line = (id: number, price: number) => ({
      id,
      product_id: id,
      name: 'Table',
      qty: 1,
      amount: { untaxed: price },
      unit_price: { untaxed: price, untaxed_with_discount: price },
    });
    const quotation = (id: number, prices: readonly number[]) => ({
      id,
      name: `S${id}`,
      typology: 'quotation',
      quotation_state: 'waiting_acceptation',
      lines: prices.map((price, at) => line(at + 1, price)),
      amount: { untaxed: 0, tax: 0, total: prices.reduce((sum, price) => sum + price, 0) },
    });
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: 'quotations' },
      status: 200,
      times: 9,
      body: { count: 2, items: [quotation(1, [0]), quotation(2, [40, 0, 0])] },
    });
    const list = await vet.get('/fr/account/quotations?page_size=11');
    const rows = list.dom.querySelectorAll('tbody tr').map((row) => row.text);
    expect(rows[0]).toContain('Prix sur demande');
    expect(rows[0]).not.toContain('0,00');
    expect(rows[1]).toMatch(/40,00\s€\+ 2 lignes sans prix/);
    shop.sandbox.erp.control.clearFaults();
  });

  it('QUO-01 the accepted filter links to the orders, and totals include shipping', async () => {
    const accepted = await vet.get(`${list}?state=accepted`);
    expect(accepted.words('main')).toContain('Les devis acceptés sont des commandes');
    expect(accepted.dom.querySelector('#quotations a[href="/fr/account/sales"]')).not.toBeNull();
    const page = await answered('Avec livraison');
    expect(page.words('#totals')).toContain('Livraison HTVA à déterminer');
    expect(page.words('#accept')).toContain('Avec livraison');
    for (const address of ['Livraison Cabinet', 'Facturation Cabinet', '6900 Marche-en-Famenne'])
      expect(page.words('#accept')).toContain(address);
    const wire = {
      id: idOf(page),
      name: 'S1',
      typology: 'quotation',
      quotation_state: 'waiting_acceptation',
      lines: [
        {
          id: 1,
          product_id: variants(shop, 1)[0],
          qty: 2,
          unit_price: { untaxed: 25, untaxed_with_discount: 20 },
          amount: { untaxed: 40 },
        },
      ],
      amount: { untaxed: 54.9, tax: 11.53, total: 66.43, discount_total: 12.1 },
      delivery: {
        method: { id: 1, name: 'Express' },
        fees: { untaxed: 14.9, tax: 3.13, total: 18.03 },
      },
    };
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: `quotations/${idOf(page)}` },
      status: 200,
      times: 5,
      body: wire,
    });
    const totals = (await vet.get(page.url.pathname)).words('#totals').replace(/\s/g, ' ');
    // All amounts are without tax, so the column adds up.
    expect(totals).toContain('Sous-total brut HTVA 50,00 €');
    expect(totals).toContain('Remises sur prix HTVA −10,00 €');
    expect(totals).toContain('Livraison HTVA 14,90 €');
    expect(totals).toContain('Sous-total net HTVA 40,00 €');
    expect(totals).toContain('Total TVAC 66,43 €');
    expect((await vet.get(page.url.pathname)).words('#accept')).toContain('Express');
    // An ERP that lists accepted quotations: each links to its order.
    shop.sandbox.erp.control.clearFaults();
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: `quotations/${idOf(page)}` },
      status: 200,
      body: { ...wire, quotation_state: 'accepted' },
    });
    const kept = await vet.get(page.url.pathname);
    expect(kept.words('.head')).toContain('Accepté');
    expect(kept.dom.querySelector('button[name=do]')).toBeNull();
    const order = `/fr/account/sales/${idOf(page)}`;
    expect(kept.dom.querySelector(`main a[href="${order}"]`)).not.toBeNull();
  });

  it('QUO-01 P-57 a quotation changed since the page loaded is not accepted unseen; an accepted one redirects to its order', async () => {
    const page = await answered('Autre offre');
    const path = page.url.pathname;
    const behind = await vet.get(path);
    const colleague = await shop.customer(login);
    // A colleague resets the quotation to draft, adds a line and sends it, and the ERP answers it again.
    const draft = await (
      await colleague.get(path)
    )
      .form('#steps form:has([value=reset])')
      .submit(press('reset'));
    const [, more = 0] = variants(shop, 2);
    await draft
      .form('#draft')
      .fill({ code: skuOf(more), n: '9' })
      .submit(press('submit'));
    shop.sandbox.erp.control.sendQuotation(idOf(page));
    const other = await behind.form('#steps form').submit(press('accept'));
    expect([other.status, other.url.pathname]).toEqual([409, path]);
    expect(other.words()).toContain('Le devis a changé depuis');
    expect(other.words('#lines')).toContain(skuOf(more));
    expect(callsOf(shop, 'POST', `quotations/${idOf(page)}/accept`)).toHaveLength(0);
    const placed = await other.form('#steps form').submit(press('accept'));
    const order = `/fr/account/sales/${idOf(page)}`;
    expect(placed.url.pathname).toBe(order);
    const late = await other.form('#cancel form').submit(press('cancel'));
    expect(late.url.pathname).toBe(order);
    expect(late.words('.toasts')).toContain('Ce devis a été accepté entre-temps');
  });

  it('P-57 LOY-01 an acceptance whose ERP response was lost is verified, and counts for the rebate at once', async () => {
    const page = await answered('Réponse perdue');
    const points = async (locale: string) =>
      (await vet.get(`/${locale}/account`)).words('#rebate .points').replaceAll(/\D/g, '');
    const before = await points('fr');
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: `quotations/${idOf(page)}/accept` },
      drop: 'after',
      times: 1,
    });
    const after = await page.form('#steps form').submit(press('accept'));
    expect(after.url.pathname).toBe(`/fr/account/sales/${idOf(page)}`);
    expect(Number(await points('nl'))).toBeGreaterThan(Number(before));
  });

  it('P-34 the PDF of a quotation is downloaded as an attachment, and only after the distributor has replied', async () => {
    const draft = await drafted('Sans PDF');
    expect((await vet.get(`${draft.url.pathname}/download`)).words('body')).toContain(
      'Le document n’a pas pu être préparé',
    );
    const page = await answered('Avec PDF');
    const file = await vet.get(`${page.url.pathname}/download`);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(file.text.startsWith('%PDF-')).toBe(true);
  });

  it('P-21 another customer’s quotation, an unknown id and a malformed id are 404', async () => {
    const page = await drafted('Privé');
    const other = await shop.customer('clinique@demo.example');
    for (const path of [page.url.pathname, `${list}/99999999`, `${list}/x`, `${list}/0`]) {
      expect((await other.get(path)).status).toBe(404);
      expect((await other.get(`${path}/download`)).status).toBe(404);
    }
    const gone = await other.get(page.url.pathname);
    expect(gone.words('main .oops')).toContain('Ce devis n’existe plus');
    expect(gone.dom.querySelector(`main .oops a[href="${list}"]`)).not.toBeNull();
    const fields = new URLSearchParams(page.form('#draft').fields);
    fields.set('do', 'delete');
    await other.post(page.url.pathname, fields);
    expect((await vet.get(page.url.pathname)).status).toBe(200);
  });

  it('DEG-01 when the ERP is down, the quotation page preserves the entered changes', async () => {
    const page = await drafted('En panne');
    const form = page.form('#draft').fill({ note: 'Gardée' });
    shop.sandbox.erp.control.availability(false);
    const down = await form.submit(press('save'));
    const gone = await vet.get(list);
    const one = await vet.get(page.url.pathname);
    shop.sandbox.erp.control.availability(true);
    expect(gone.words()).toContain('Vos devis ne sont pas disponibles');
    expect(down.words()).toContain('ne répond pas');
    expect(down.words('h1')).toBe('Devis');
    expect(down.words('title')).toMatch(/^Devis\s[^\s\w]/);
    // Without input to preserve, the page is an error page like that of an order.
    expect([one.status, one.words('h1').length > 0]).toEqual([503, true]);
    expect(one.words('main')).toContain('Notre système de commande ne répond pas');
    const sent = await down.form('main .notice form').submit();
    expect(sent.form('#draft').fields.get('note')).toBe('Gardée');
  });

  it('QUO-01 P-58 one click turns the cart’s lines into a quotation request, and the cart keeps its lines', async () => {
    expect((await vet.get(list)).dom.querySelector('#new-quotation [value="lines"]')).toBeNull();
    const [a = 0, b = 0] = variants(shop, 2);
    const quick = (await vet.get('/fr/quick-order')).form('form.quick');
    const read = await quick.fill({ paste: `${skuOf(a)} 3\n${skuOf(b)} 2` }).submit(press('paste'));
    await read.form('form.quick').submit(press('add'));
    const form = (await vet.get(list)).form('#new-quotation');
    const [one, two] = await Promise.all([
      form.submit(press('lines')),
      form.submit(press('lines')),
    ]);
    expect(two.url.pathname).toBe(one.url.pathname);
    expect(quantities(one).sort()).toEqual(['2', '3']);
    expect(one.words('h1')).toMatch(/Panier du \d/);
    const second = await (await vet.get(list)).form('#new-quotation').submit(press('lines'));
    expect(second.words('h1')).toMatch(/Panier du .*\(2\)/);
    // When the cart is added to an existing request, the products that the request already has keep their quantity.
    const drawn = await (await drafted('Avec le panier')).form('#draft').submit(press('cart'));
    expect(quantities(drawn)).toEqual(['4', '2']);
    expect(drawn.words('body')).not.toContain('code de réduction');
    // A discount line in the cart is not reported as a withdrawn product.
    const checkout = (await vet.get('/fr/cart-confirm')).form('#checkout');
    await checkout.fill({ coupon: 'BIENVENUE10' }).submit({ name: 'do', value: 'coupon' });
    const reduced = [
      await (await vet.get(list)).form('#new-quotation').submit(press('lines')),
      await (await drafted('Avec le code')).form('#draft').submit(press('cart')),
    ];
    for (const page of reduced) {
      expect(page.words('body')).toContain('Le code de réduction n’est pas repris : BIENVENUE10.');
      expect(page.words('body')).not.toContain('plus au catalogue');
    }
    const cart = await vet.get('/fr/cart');
    expect(cart.words()).toContain(skuOf(a));
    expect(cart.words()).toContain(skuOf(b));
  });

  it('I18N-03 quotation pages are translated into the three languages', async () => {
    expect((await vet.get('/nl/account/quotations')).words('h1')).toBe('Offertes');
    expect((await vet.get('/en/account/quotations')).words('h1')).toBe('Quotations');
  });
});
