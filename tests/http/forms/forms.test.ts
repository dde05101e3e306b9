/** Forms defined in the ERP: rendered, validated against their definition, and sent once, without script. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostileMarkup, hostileText } from '../../support/hostile-markup';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf } from '../checkout/checkout-carts';

let shop: TestShop;
let vet: Visitor;
let guest: Visitor;

beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
  vet = await shop.customer('vet@demo.example');
  guest = shop.visitor();
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.erp.control.availability(true);
});

const links = (page: Page): string[] =>
  page.dom.querySelectorAll('main .list a').map((link) => link.getAttribute('href') ?? '');
const survey = '/fr/form/satisfaction';
const visit = '/fr/form/visit_request';
const returns = '/fr/form/return_request';
const sentTo = (id: number) => callsOf(shop, 'POST', `form/${id}`);
const lastAnswers = (id: number): unknown =>
  JSON.parse(
    shop.sandbox.erp.control.requests().findLast(({ path }) => path.endsWith(`form/${id}`))?.body ??
      'null',
  );
const asked = {
  'f.name': 'Dr Lambert',
  'f.zip': '6900',
  'f.day': '1/2/2099',
  'f.topics:food': 'on',
};

describe('the forms of the ERP', () => {
  it('CMS-04 the forms of the ERP are listed for a guest, and more for a customer; the footer links to the list', async () => {
    const home = await guest.get('/fr');
    expect(home.dom.querySelector('footer a[href="/fr/form"]')).not.toBeNull();
    const drawn = ['delivery_claim', 'training_evening', 'depot_opening', 'pharmacy_audit'].map(
      (code) => `/fr/form/${code}`,
    );
    expect(links(await guest.get('/fr/form'))).toEqual([survey, visit, ...drawn]);
    expect(links(await vet.get('/fr/form'))).toEqual([survey, returns, visit, ...drawn]);
  });

  it('CMS-04 the forms of the ERP are rendered with plain fields, in each language with the ERP’s texts', async () => {
    const page = await guest.get(survey);
    expect(page.words('h1')).toBe('Enquête de satisfaction');
    expect(page.dom.querySelectorAll('#erp-form fieldset input[type=radio]')).toHaveLength(3);
    expect(page.dom.querySelector('#erp-form textarea')).not.toBeNull();
    expect(page.words('#erp-form button')).toBe('Envoyer');
    const dutch = await guest.get('/nl/form/visit_request');
    expect(dutch.words('#erp-form')).toContain('binnen tien dagen');
    expect(dutch.words('#erp-form h2')).toBe('Uw praktijk');
    expect(dutch.words('#erp-form button')).toBe('Bezoek aanvragen');
  });

  it('CMS-04 a form of the ERP is sent as text, once, however often it is posted', async () => {
    const form = (await guest.get(visit)).form('#erp-form').fill(asked);
    const before = sentTo(3).length;
    const [one, two] = await Promise.all([form.submit(), form.submit()]);
    for (const page of [one, two]) expect(page.words()).toContain('Merci, c’est envoyé');
    await form.submit();
    expect(sentTo(3)).toHaveLength(before + 1);
    expect(lastAnswers(3)).toEqual({
      data: {
        name: 'Dr Lambert',
        zip: '6900',
        day: '2099-02-01',
        topics: 'food',
        source: 'shop',
      },
    });
  });

  it('CMS-04 input in a form of the ERP is validated against the form’s definition, and preserved', async () => {
    const before = sentTo(3).length;
    const wrong = await (
      await guest.get(visit)
    )
      .form('#erp-form')
      .fill({ ...asked, 'f.name': 'D', 'f.zip': '123', 'f.vets': '2,5', 'f.site': 'cabinet' })
      .fill({ 'f.topics:equipment': 'on' })
      .submit();
    expect(wrong.status).toBe(422);
    for (const words of [
      '2 caractères au moins',
      'Quatre chiffres, par exemple 6900.',
      'nombre entier',
      'commence par https://',
      'Quel matériel ?',
    ])
      expect(wrong.words('#errors')).toContain(words);
    const kept = wrong.form('#erp-form').fields;
    expect([kept.get('f.zip'), kept.get('f.vets'), kept.get('f.day')]).toEqual([
      '123',
      '2,5',
      '1/2/2099',
    ]);
    expect([kept.has('f.topics:equipment'), kept.has('f.topics:promotions')]).toEqual([
      true,
      false,
    ]);
    expect(sentTo(3)).toHaveLength(before);
    const none = await guest.post(visit, { tx: crypto.randomUUID(), 'f.topics:made-up': 'on' });
    expect([none.status, none.words('#errors').includes('Sujets à aborder')]).toEqual([422, true]);
    expect((await guest.post(visit, asked)).status).toBe(422);
  });

  it('AUTH-05 a form for customers only keeps a guest’s input until sign-in', async () => {
    expect((await guest.get(returns, { follow: false })).status).toBe(302);
    expect((await vet.get('/fr/form/made_up')).status).toBe(404);
    const customer = await shop.customer('clinique@demo.example');
    const form = (await customer.get(returns)).form('#erp-form').fill({ 'f.order': 'S01234' });
    await customer.jar.removeAllCookies();
    const stopped = await form.submit();
    expect(stopped.url.pathname).not.toBe(returns);
    expect(sentTo(2)).toHaveLength(0);
    const back = await stopped
      .form('#password-form')
      .fill({ login: 'clinique@demo.example', password: 'clinique-demo' })
      .submit();
    expect(back.url.pathname).toBe(returns);
    expect(back.form('#erp-form').fields.get('f.order')).toBe('S01234');
  });

  it('CMS-04 a form definition that does not parse is skipped and logged, and hostile markup is sanitised', async () => {
    const drawn = {
      components: [
        { type: 'content', key: 'c', html: [...hostileMarkup].reverse().join(' ') },
        { type: 'textfield', key: 'x', label: hostileText, description: hostileText, input: true },
      ],
    };
    const form = {
      id: 9,
      code: 'odd',
      name: hostileText,
      form: JSON.stringify(drawn),
      sequence: 1,
    };
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: 'form' },
      status: 200,
      body: { size: 2, data: [{ ...form, id: 8, code: 'broken', form: '{' }, form, 'odd'] },
      times: 2,
    });
    expect(links(await vet.get('/fr/form'))).toEqual(['/fr/form/odd']);
    expect(
      shop.logs.some(({ event, form: code }) => event === 'form.unreadable' && code === 'broken'),
    ).toBe(true);
    const { dom } = await vet.get('/fr/form/odd');
    expect(dom.querySelectorAll('main :is(script, iframe, style, [onerror], [onload])')).toEqual(
      [],
    );
  });

  it('DEG-01 when the ERP is down a form preserves its input, and a post whose response was lost is not repeated', async () => {
    const form = (await vet.get(visit)).form('#erp-form').fill(asked);
    shop.sandbox.erp.control.availability(false);
    const down = await form.submit();
    expect([down.status, down.words().includes('ne répond pas')]).toEqual([503, true]);
    shop.sandbox.erp.control.availability(true);
    shop.sandbox.erp.control.fault({ match: { method: 'POST', path: 'form/3' }, drop: 'after' });
    const before = sentTo(3).length;
    const lost = await down.form('main .notice form').submit();
    expect([lost.status, lost.form('#erp-form').fields.get('f.zip')]).toEqual([409, '6900']);
    const again = await form.submit();
    expect(again.status).toBe(409);
    expect(sentTo(3)).toHaveLength(before + 1);
  });

  it('CMS-04 the page shows a form’s rejection by the ERP, and says so when the form was removed', async () => {
    const fault = { match: { method: 'POST', path: 'form/1' }, body: { detail: 'No such form' } };
    const form = async () =>
      (await guest.get(survey)).form('#erp-form').fill({ 'f.delivery': 'yes' });
    shop.sandbox.erp.control.fault({ ...fault, status: 404 });
    expect((await (await form()).submit()).words()).toContain('n’est plus proposé');
    shop.sandbox.erp.control.fault({ ...fault, status: 400 });
    expect((await (await form()).submit()).words()).toContain('n’accepte pas ces réponses');
    expect((await (await form()).submit()).words()).toContain('Merci');
  });
});
