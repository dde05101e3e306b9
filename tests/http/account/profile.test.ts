import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { leadsTo, type Page, type Visitor } from '../../support/visitor';
import { callsOf, newCart } from '../checkout/checkout-carts';

const path = '/fr/account/profile';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const press = (page: Page, value: string, fill: Record<string, string> = {}) =>
  page.form(`main form:has(button[value="${value}"])`).fill(fill).submit({ name: 'do', value });
const leads = () => callsOf(shop, 'POST', 'leads');

describe('the profile', () => {
  it('PROF-01 the profile shows customer number, contact and both kinds of addresses', async () => {
    const words = (await vet.get(path)).words();
    for (const part of [
      'C10021',
      'vet@demo.example',
      'Adresse de facturation',
      'Adresses de livraison',
      'Demander une modification',
      'Mot de passe',
    ])
      expect(words).toContain(part);
  });

  it('PROF-01 the profile shows in three languages each field that has a value, and no empty field', async () => {
    const answers = (call: string, body: unknown): void =>
      shop.sandbox.erp.control.fault({ match: { method: 'GET', path: call }, status: 200, body });
    const bare = { id: 7, name: 'Moulin', street: 'Rue 1', zip: '4000', city: 'Liège' };
    const whole = {
      ...bare,
      street2: 'Boîte 9',
      phone: '04 111',
      mobile: '0470 222',
      email: 'x@y.example',
      state: { id: 1, name: 'Wallonie-Est' },
      country: { id: 20, name: 'Belgique' },
      vat: 'BE0477472701',
    };
    const person = { title: { id: 1, name: 'Docteur' }, ref: 'C10021' };
    const numbers = { vet_depot_number: 'D-4711', vet_subscription_number: 'F-0815' };
    const shown = async (customer: object, address: object, locale: string) => {
      answers('customer', { data: { opt_out: false, ...customer } });
      answers('addresses/invoicing', [address]);
      answers('addresses/delivery', [{ ...address, id: 8, is_dropoff_site: true }]);
      const page = await vet.get(path.replace('/fr/', `/${locale}/`));
      shop.sandbox.erp.control.clearFaults();
      return page;
    };
    const labels = {
      fr: ['GSM', 'Province ou région', 'Numéro de dépôt', 'l’Ordre des vétérinaires'],
      nl: ['Gsm', 'Provincie of regio', 'dierenartsen\u00addepot', 'Orde der Dierenartsen'],
      en: ['Mobile', 'Province or region', 'depot number', 'the Order of Veterinarians'],
    };
    for (const [locale, names] of Object.entries(labels)) {
      const all = await shown({ ...whole, ...person, ...numbers }, whole, locale);
      for (const part of [...names, 'D-4711', 'F-0815', 'Docteur', 'Moulin', 'C10021', 'Boîte 9'])
        expect(all.words(), locale).toContain(part);
      // A title such as "Dr" belongs to a person and not always to the address: a practice has no title.
      expect(all.words(), locale).not.toContain('Docteur Moulin');
      const cards = all.dom.querySelectorAll('main .cards li').map(({ text }) => text);
      expect(cards).toHaveLength(2);
      for (const card of cards)
        for (const part of ['04 111', '0470 222', 'x@y.example', 'Wallonie-Est', 'Belgique'])
          expect(card, locale).toContain(part);
      const none = await shown(bare, bare, locale);
      for (const part of names) expect(none.words(), locale).not.toContain(part);
      expect(none.dom.querySelectorAll('main .cards dt')).toHaveLength(0);
    }
  });

  it('PROF-01 CMS-06 the profile switches the newsletter on and off; a repeated post changes nothing', async () => {
    const first = await vet.get(path);
    const wasOn = first.words().includes('Vous recevez notre newsletter');
    const turned = await press(first, 'newsletter');
    expect(turned.words().includes('Vous recevez notre newsletter')).toBe(!wasOn);
    const repeated = await press(first, 'newsletter');
    expect(repeated.words().includes('Vous recevez notre newsletter')).toBe(!wasOn);
    const back = await press(repeated, 'newsletter');
    expect(back.words().includes('Vous recevez notre newsletter')).toBe(wasOn);
    // The page would also change if the flag were inverted, so check that the ERP gets opt-out exactly when it was on.
    const asked = callsOf(shop, 'PUT', 'customer').map(
      ({ body }) => JSON.parse(body ?? 'null') as unknown,
    );
    expect(asked[0]).toEqual({ opt_out: wasOn });
    expect(asked.at(-1)).toEqual({ opt_out: !wasOn });
  });

  it('PROF-01 the profile sends the ERP one request for an address change', async () => {
    const page = await vet.get(path);
    const change = page.dom
      .querySelectorAll('main a')
      .map((link) => link.getAttribute('href') ?? '')
      .find((href) => href.includes('?change='));
    const asking = await vet.get((change ?? '').replace(/#.*$/, ''));
    const id = /change=(\d+)/.exec(change ?? '')?.[1] ?? '';
    const names = (selector: string) =>
      page.dom.querySelectorAll(selector).map((one) => one.text.trim());
    const options = names('select[name="address"] option');
    expect(new Set(options).size).toBe(options.length);
    expect(options.some((name) => name.endsWith('(facturation)'))).toBe(true);
    const ways = names('main a[href*="?change="] .vh');
    expect(new Set(ways).size).toBe(ways.length);
    expect(ways).toEqual(options.slice(1));
    expect(asking.words('#change')).toContain(ways[0]);
    const form = asking.form('main form:has(textarea)');
    const old = form.fields.get('street') ?? '';
    expect(old).not.toBe('');
    expect(form.fields.get('address')).toBe(id);
    for (const field of ['street2', 'mobile', 'email', 'vat'])
      expect(form.fields.has(field), field).toBe(true);
    form.fill({ text: 'Nouvelle entrée', street: 'Rue Neuve 3', street2: 'boîte 4', phone: '' });
    const [done] = await Promise.all([
      form.submit({ name: 'do', value: 'change' }),
      form.submit({ name: 'do', value: 'change' }),
    ]);
    expect(done.words('body')).toContain('Votre demande est envoyée');
    expect(leads()).toHaveLength(1);
    const letter = leads()[0]?.body ?? '';
    expect(Buffer.from(letter, 'latin1').toString('utf8')).toContain(
      `Rue et numéro: ${old} → Rue Neuve 3`,
    );
    expect(Buffer.from(letter, 'latin1').toString('utf8')).toContain('boîte 4');
    expect(letter).toContain('Adresse de facturation: ');
    expect(letter).not.toContain('Code postal: ');
  });

  it('PROF-01 one form of the profile sends the chosen address together with the message', async () => {
    const page = await vet.get(path);
    const form = page.form('main form:has(textarea)');
    const address = page.dom.querySelectorAll('select[name=address] option').at(-1);
    const typed = { address: address?.getAttribute('value') ?? '', text: '' };
    const blank = await form.fill(typed).submit({ name: 'do', value: 'change' });
    expect(blank.status).toBe(422);
    expect(blank.dom.querySelector('select[name=address] [selected]')?.text).toBe(address?.text);
    const done = await blank
      .form('main form:has(textarea)')
      .fill({ text: 'Livrez par la cour' })
      .submit({ name: 'do', value: 'change' });
    expect(done.words('body')).toContain('Votre demande est envoyée');
    const letter = Buffer.from(leads().at(-1)?.body ?? '', 'latin1').toString('utf8');
    expect(letter).toContain('Livrez par la cour');
    expect(letter).toContain('Adresses de livraison: ');
  });

  it('PROF-01 the profile rejects a change request in which nothing differs from the address', async () => {
    const page = await vet.get(path);
    const first = page.dom.querySelector('a[href*="?change="]')?.getAttribute('href') ?? '';
    const asking = await vet.get(first.replace(/#.*$/, ''));
    const before = leads().length;
    const same = await press(asking, 'change');
    expect(same.status).toBe(422);
    expect(same.words()).toContain('Rien n’a changé');
    const form = asking.form('main form:has(textarea)').fill({ city: 'x'.repeat(201) });
    const long = await form.submit({ name: 'do', value: 'change' });
    expect(long.status).toBe(422);
    expect(long.dom.querySelector('input[name=city]')?.getAttribute('value')).toHaveLength(201);
    expect(leads()).toHaveLength(before);
  });

  it('PROF-01 the profile reports invalid fields of a change next to each field, and preserves the input', async () => {
    const way = (await vet.get(path)).dom.querySelector('a[href*="?change="]');
    const asking = await vet.get((way?.getAttribute('href') ?? '').replace(/#.*$/, ''));
    const before = leads().length;
    const typed = { zip: '00000', phone: 'abc', mobile: '12', email: 'x@', vat: 'BE0477472702' };
    const answer = await press(asking, 'change', typed);
    expect(answer.status).toBe(422);
    for (const [name, value] of Object.entries(typed)) {
      const field = answer.dom.querySelector(`#change-request [name=${name}]`);
      expect(field?.getAttribute('value'), name).toBe(value);
      expect(field?.getAttribute('aria-invalid'), name).toBe('true');
    }
    expect(answer.words('#change-request')).toContain('5 champs sont à corriger');
    expect(leads()).toHaveLength(before);
  });

  it('PROF-01 the profile shows which address can be removed and which is the main one', async () => {
    const words = (await vet.get(path)).words();
    expect(words.split('ne peut pas être retirée')).toHaveLength(2);
    expect(words).toContain('Modifiable et retirable sur demande');
  });

  it('PROF-01 CHK-01 checkout links to the change form of the profile, filled with the address', async () => {
    newCart(shop, 'vet@demo.example');
    const checkout = await vet.get('/fr/cart-confirm');
    const way = leadsTo(
      checkout.dom
        .querySelectorAll('main a, main button')
        .find((link) => link.text.includes('Demander un changement d’adresse')),
    );
    expect(way).toMatch(/^\/fr\/account\/profile\?change=\d+&from=order#change$/);
    const asking = await vet.get(way.replace(/#.*$/, ''));
    expect(asking.form('main form:has(textarea)').fields.get('street')).not.toBe('');
  });

  it('PROF-01 the profile rejects an empty request, and preserves the input when the ERP is down', async () => {
    const empty = await press(await vet.get(path), 'change', { text: '  ' });
    expect(empty.status).toBe(422);
    expect(empty.dom.querySelector('textarea[aria-invalid="true"]')).not.toBeNull();
    shop.sandbox.erp.control.fault({ match: { method: 'POST', path: 'leads' }, status: 503 });
    const away = await press(await vet.get(path), 'change', { text: 'Nouveau numéro : 04 222' });
    // After a 503 the ERP may have accepted the request: the page says so, and the shop does not send it again by
    // itself.
    expect(away.status).toBe(409);
    expect(away.words()).toContain('Téléphonez-nous pour le savoir');
    expect(away.dom.querySelector('textarea')?.text).toContain('Nouveau numéro : 04 222');
    const long = await press(await vet.get(path), 'change', { text: 'x'.repeat(2001) });
    expect(long.status).toBe(422);
    expect(long.words()).toContain('Au plus 2 000 caractères');
  });

  it('DEG-01 each block of the profile can fail while the others are shown', async () => {
    const { control } = shop.sandbox.erp;
    control.fault({ match: { path: 'customer' }, status: 503, times: 9 });
    const page = await vet.get(path);
    expect(page.status).toBe(200);
    expect(page.words()).toContain('Vos coordonnées ne peuvent pas être lues');
    expect(page.words()).toContain('Adresses de livraison');
    control.clearFaults();
    control.fault({ match: { path: 'addresses/*' }, status: 503, times: 9 });
    const without = await vet.get(path);
    expect(without.status).toBe(200);
    expect(without.words()).toContain('Les adresses ne peuvent pas être lues');
    expect(without.words()).toContain('C10021');
  });

  it('PROF-01 the profile sends a released Odoo the newsletter switch and the change request through that ERP’s own calls', async () => {
    const bare = await startTestShop({ profile: 'odoo16' });
    try {
      bare.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } });
      const customer = await bare.customer('vet@demo.example');
      const page = await customer.get(path);
      expect(page.status).toBe(200);
      const done = await press(page, 'change', { text: 'Autre téléphone' });
      expect(done.words('body')).toContain('Votre demande est envoyée');
      const turned = await press(page, 'newsletter');
      const [asked] = callsOf(bare, 'POST', 'customer');
      expect(asked === undefined).toBe(false);
      expect(turned.status).toBe(200);
    } finally {
      await bare.stop();
    }
  });
});
