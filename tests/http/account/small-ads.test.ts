/** Classified ads: listed, written, submitted and moderated without script. */
import { dayOf } from '../../../app/base/kernel/day';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostileText } from '../../support/hostile-markup';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf } from '../checkout/checkout-carts';

const list = '/fr/account/smallads';
const mine = `${list}?mine=all`;
let shop: TestShop;
let vet: Visitor;
let other: Visitor;

beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
  vet = await shop.customer('vet@demo.example');
  other = await shop.customer('clinique@demo.example');
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.erp.control.availability(true);
});

const press = (value: string) => ({ name: 'do', value });
const idOf = (page: Page): number => Number(page.url.pathname.split('/').pop());
const texts = (page: Page, selector: string): string[] =>
  page.dom.querySelectorAll(selector).map((element) => element.text.trim());
/** Today as a customer of the shop enters it. */
const today = dayOf(new Date()).split('-').reverse().join('/');
const content = (more: Readonly<Record<string, string>> = {}) => ({
  title: 'Cage de réveil',
  category: 'equipment',
  region: 'WLX',
  text: 'Inox, deux portes.\nÀ venir chercher.',
  start: today,
  end: '31.12.2099',
  contact: 'Dr Lambert',
  phone: '084 12 34 56',
  email: 'lambert@example.be',
  ...more,
});
const blank = async (): Promise<Page> => vet.get(`${list}/new`);
const drafted = async (more: Readonly<Record<string, string>> = {}): Promise<Page> =>
  (await blank()).form('#ad').fill(content(more)).submit(press('save'));
/** Submits an ad and publishes it at the ERP. */
async function published(
  title: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const given = content({ title, ...more });
  const page = await (await blank()).form('#ad').fill(given).submit(press('submit'));
  shop.sandbox.erp.control.publishAd(idOf(page));
  return vet.get(page.url.pathname);
}

describe('the page of published ads', () => {
  it('ADS-01 published ads are listed for every customer; category and region filters are in the URL', async () => {
    const page = await vet.get(list);
    expect(page.status).toBe(200);
    expect(texts(page, '#ads tbody th a').length).toBeGreaterThanOrEqual(3);
    expect(texts(page, '#ads .state')).toEqual([]);
    const filtered = await page.form('#filter').fill({ category: 'employment' }).submit();
    expect(filtered.url.search).toContain('category=employment');
    expect(new Set(texts(filtered, '#ads td[data-label="Catégorie"]'))).toEqual(
      new Set(['Emploi']),
    );
    const nowhere = await filtered.form('#filter').fill({ region: 'VLI' }).submit();
    expect(nowhere.words('#ads')).toContain('Aucune annonce ne correspond');
    expect((await vet.get(`${list}?category=x&region=../y&page=-1`)).status).toBe(200);
  });

  it('ADS-01 published ads show contact and dates to other customers, and only their owner can edit them (P-21)', async () => {
    const page = await published('Table d’opération');
    const seen = await other.get(page.url.pathname);
    expect(seen.status).toBe(200);
    expect(seen.words('#ad-text')).toContain('084 12 34 56');
    expect(seen.words('#ad-text')).toContain(today);
    expect(seen.dom.querySelector('main form')).toBeNull();
    const fields = new URLSearchParams(page.form('#ad').fields);
    for (const intent of ['save', 'submit', 'delete', 'no-document']) {
      fields.set('do', intent);
      fields.set('title', 'À moi');
      fields.set('tx', crypto.randomUUID());
      expect((await other.post(page.url.pathname, fields)).status).toBe(404);
    }
    expect((await vet.get(page.url.pathname)).words('h1')).toBe('Table d’opération');
    const draft = await drafted();
    expect((await other.get(draft.url.pathname)).status).toBe(404);
    expect((await other.get(`${list}/99999999`)).status).toBe(404);
  });

  it('ADS-01 an ad with a future start date tells its owner when others can read it', async () => {
    const page = await published('Balance', { start: '1/1/2099' });
    expect(page.words('main')).toContain('les autres clients la liront à partir du 01/01/2099');
    expect(page.words('main')).not.toContain('voici ce que lisent les autres clients');
    expect((await other.get(page.url.pathname)).status).toBe(404);
  });

  it('SHELL-05 the list of published ads is split into pages', async () => {
    for (const at of ['un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit'])
      await published(`Caisse ${at}`);
    const first = await vet.get(list);
    expect(texts(first, '#ads tbody tr')).toHaveLength(10);
    const next = await vet.get(first.dom.querySelector('a[rel=next]')?.getAttribute('href') ?? '');
    expect(next.url.search).toBe('?page=2');
    expect(texts(next, '#ads tbody tr').length).toBeGreaterThan(0);
  });
});

describe('the customer’s own ads', () => {
  it('ADS-01 the customer’s own ads are listed by state, with the reason for a rejection', async () => {
    const page = await vet.get(`${mine}&size=50`);
    expect(new Set(texts(page, '#ads .state')).size).toBeGreaterThanOrEqual(3);
    const refused = await vet.get(`${list}?mine=cancel`);
    expect(new Set(texts(refused, '#ads .state'))).toEqual(new Set(['Refusée']));
    expect(refused.words('#ads')).toContain('Motif : La revente de médicaments');
  });

  it('ADS-01 a new ad is "En création", and requires every field except the document', async () => {
    const page = await blank();
    expect(page.words('.head')).toContain('En création');
    expect(page.form('#ad').fields.get('contact')).not.toBe('');
    const empty = content({ title: ' ', category: '', region: '', text: '', start: '', end: '' });
    const wrong = await page
      .form('#ad')
      .fill({ ...empty, contact: '', phone: '', email: '' })
      .submit(press('submit'));
    expect(wrong.status).toBe(422);
    expect(texts(wrong, '#errors li')).toHaveLength(9);
    const optional = page.dom.querySelectorAll('#ad :is(input, select, textarea):not([required])');
    expect(optional.map((field) => field.getAttribute('type'))).toEqual(['hidden', 'file']);
  });

  it.each([
    ['a day that is none', { start: '31/02/2026' }, 'Donnez une date qui existe'],
    ['a start that has passed', { start: '1/2/2026' }, 'donnez aujourd’hui ou un jour à venir'],
    ['an end that has passed', { start: '1/1/2025', end: '1/2/2025' }, 'Cette date est passée'],
    ['an end before the start', { start: '1/2/2026', end: '31/1/2026' }, 'La date de fin précède'],
    [
      'a text of 501 characters',
      { text: `${'é'.repeat(500)}😀` },
      'Le texte compte 501 caractères, un de trop',
    ],
    ['no telephone number', { phone: 'appelez-moi' }, 'numéro de téléphone'],
    ['half an e-mail address', { email: 'lambert' }, 'seule adresse e-mail, complète'],
    ['an unknown category', { category: 'medicines' }, 'Faites un choix'],
    ['a title that is too long', { title: 'x'.repeat(81) }, '81 caractères au lieu de 80 au plus'],
  ])('ADS-01 an ad with %s is rejected and all input preserved', async (_, more, words) => {
    const form = (await blank()).form('#ad').fill(content(more));
    const wrong = await form.submit(press('save'));
    expect([wrong.status, wrong.words('#errors').includes(words)]).toEqual([422, true]);
    const typed = { ...content(more) };
    const kept = wrong.form('#ad').fields;
    for (const [name, value] of Object.entries(typed))
      if (name !== 'category') expect(kept.get(name)).toBe(value);
  });

  it('ADS-01 an ad may have five hundred characters; each line break counts as one', async () => {
    const text = `${'é'.repeat(249)}\r\n${'😀'.repeat(250)}`;
    const page = await drafted({ text, phone: '(04) 222.33.44' });
    expect(page.words('.head')).toContain('Brouillon');
    expect([...(page.form('#ad').fields.get('text') ?? '')]).toHaveLength(500);
    expect(page.form('#ad').fields.get('start')).toBe(today);
    expect(page.form('#ad').fields.get('phone')).toBe('(04) 222.33.44');
  });

  it('ADS-01 an ad is submitted, rejected with a reason, corrected and submitted again', async () => {
    const sent = await (await drafted()).form('#ad').submit(press('submit'));
    expect(sent.words('.head')).toContain('En attente d’acceptation');
    shop.sandbox.erp.control.refuseAd(idOf(sent), 'Précisez le prix.');
    const refused = await vet.get(sent.url.pathname);
    expect(refused.words('#rejection')).toContain('Motif : Précisez le prix.');
    const again = await refused.form('#ad').fill({ text: 'Inox, 300 €.' }).submit(press('submit'));
    expect(again.words('.head')).toContain('En attente d’acceptation');
    expect(again.dom.querySelector('#rejection')).toBeNull();
  });

  it('ADS-01 editing a published ad shows a warning and removes it from public view', async () => {
    const page = await published('Lampe scialytique');
    expect(page.words('#edit')).toContain('elle disparaît aussitôt des annonces publiées');
    const same = await page.form('#ad').submit(press('save'));
    expect(same.words('.head')).toContain('Publiée');
    const path = page.url.pathname;
    const edited = await same.form('#ad').fill({ title: 'Lampe LED' }).submit(press('save'));
    expect(edited.words('.head')).toContain('Brouillon');
    expect((await other.get(path)).status).toBe(404);
    expect((await other.get(`${list}?category=equipment&size=50`)).words('#ads')).not.toContain(
      'Lampe',
    );
  });

  it('ADS-01 an edit is rejected when the ERP moderated the ad in the meantime', async () => {
    const sent = await (await drafted()).form('#ad').submit(press('submit'));
    const form = sent.form('#ad').fill({ title: 'Plus tard' });
    shop.sandbox.erp.control.publishAd(idOf(sent));
    const late = await form.submit(press('save'));
    expect([late.status, late.form('#ad').fields.get('title')]).toEqual([409, 'Plus tard']);
    expect((await other.get(sent.url.pathname)).status).toBe(200);
  });

  it('P-56 an ad form sent after Back with other text is rejected with 409 and preserves the text', async () => {
    const form = (await drafted({ title: 'Premier' })).form('#ad').fill({ title: 'Deuxième' });
    expect((await form.submit(press('save'))).words('h1')).toBe('Deuxième');
    const late = await form.fill({ title: 'Troisième' }).submit(press('save'));
    expect([late.status, late.form('#ad').fields.get('title')]).toEqual([409, 'Troisième']);
    const saved = await late.form('#ad').submit(press('save'));
    expect(saved.words('h1')).toBe('Troisième');
  });

  it('ADS-01 P-58 two people who edit an ad do not overwrite each other’s changes', async () => {
    const path = (await drafted({ title: 'À deux' })).url.pathname;
    const colleague = await shop.customer('vet@demo.example');
    const [mine, theirs] = [await vet.get(path), await colleague.get(path)];
    await theirs
      .form('#ad')
      .fill({ region: 'WNA', text: 'Inox,\r\nune porte.', phone: '081 22 33 44' })
      .submit(press('save'));
    const late = await mine
      .form('#ad')
      .fill({ title: 'À trois', region: 'WLG' })
      .submit(press('save'));
    expect(late.status).toBe(409);
    const { fields } = late.form('#ad');
    expect(['title', 'region', 'text', 'phone'].map((name) => fields.get(name))).toEqual([
      'À trois',
      'WLG',
      'Inox,\nune porte.',
      '081 22 33 44',
    ]);
    expect(texts(late, '#errors li').map((one) => one.replace(/\s/g, ' '))).toEqual([
      expect.stringMatching(/Pas encore enregistré. À présent : À deux\.$/),
      expect.stringMatching(/Pas encore enregistré. À présent : Namur\.$/),
    ]);
    const saved = (await late.form('#ad').submit(press('save'))).form('#ad').fields;
    expect(['title', 'region', 'phone'].map((name) => saved.get(name))).toEqual([
      'À trois',
      'WLG',
      '081 22 33 44',
    ]);
    // A new document is saved even if someone else has changed the text.
    const document = await vet.get(path);
    await (await colleague.get(path)).form('#ad').fill({ title: 'À quatre' }).submit(press('save'));
    const none = await document.form('#document').submit(press('document'));
    expect([none.status, none.words('#document').includes('Choisissez d’abord')]).toEqual([
      422,
      true,
    ]);
    // The input for an ad that was deleted meanwhile can be saved as a new ad.
    const gone = (await vet.get(path)).form('#ad').fill({ title: 'À cinq' });
    await (await colleague.get(path)).form('#delete form').submit(press('delete'));
    const back = await gone.submit(press('save'));
    expect([back.status, back.words('[role=alert]')]).toEqual([
      409,
      expect.stringContaining('Cette annonce n’existe plus.'),
    ]);
    const another = await back.form('main .notice form').submit();
    expect([another.words('h1'), another.url.pathname === path]).toEqual(['À cinq', false]);
    expect((await vet.get(path)).status).toBe(404);
  });

  it('ADS-01 an ad is deleted only after a confirmation', async () => {
    const page = await published('À supprimer');
    expect(page.words('#delete')).toContain('Supprimer « À supprimer » pour de bon ?');
    const gone = await page.form('#delete form').submit(press('delete'));
    expect(gone.url.search).toBe('?mine=all');
    expect((await other.get(page.url.pathname)).status).toBe(404);
  });

  it('P-24 hostile text in an ad or in the reason of its rejection is escaped', async () => {
    const hostile = content({ title: hostileText.slice(0, 60), text: hostileText });
    const make = async (): Promise<Page> =>
      (await blank()).form('#ad').fill(hostile).submit(press('submit'));
    const [refused, seen] = [await make(), await make()];
    shop.sandbox.erp.control.refuseAd(idOf(refused), hostileText);
    shop.sandbox.erp.control.publishAd(idOf(seen));
    for (const path of [refused.url.pathname, `${list}?mine=cancel`, list, seen.url.pathname]) {
      const { dom } = await vet.get(path);
      expect(dom.querySelectorAll('main [onerror], main img, main script:not([nonce])')).toEqual(
        [],
      );
    }
    const reader = await other.get(seen.url.pathname);
    expect(reader.words('#ad-text')).toContain('<img src=nowhere');
    expect(reader.dom.querySelectorAll('main :is(img, script)')).toEqual([]);
  });
});

describe('an ad when the ERP or the form fails', () => {
  const made = (): number => callsOf(shop, 'POST', 'classified_ads').length;

  it('P-58 a double click on the form of a new ad creates one ad, and a changed form after Back updates it', async () => {
    const form = (await blank()).form('#ad').fill(content({ title: 'Deux clics' }));
    const before = made();
    const [one, two] = await Promise.all([form.submit(press('save')), form.submit(press('save'))]);
    expect(two.url.pathname).toBe(one.url.pathname);
    const changed = await form.fill({ title: 'Après retour' }).submit(press('save'));
    expect([changed.url.pathname, changed.words('h1')]).toEqual([one.url.pathname, 'Après retour']);
    expect(made()).toBe(before + 1);
  });

  it('P-58 an ad whose creation got no ERP response is found again, not created twice', async () => {
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'classified_ads' },
      drop: 'after',
    });
    const before = made();
    const page = await drafted({ title: 'Réponse perdue' });
    expect([page.status, page.words('h1')]).toEqual([200, 'Réponse perdue']);
    expect(made()).toBe(before + 1);
  });

  it('P-58 when saving an ad works but submitting it fails, the page says so and nothing is saved twice', async () => {
    const fault = { match: { method: 'POST', path: 'classified_ads/*/submit' }, status: 500 };
    shop.sandbox.erp.control.fault({ ...fault, body: { detail: 'Internal Server Error' } });
    const form = (await blank()).form('#ad').fill(content({ title: 'À moitié' }));
    const before = made();
    const page = await form.submit(press('submit'));
    expect(page.words('body')).toContain('Annonce enregistrée, mais pas encore soumise');
    expect(page.words('.head')).toContain('Brouillon');
    const sent = await page.form('#ad').submit(press('submit'));
    expect(sent.words('.head')).toContain('En attente');
    expect(made()).toBe(before + 1);
  });

  it('DEG-01 when the ERP is down, the form of an ad preserves the input', async () => {
    const page = await drafted({ title: 'En panne' });
    const form = page.form('#ad').fill({ text: 'Gardé' });
    const fresh = (await blank()).form('#ad').fill(content({ title: 'Gardée aussi' }));
    shop.sandbox.erp.control.availability(false);
    const down = await form.submit(press('save'));
    const unsaved = await fresh.submit(press('save'));
    const gone = await vet.get(list);
    shop.sandbox.erp.control.availability(true);
    expect(gone.words()).toContain('Les petites annonces ne sont pas disponibles');
    expect(unsaved.form('#ad').fields.get('title')).toBe('Gardée aussi');
    const sent = await down.form('main .notice form').submit();
    expect(sent.form('#ad').fields.get('text')).toBe('Gardé');
  });

  it('ADS-01 when the ERP rejects the ad, the page says so and preserves the input', async () => {
    const fault = { match: { method: 'POST', path: 'classified_ads' }, status: 400 };
    shop.sandbox.erp.control.fault({ ...fault, body: { detail: 'constraint: secret' } });
    const refused = await drafted({ title: 'Refusée net' });
    expect([refused.status, refused.form('#ad').fields.get('title')]).toEqual([422, 'Refusée net']);
    expect(refused.words()).not.toContain('secret');
  });

  it('I18N-03 the form of an ad is translated into the three languages, with regions sorted alphabetically in each', async () => {
    const dutch = await vet.get('/nl/account/smallads/new');
    expect(dutch.words('.head')).toContain('In aanmaak');
    const names = texts(dutch, '#region option').slice(1);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'nl')));
    expect((await vet.get('/en/account/smallads')).words('h1')).toBe('Classified ads');
  });
});
