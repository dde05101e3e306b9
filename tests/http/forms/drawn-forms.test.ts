/** Forms in the style of Form.io's documented examples, filled in and sent without script (CMS-04). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf } from '../checkout/checkout-carts';

let shop: TestShop;
let guest: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  guest = shop.visitor();
});

const claim = '/fr/form/delivery_claim';
const evening = '/fr/form/training_evening';
const depot = '/fr/form/depot_opening';
const audit = '/fr/form/pharmacy_audit';
const open = async (path: string, who = guest) => (await who.get(path)).form('#erp-form');
const again = (page: Page) => page.form('#erp-form');
const press = (value: string) => ({ name: 'do', value });
const sentTo = (id: number) => callsOf(shop, 'POST', `form/${id}`);
const lastAnswers = (id: number): unknown =>
  JSON.parse(
    shop.sandbox.erp.control.requests().findLast(({ path }) => path.endsWith(`form/${id}`))?.body ??
      'null',
  );
const leads = () => shop.sandbox.erp.control.inbox().filter(({ kind }) => kind === 'lead');
const pdf = new File([`%PDF-1.7\n${'x'.repeat(900)}\n%%EOF\n`], 'bon <1>.pdf');
const claimed = {
  'f.problem': 'damaged',
  'f.products.0.product': 'Canicol',
  'f.products.0.quantity': '2',
  'f.email': 'anne@clinique.example',
  'f.signature': 'Anne Lenoir',
  'f.state:open': 'on',
};

/** Posts a form that may contain a document, as a browser does. */
async function sendWithFile(
  fields: Readonly<Record<string, string>>,
  file: File,
  button: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const form = new FormData();
  for (const [name, value] of (await open(claim)).fill({ ...fields, ...button }).fields)
    form.append(name, value);
  form.append('f.proof', file);
  return guest.postForm(claim, form);
}

describe('a claim form with conditions, a table, a document and a signature', () => {
  it.each([1, 100_000])(
    'CMS-04 P-31 a claim form with a document %i bytes too large shows the error at its field, and the other answers are preserved',
    async (more) => {
      const large = Buffer.alloc(5 * 1024 * 1024 + more, 'x');
      const page = await sendWithFile(claimed, new File([large], 'bon.pdf'));
      expect(page.status).toBe(413);
      expect(page.words('#errors')).toContain('ne peut pas dépasser 5 Mo');
      expect(page.words('[id="f.proof-e"]')).toContain('ne peut pas dépasser 5 Mo');
      expect(page.dom.querySelector('title')?.text).toMatch(/^À corriger/);
      expect(again(page).fields.get('f.email')).toBe(claimed['f.email']);
    },
  );

  it('CMS-04 adding or removing a table row of a claim form is a post that preserves all input', async () => {
    const second = await (await open(claim)).fill(claimed).submit(press('row.products'));
    expect(second.status).toBe(200);
    expect(second.dom.querySelector('#errors')).toBeNull();
    const third = await again(second)
      .fill({ 'f.products.1.product': 'Vermiban', 'f.products.1.quantity': '3,5' })
      .submit(press('row.products'));
    const less = await again(third)
      .fill({ 'f.products.2.product': 'Otosol', 'f.products.2.replace': 'on' })
      .submit(press('drop.1.products'));
    const { fields } = again(less);
    expect(Object.fromEntries(fields)).toMatchObject({
      ...claimed,
      'rows.products': '2',
      'f.products.1.product': 'Otosol',
      'f.products.1.quantity': '',
      'f.products.1.replace': 'on',
    });
    expect([...fields.values()]).not.toContain('Vermiban');
    expect(less.words('#erp-form')).toContain('Retirer la ligne 2');
    expect(sentTo(4)).toHaveLength(0);
  });

  it('CMS-04 a claim form shows the fields that its conditions require, and sends only those', async () => {
    const warm = { ...claimed, 'f.state:warm': 'on', 'f.expected': '1/2/2026 10:00' };
    const wrong = await (await open(claim)).fill(warm).submit();
    expect(wrong.status).toBe(422);
    expect(wrong.words('#errors')).toContain('Température relevée');
    expect(wrong.words('#errors')).not.toContain('Livraison attendue');
    const sent = await again(wrong).fill({ 'f.degrees': '14,5' }).submit();
    expect(sent.words()).toContain('Merci, c’est envoyé');
    expect(lastAnswers(4)).toEqual({
      data: {
        problem: 'damaged',
        'products.0.product': 'Canicol',
        'products.0.quantity': '2',
        'products.0.replace': 'false',
        state: 'open,warm',
        degrees: '14.5',
        email: 'anne@clinique.example',
        signature: 'Anne Lenoir',
      },
    });
  });

  it('CMS-04 P-33 a claim form with a document is sent as one lead, and the file gets a generated name', async () => {
    const before = [sentTo(4).length, leads().length];
    const sent = await sendWithFile(claimed, pdf);
    expect(sent.words()).toContain('Merci, c’est envoyé');
    expect([sentTo(4).length, leads().length]).toEqual([before[0], (before[1] ?? 0) + 1]);
    const lead = leads().at(-1);
    expect(lead?.files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^delivery_claim-\d{4}-\d\d-\d\d-[\w-]{8}\.pdf$/),
    ]);
    expect(lead?.data).toMatchObject({
      subject: 'Réclamation sur une livraison',
      email: 'anne@clinique.example',
    });
    const text = String(lead?.data['description']);
    for (const line of ['Abîmé', 'Canicol', 'Emballage ouvert', 'Anne Lenoir'])
      expect(text).toContain(line);
  });

  it('CMS-04 P-32 a claim form with an invalid document is rejected, and all input stays', async () => {
    const before = leads().length;
    const wrong = await sendWithFile(claimed, new File(['<html>'], 'photo.png'));
    expect(wrong.status).toBe(422);
    expect(wrong.words('#errors')).toContain('Photo ou bon de livraison');
    expect(Object.fromEntries(again(wrong).fields)).toMatchObject(claimed);
    const missing = await sendWithFile({ ...claimed, 'f.signature': '' }, pdf);
    expect(missing.words('#errors')).toContain('Choisissez à nouveau le fichier');
    const longer = await sendWithFile(claimed, pdf, { do: 'row.products' });
    expect(again(longer).fields.get('rows.products')).toBe('2');
    // The hint is next to the field too, also before a file is chosen.
    expect(longer.words('#errors')).toContain('Choisissez à nouveau le fichier');
    expect(longer.dom.getElementById('f.proof-e')?.text).toContain('Choisissez à nouveau');
    expect(longer.dom.getElementById('f.proof-h')?.text).toContain('Choisissez-le en dernier');
    expect(leads()).toHaveLength(before);
  });
});

describe('an enrolment form with containers, columns, editable rows and a multiple choice', () => {
  it('CMS-04 an enrolment form requires its first row, distinguishes equal keys in two containers, and is sent', async () => {
    const none = await (await open(evening)).submit();
    expect(none.status).toBe(422);
    for (const label of ['Prénom (1)', 'Ateliers', 'Cabinet'])
      expect(none.words('#errors')).toContain(label);
    for (const label of ['Combien de repas', 'Rue'])
      expect(none.words('#errors')).not.toContain(label);
    const sent = await again(none)
      .fill({
        'f.practice.name': 'Clinique du Pré',
        'f.contact.name': 'Anne',
        'f.people.0.first': 'Bea',
        'f.people.0.role': 'nurse',
        'f.workshops:scan': 'on',
        'f.workshops:food': 'on',
        'f.vegetarian': 'on',
        'f.meals': '1',
      })
      .submit();
    expect(sent.words()).toContain('Merci, c’est envoyé');
    expect(lastAnswers(5)).toEqual({
      data: {
        'practice.name': 'Clinique du Pré',
        'contact.name': 'Anne',
        'people.0.first': 'Bea',
        'people.0.role': 'nurse',
        workshops: 'scan,food',
        vegetarian: 'true',
        meals: '1',
        otherAddress: 'false',
      },
    });
  });
});

describe('a depot form with tabs, custom conditions and an unsupported component', () => {
  it('CMS-04 a depot form evaluates simple comparisons, and shows unsupported conditions with a note', async () => {
    const page = await guest.get(depot);
    expect(page.words('#erp-form')).toContain('À remplir seulement si cela vous concerne.');
    expect(page.words('#erp-form')).toContain('Plan dessiné du local');
    const wrong = await page
      .form('#erp-form')
      .fill({ 'f.number': 'D12', 'f.kind': 'taken', 'f.fridge': '150' })
      .submit();
    for (const label of [
      'Numéro d’inscription à l’Ordre',
      'Dépôt repris de',
      'Raison de l’absence',
    ])
      expect(wrong.words('#errors')).toContain(label);
    expect(wrong.words('#errors')).not.toContain('Remarques');
    const sent = await again(wrong)
      .fill({ 'f.number': 'D123', 'f.kind': 'new', 'f.fridge': '90', 'f.owner': 'typed before' })
      .submit();
    expect(sent.words()).toContain('Merci, c’est envoyé');
    expect(lastAnswers(6)).toEqual({
      data: { number: 'D123', kind: 'new', fridge: '90', probe: 'false' },
    });
  });

  it('CMS-04 a required form component that is unsupported is reported by name', async () => {
    const components = [
      { type: 'textfield', key: 'a', label: 'A' },
      { type: 'sketchpad', key: 's', label: 'Croquis du box', validate: { required: true } },
    ];
    const form = JSON.stringify({ components });
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: 'form' },
      status: 200,
      body: { size: 1, data: [{ id: 9, code: 'sketch', name: 'Box', form, sequence: 1 }] },
      times: 2,
    });
    const vet = await shop.customer('vet@demo.example');
    const page = await vet.get('/fr/form/sketch');
    expect(page.words()).toContain('Croquis du box');
    expect(page.dom.querySelector('#erp-form')).toBeNull();
    expect((await vet.post('/fr/form/sketch', { tx: crypto.randomUUID() })).status).toBe(400);
  });
});

describe('a multi-value field, preselected checkboxes and a survey', () => {
  it('CMS-04 a multi-value field, preselected checkboxes and a survey are rendered and sent without script, and a button adds a value', async () => {
    const values = [
      { value: 'cold', label: 'Froid' },
      { value: 'dry', label: 'Sec' },
    ];
    const components = [
      { type: 'textfield', key: 'lots', label: 'Lots', multiple: true },
      { type: 'selectboxes', key: 'kept', label: 'Garde', values, defaultValue: { dry: true } },
      {
        type: 'textfield',
        key: 'degrees',
        label: 'Degrés',
        validate: { required: true },
        customConditional: 'show = data.kept.cold === true',
      },
      {
        type: 'survey',
        key: 'visit',
        label: 'Tournée',
        values,
        questions: [{ value: 'van', label: 'Camionnette' }],
      },
    ];
    const drawn = { id: 9, code: 'depot', name: 'Dépôt', form: JSON.stringify({ components }) };
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: 'form' },
      status: 200,
      times: 20,
      body: { size: 1, data: [{ ...drawn, sequence: 1 }] },
    });
    const vet = await shop.customer('vet@demo.example');
    const form = (await vet.get('/fr/form/depot')).form('#erp-form');
    expect(form.fields.has('f.kept:dry')).toBe(true);
    const more = await form.fill({ 'f.lots.0': 'A1' }).submit(press('row.lots'));
    expect(more.words('#erp-form')).toContain('À remplir si « Garde » est « Froid »');
    expect(more.words('#erp-form')).toContain('Camionnette');
    const wrong = await again(more)
      .fill({ 'f.lots.1': 'B2', 'f.kept:cold': 'on', 'f.visit.van': 'dry' })
      .submit();
    expect([wrong.status, wrong.words('#errors')]).toEqual([
      422,
      expect.stringContaining('Degrés'),
    ]);
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'form/9' },
      status: 200,
      body: { status: 'OK' },
    });
    await again(wrong).fill({ 'f.degrees': '6' }).submit();
    expect(lastAnswers(9)).toEqual({
      data: {
        'lots.0': 'A1',
        'lots.1': 'B2',
        kept: 'cold,dry',
        degrees: '6',
        'visit.van': 'dry',
      },
    });
  });
});

describe('a field with an input mask and a date with bounds', () => {
  it.each([
    ['fr', 'comme dans cet exemple : 000-AA', 'Le 01/03/2026 au plus tôt'],
    ['nl', 'zoals in dit voorbeeld: 000-AA', 'Ten vroegste op 01/03/2026'],
    ['en', 'as in this example: 000-AA', '01/03/2026 at the earliest'],
  ])(
    'CMS-04 I18N-03 in %s the rules of an input mask and of a date with bounds are displayed, and valid input is accepted',
    async (locale, mask, early) => {
      const components = [
        { type: 'textfield', key: 'box', label: 'Box', inputMask: '999-AA' },
        { type: 'datetime', key: 'at', enableTime: false, datePicker: { minDate: '2026-03-01' } },
      ];
      const drawn = { id: 9, code: 'box', name: 'Box', form: JSON.stringify({ components }) };
      shop.sandbox.erp.control.fault({
        match: { method: 'GET', path: 'form' },
        status: 200,
        times: 20,
        body: { size: 1, data: [{ ...drawn, sequence: 1 }] },
      });
      const vet = await shop.customer('vet@demo.example');
      const form = (await vet.get(`/${locale}/form/box`)).form('#erp-form');
      const wrong = await form.fill({ 'f.box': '12 AB', 'f.at': '28/02/2026' }).submit();
      expect(wrong.status).toBe(422);
      const said = wrong.words('#erp-form').replaceAll('\u00a0', ' ');
      expect(said).toContain(mask);
      expect(said).toContain(early);
      shop.sandbox.erp.control.fault({
        match: { method: 'POST', path: 'form/9' },
        status: 200,
        body: { status: 'OK' },
      });
      await again(wrong).fill({ 'f.box': '123ab', 'f.at': '01.03.2026' }).submit();
      expect(lastAnswers(9)).toEqual({ data: { box: '123-ab', at: '2026-03-01' } });
    },
  );
});

describe('a form of forty components', () => {
  it.each([
    ['fr', 'Frigo : nombre de boîtes périmées'],
    ['nl', 'Koelkast: aantal vervallen dozen'],
    ['en', 'Fridge: number of expired boxes'],
  ])(
    'CMS-04 I18N-03 in %s a form of forty components is rendered completely, and every answer is sent',
    async (locale, label) => {
      const path = audit.replace('/fr', `/${locale}`);
      const page = await guest.get(path);
      expect(page.words('#erp-form')).toContain(label);
      const form = page.form('#erp-form');
      const asked = page.dom
        .querySelectorAll('#erp-form :is(input, textarea)[name^="f."]')
        .map((field) => field.getAttribute('name') ?? '');
      expect(asked).toHaveLength(33);
      const answerOf = (name: string): string => {
        if (name.endsWith('_0')) return 'on';
        if (name.endsWith('_1')) return '4';
        if (name.endsWith('_2')) return '1/2/2026';
        return name === 'f.email' ? 'a@b.example' : `x ${name}`;
      };
      form.fill(Object.fromEntries(asked.map((name) => [name, answerOf(name)])));
      await form.submit();
      const { data } = lastAnswers(7) as { data: Record<string, string> };
      expect(Object.keys(data)).toHaveLength(33);
      expect([data['place5_0'], data['place5_1'], data['place5_2'], data['place5_3']]).toEqual([
        'true',
        '4',
        '2026-02-01',
        'x f.place5_3',
      ]);
    },
  );
});

describe('an ERP whose leads accept no files', () => {
  it('CMS-04 for an ERP whose leads accept no files, the page says that the document was not sent, then offers no file field and explains why', async () => {
    const match = { method: 'POST', path: 'leads' };
    const { control } = shop.sandbox.erp;
    const detail = [{ type: 'model_attributes_type', loc: ['body'], msg: 'x', input: 'x' }];
    control.fault({ match, status: 422, body: { detail }, times: 1 });
    control.fault({ match, status: 201, body: { id: 1 }, times: 1 });
    const sent = await sendWithFile(claimed, pdf);
    expect(sent.words('body')).toContain('le fichier n’a pas pu être transmis');
    const last = control.requests().findLast(({ path }) => path.endsWith('leads'));
    expect(last?.body).toContain('"subject":"Réclamation sur une livraison"');
    const page = await guest.get(claim);
    expect(page.dom.querySelector('#erp-form [type=file]')).toBeNull();
    expect(page.words('#erp-form')).toContain('Non demandé ici : Photo ou bon de livraison');
  });
});
