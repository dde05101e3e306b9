/** Registration with a plain form (REG-01), with all faults of the ERP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

const path = '/fr/account/register';
const whole = {
  title: 'dr',
  firstName: 'Anne',
  lastName: 'Lenoir-Dubois',
  email: 'anne@clinique.example',
  mobile: '0470 12 34 56',
  fax: '04 222 33 44',
  functionType: 'veterinary',
  activities: 'equine',
  company: 'Clinique du Pré',
  vat: 'BE 0477.472.701',
  subscription: 'F1234',
  depot: 'D-77',
  apb: '123456',
  street: 'Rue Neuve 3',
  street2: 'boîte 2',
  zip: '4000',
  city: 'Liège',
  country: 'BE',
  comment: 'Ouverture en janvier\nMerci',
  consent: 'on',
};

let shop: TestShop;
let visitor: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  visitor = shop.visitor();
});

const calls = (where = shop) =>
  where.sandbox.erp.control
    .requests()
    .filter(({ method, path: called }) => method === 'POST' && /registrations|leads/.test(called));
const form = async (who = visitor, at = path) => (await who.get(at)).form('form#registration');
const typed = (page: Page, name: string): string | undefined =>
  page.dom.querySelector(`#registration [name="${name}"]`)?.getAttribute('value');
const inbox = () => shop.sandbox.erp.control.inbox();

describe('registration', () => {
  it('REG-01 registration sends every field to the ERP, and the page says what happens next', async () => {
    const page = await (await form()).fill(whole).submit();
    expect(page.url.pathname).toBe('/fr/account/registered');
    expect(page.hops.map(({ status }) => status)).toEqual([303, 200]);
    expect(page.words()).toContain('Et ensuite');
    expect(inbox().findLast(({ kind }) => kind === 'registration')?.data).toEqual({
      title: 'title_dr',
      function: 'function_veterinary',
      firstname: 'Anne',
      lastname: 'Lenoir-Dubois',
      email: 'anne@clinique.example',
      mobile: '0470 12 34 56',
      fax: '04 222 33 44',
      company_name: 'Clinique du Pré',
      vat: 'BE0477472701',
      vat_being_applied: false,
      clientele: ['equine'],
      vet_subscription_number: 'F1234',
      vet_depot_number: 'D-77',
      apb_authorization: '123456',
      street: 'Rue Neuve 3',
      street2: 'boîte 2',
      zip: '4000',
      city: 'Liège',
      country_name: 'Belgique',
      comment: 'Ouverture en janvier\nMerci',
      opt_out: true,
      terms_accepted: true,
    });
  });

  it('REG-01 the registration confirmation works in each language and browser; without a valid key it says that nothing was sent', async () => {
    const page = await (await form()).fill(whole).submit();
    const said = page.words();
    expect(said).toContain('Votre demande est arrivée');
    const again = await shop.visitor().get(page.url.pathname + page.url.search);
    expect(again.words()).toBe(said);
    const dutch = page.dom.querySelector('a[lang="nl"]')?.getAttribute('href') ?? '';
    expect((await visitor.get(dutch)).words()).toContain('Verstuurd op');
    for (const query of [
      '',
      '?sent=1',
      `${page.url.search}x`,
      page.url.search.replace('sent=', 'sent=1'),
    ]) {
      const bare = await visitor.get(`/fr/account/registered${query}`);
      expect(bare.words(), query).toContain('Rien n’a été envoyé');
      expect(bare.words(), query).not.toContain('est arrivée');
      expect(bare.dom.querySelector('main a[href="/fr/account/register"]')).not.toBeNull();
    }
    // The receipt of one form is not valid for another.
    const letter = await visitor.get(`/fr/contact-success${page.url.search}`);
    expect(letter.words()).toContain('Rien n’a été envoyé');
  });

  it.each<[string, Record<string, string>]>([
    ['nurse', {}],
    ['student', { company: '', vat: '' }],
    ['pharmacist', { company: 'Pharmacie du Pré', apb: '12-34-56', vat: '', vatApplied: 'on' }],
    ['supplier', { vat: 'FR 40 303 265 045', country: 'FR', zip: '75001' }],
    ['wholesaler', { vat: 'N° TVA : be 0477.472.701', zip: 'B-4000' }],
  ])(
    'REG-01 a %s who registers must enter the data of their trade, in any spelling',
    async (functionType, typed) => {
      const page = await (await form()).fill({ ...whole, functionType, ...typed }).submit();
      expect(page.url.pathname).toBe('/fr/account/registered');
      const sent = inbox().findLast(({ kind }) => kind === 'registration')?.data;
      expect(sent).toMatchObject({
        function: `function_${functionType}`,
        vat_being_applied: 'vatApplied' in typed,
        ...(functionType === 'pharmacist' ? { apb_authorization: '12-34-56' } : {}),
        zip: functionType === 'supplier' ? '75001' : '4000',
      });
      const vat: Readonly<Record<string, string>> = {
        nurse: 'BE0477472701',
        supplier: 'FR40303265045',
        wholesaler: 'BE0477472701',
      };
      expect(sent?.['vat']).toBe(vat[functionType]);
    },
  );

  it('REG-01 P-58 a registration form sent several times is one request', async () => {
    const before = calls().length;
    const filled = (await form()).fill(whole);
    const answers = await Promise.all([filled.submit(), filled.submit()]);
    answers.push(await filled.submit());
    for (const page of answers) expect(page.url.pathname).toBe('/fr/account/registered');
    expect(calls().length - before).toBe(1);
  });

  it('REG-01 DEG-01 registration works without the ERP, with the built-in countries', async () => {
    const fresh = await startTestShop({ products: 60 });
    try {
      fresh.sandbox.erp.control.fault({ match: { path: '*' }, status: 503, times: 99 });
      const page = await fresh.visitor().get('/nl/account/register');
      expect(page.status).toBe(200);
      const names = page.dom
        .querySelectorAll('select[name="country"] option')
        .map(({ text }) => text);
      expect(names).toEqual(['België', 'Duitsland', 'Frankrijk', 'Luxemburg', 'Nederland']);
    } finally {
      await fresh.stop();
    }
  });

  it('REG-01 a registration whose ERP response was lost is reported and not repeated; the next attempt is a new request', async () => {
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'registrations' },
      drop: 'after',
      times: 1,
    });
    const before = calls().length;
    const page = await (await form()).fill(whole).submit();
    expect(page.status).toBe(409);
    expect(page.words('#errors')).toContain('peut-être arrivé');
    expect(typed(page, 'lastName')).toBe('Lenoir-Dubois');
    expect(calls().length - before).toBe(1);
    const again = await page.form('form#registration').submit();
    expect(again.url.pathname).toBe('/fr/account/registered');
    expect(calls().length - before).toBe(2);
  });

  it('REG-01 an error of the ERP in a registration is shown at its field', async () => {
    const detail = [
      { type: 'string_type', loc: ['body', 'vet_depot_number'], msg: 'no', input: 1 },
    ];
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'registrations' },
      status: 422,
      body: { detail },
      times: 1,
    });
    const page = await (await form()).fill(whole).submit();
    expect(page.status).toBe(422);
    expect(page.dom.querySelector('[name="depot"]')?.getAttribute('aria-invalid')).toBe('true');
    expect(page.words('#errors')).toContain('Numéro de dépôt vétérinaire');
    expect(typed(page, 'street')).toBe('Rue Neuve 3');
  });

  it('REG-01 a released Odoo has no registration call: a registration is sent as a lead', async () => {
    const bare = await startTestShop({ profile: 'odoo16', products: 60 });
    try {
      bare.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } });
      const page = await (await form(bare.visitor())).fill(whole).submit();
      expect(page.url.pathname).toBe('/fr/account/registered');
      const letter = bare.sandbox.erp.control.inbox().findLast(({ kind }) => kind === 'lead');
      expect(letter?.data['subject']).toContain('Anne Lenoir-Dubois');
      expect(letter?.data['email']).toBe('anne@clinique.example');
      for (const part of [
        'Docteur',
        'Anne',
        'Lenoir-Dubois',
        'anne@clinique.example',
        '0470 12 34 56',
        '04 222 33 44',
        'Vétérinaire',
        'Équidés',
        'Clinique du Pré',
        'BE0477472701',
        'F1234',
        'D-77',
        '123456',
        'Rue Neuve 3 boîte 2',
        '4000 Liège, Belgique',
        'Ouverture en janvier\nMerci',
      ])
        expect(letter?.data['description']).toContain(part);
      expect(letter?.data['description']).toMatch(/Accord\s: oui/);
    } finally {
      await bare.stop();
    }
  });

  it('REG-01 P-71 no input of a registration is logged', async () => {
    await (await form()).fill({ ...whole, zip: 'x' }).submit();
    await (await form()).fill(whole).submit();
    const log = JSON.stringify(shop.logs);
    for (const word of ['Lenoir', 'anne@', '0477472701', '0470 12', 'janvier', 'Rue Neuve'])
      expect(log).not.toContain(word);
  });

  it('REG-01 the registration page redirects a customer to the home page', async () => {
    const customer = await shop.customer('vet@demo.example');
    expect((await customer.get(path)).url.pathname).toBe('/fr');
  });
});
