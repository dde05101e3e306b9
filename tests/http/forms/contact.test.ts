/** Messages of the contact form and their attachments (CMS-05), for guests and customers, with all faults. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

const path = '/fr/contact';
const megabyte = 1024 * 1024;
const letter = {
  subject: 'Suivi de commande',
  description: 'Où est ma commande S00042 ?\nMerci',
  name: 'Anne Lenoir',
  email: 'anne@clinique.example',
  company: 'Clinique du Pré',
  phone: '04 222 33 44',
  mobile: '0470 12 34 56',
  street: 'Rue Neuve 3',
  zip: '4000',
  city: 'Liège',
  country: 'Belgique',
};
const pdf = (bytes = 2_000): Buffer => Buffer.from(`%PDF-1.7\n${'x'.repeat(bytes)}\n%%EOF\n`);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3_000, 7)]);

let shop: TestShop;
let visitor: Visitor;
/** Milliseconds that the shop's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  shop = await startTestShop({
    products: 60,
    clock: { now: () => new Date(Date.now() + ahead) },
  });
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  visitor = shop.visitor();
});

const letters = (where = shop) =>
  where.sandbox.erp.control.inbox().filter(({ kind }) => kind === 'lead');
const sent = (where = shop) => letters(where).at(-1);

/** Posts the form of the page as a browser does: its fields, then the file. */
async function write(
  fields: Readonly<Record<string, string>>,
  files: readonly File[] = [],
  who: Visitor = visitor,
): Promise<Page> {
  const page = await who.get(path);
  const filled = page.form('form#contact').fill(fields).fields;
  const form = new FormData();
  for (const [name, value] of filled) form.append(name, value);
  const chosen = files.length > 0 ? files : [new File([], '')];
  for (const file of chosen) form.append('file', file);
  return who.postForm(path, form);
}
const file = (content: Buffer, name: string): File => new File([new Uint8Array(content)], name);
const typed = (page: Page): string | undefined =>
  page.dom.querySelector('#contact textarea')?.text.replaceAll('\r', '').trim();

describe('the contact form', () => {
  it('CMS-05 the contact form sends every field to the ERP, and redirects to the confirmation page', async () => {
    const page = await write(letter);
    expect(page.hops.map(({ status }) => status)).toEqual([303, 200]);
    expect(page.url.pathname).toBe('/fr/contact-success');
    expect(sent()?.data).toMatchObject({
      subject: 'Suivi de commande',
      email: 'anne@clinique.example',
    });
    const text = String(sent()?.data['description']);
    expect(text.startsWith(letter.description)).toBe(true);
    for (const part of ['Anne Lenoir', 'Clinique du Pré', '04 222 33 44', '0470 12 34 56'])
      expect(text).toContain(part);
    for (const part of ['Rue Neuve 3', '4000', 'Liège', 'Belgique']) expect(text).toContain(part);
    const named = await write({ ...letter, email: 'Anne Lenoir <mailto:anne@clinique.example>' });
    expect(named.url.pathname).toBe('/fr/contact-success');
    expect(sent()?.data['email']).toBe('anne@clinique.example');
  });

  it.each([
    ['fr', 'Retour ou réclamation', '7 h 30–12 h 30'],
    ['nl', 'Retour of klacht', '7.30 u.–12.30 u.'],
    ['en', 'Return or complaint', '7:30–12:30'],
  ])(
    'CMS-05 in %s the contact form offers the subjects of the ERP, and shows its opening hours',
    async (locale, subject, hours) => {
      const page = await visitor.get(`/${locale}/contact`);
      expect(page.status).toBe(200);
      const subjects = page.dom
        .querySelectorAll('select[name="subject"] option')
        .map(({ text }) => text);
      expect(subjects).toContain(subject);
      expect(subjects.at(-1)).toMatch(/^(Autre|Andere|Other)$/);
      expect(page.words('aside')).toContain(hours);
    },
  );

  it('CMS-05 the contact form is prefilled for a customer, and sends the customer number', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get(path);
    expect(page.dom.querySelector('[name="email"]')?.getAttribute('value')).toBe(
      'vet@demo.example',
    );
    expect(page.dom.querySelector('[name="mobile"]')?.getAttribute('value')).toMatch(/^\+32/);
    await write({ subject: 'Facturation', description: 'Bonjour' }, [], customer);
    expect(sent()?.data['description']).toContain('C10021');
  });

  it('CMS-05 the contact form works for a customer whose session the ERP has ended', async () => {
    const customer = await shop.customer('vet@demo.example');
    // A 401 right after sign-in has its own error page, so make the session older.
    ahead += 3 * 60_000;
    const match = { method: 'GET', path: 'customer' };
    shop.sandbox.erp.control.fault({ match, status: 401, body: { detail: 'x' }, times: 1 });
    const page = await write(letter, [], customer);
    expect(page.url.pathname).toBe('/fr/contact-success');
  });

  it('CMS-05 invalid fields of the contact form are named, and all input is preserved', async () => {
    const before = letters().length;
    const page = await write({ ...letter, email: 'anne@', phone: 'matin', name: ' ' });
    expect(page.status).toBe(422);
    expect(page.words('#errors')).toContain('3 champs sont à corriger');
    expect(typed(page)).toBe(letter.description.trim());
    expect(page.dom.querySelector('[name="phone"]')?.getAttribute('value')).toBe('matin');
    expect(page.dom.querySelector('option[selected]')?.text).toBe('Suivi de commande');
    expect(letters()).toHaveLength(before);
  });

  it('CMS-05 the confirmation page of the contact form, opened without a message, says that nothing was sent', async () => {
    const { url } = await write(letter);
    const other = shop.visitor();
    for (const locale of ['fr', 'nl', 'en']) {
      const bare = await other.get(`/${locale}/contact-success?file=no`);
      expect(bare.status).toBe(200);
      expect(bare.dom.querySelector(`main a[href="/${locale}/contact"]`)).not.toBeNull();
      expect(bare.words()).not.toMatch(/est arrivé|is aangekomen|has arrived|fichier joint/);
    }
    const thanks = await other.get(url.pathname + url.search);
    expect(thanks.words()).toContain('Votre message est arrivé');
    const customer = await shop.customer('vet@demo.example');
    expect((await customer.get(`/fr/contact-success`)).words()).toContain('Rien n’a été envoyé');
  });

  it('CMS-05 P-58 one contact form sends one message, however often it is posted', async () => {
    const before = letters().length;
    const page = await visitor.get(path);
    const form = new FormData();
    for (const [name, value] of page.form('form#contact').fill(letter).fields)
      form.append(name, value);
    form.append('file', file(pdf(), 'a.pdf'));
    const answers = await Promise.all([visitor.postForm(path, form), visitor.postForm(path, form)]);
    for (const answer of answers) expect(answer.url.pathname).toBe('/fr/contact-success');
    expect(letters().length - before).toBe(1);
  });

  it('CMS-05 only one element of the page has the id of the contact form', async () => {
    expect((await visitor.get(path)).dom.querySelectorAll('[id=contact]')).toHaveLength(1);
  });

  it('CMS-05 P-58 a contact form changed after Back sends another message', async () => {
    const before = letters().length;
    const page = await visitor.get(path);
    const send = (description: string) => {
      const form = new FormData();
      const { fields } = page.form('form#contact').fill({ ...letter, description });
      for (const [name, value] of fields) form.append(name, value);
      form.append('file', new File([], ''));
      return visitor.postForm(path, form);
    };
    await send('Le colis 4711 est arrivé ouvert.');
    await send('Le colis 4712 est arrivé ouvert.');
    expect(letters().length - before).toBe(2);
    expect(JSON.stringify(sent())).toContain('4712');
  });

  it('CMS-05 DEG-01 a contact message whose ERP response was lost is reported and not repeated; the file must be chosen again', async () => {
    const match = { method: 'POST', path: 'leads' };
    shop.sandbox.erp.control.fault({ match, drop: 'after', times: 1 });
    const before = letters().length;
    const page = await write(letter, [file(pdf(), 'a.pdf')]);
    expect(page.status).toBe(409);
    expect(page.words('#errors')).toContain('peut-être arrivé');
    expect(page.words('#errors')).toContain('choisir à nouveau');
    expect(typed(page)).toBe(letter.description.trim());
    expect(letters().length - before).toBe(1);
  });

  it('CMS-05 DEG-01 the contact form is shown and preserves the input when the ERP is down', async () => {
    const fresh = await startTestShop({ products: 60 });
    try {
      const customer = await fresh.customer('vet@demo.example');
      fresh.sandbox.erp.control.fault({
        match: { path: '*' },
        status: 500,
        body: { detail: 'x' },
        times: 99,
      });
      const page = await write({ ...letter, subject: 'Autre', country: '' }, [], customer);
      expect(page.status).toBe(503);
      expect(page.words('#errors')).toContain('Notre système de commande ne répond pas');
      expect(typed(page)).toBe(letter.description.trim());
      fresh.sandbox.erp.control.clearFaults();
      const again = await page.form('form#contact').submit();
      expect(again.url.pathname).toBe('/fr/contact-success');
    } finally {
      await fresh.stop();
    }
  });

  it('CMS-05 a contact message that the ERP rejects is shown in the form again', async () => {
    const match = { method: 'POST', path: 'leads' };
    const detail = [{ type: 'missing', loc: ['body', 'subject'], msg: 'no', input: null }];
    shop.sandbox.erp.control.fault({ match, status: 422, body: { detail }, times: 1 });
    const page = await write(letter);
    expect([page.status, typed(page)]).toEqual([422, letter.description.trim()]);
    expect(page.words('#errors')).toContain('n’a pas été accepté');
  });

  it('P-71 P-72 no input of the contact form is logged', async () => {
    await write({ ...letter, email: 'anne@' }, [file(pdf(), 'secret-rapport.pdf')]);
    await write(letter, [file(pdf(), 'secret-rapport.pdf')]);
    const log = JSON.stringify(shop.logs);
    for (const word of ['Lenoir', 'anne@', '0470 12', 'S00042', 'Rue Neuve', 'secret-rapport'])
      expect(log).not.toContain(word);
  });

  it('SRCH-02 a search without hits links to the contact form, prefilled with the search text', async () => {
    const none = await visitor.get('/fr/search?q=xyzzyqwv');
    const way = none.dom
      .querySelectorAll('main a')
      .map((link) => link.getAttribute('href') ?? '')
      .find((href) => href.startsWith('/fr/contact'));
    expect(typed(await visitor.get(way ?? ''))).toBe('Je cherche\u00a0: xyzzyqwv');
  });
});

describe('attachments of the contact form', () => {
  it.each([
    ['a PDF', pdf(), '../../mon rapport.pdf', 'pdf'],
    ['a photo', jpeg, 'photo\u202Egpj.exe.jpg', 'jpg'],
  ])(
    'CMS-05 P-33 as attachment, %s is sent under a generated name',
    async (_, content, name, extension) => {
      const page = await write(letter, [file(content, name)]);
      expect(page.url.pathname).toBe('/fr/contact-success');
      expect(page.words()).not.toContain('n’a pas pu être transmis');
      const [joined] = sent()?.files ?? [];
      expect(joined?.name).toMatch(
        new RegExp(`^contact-\\d{4}-\\d\\d-\\d\\d-[\\da-f]{8}\\.${extension}$`),
      );
      expect(joined?.size).toBe(content.length);
    },
  );

  it.each([
    ['a page that calls itself a PDF', Buffer.from('<html>%PDF-1.7 %%EOF'), 'a.pdf', 'ni un PDF'],
    ['a PDF that calls itself a photo', pdf(), 'a.png', 'ni un PDF'],
    ['a program', Buffer.from('MZ\u0090'), 'a.pdf.exe', 'ni un PDF'],
    ['nothing', Buffer.alloc(0), 'a.pdf', 'est vide'],
  ])(
    'CMS-05 P-32 as attachment, %s is rejected, and the message is preserved',
    async (_, content, name, words) => {
      const before = letters().length;
      const page = await write(letter, [file(content, name)]);
      expect(page.status).toBe(422);
      expect(page.words('#errors')).toContain(words);
      expect(page.dom.querySelector('[name="file"]')?.getAttribute('aria-invalid')).toBe('true');
      expect(typed(page)).toBe(letter.description.trim());
      expect(letters()).toHaveLength(before);
    },
  );

  it('CMS-05 P-31 an attachment of five megabytes is accepted, one byte more is rejected, and the message is preserved', async () => {
    const full = Buffer.alloc(5 * megabyte, 'x');
    full.write('%PDF-1.7\n');
    full.write('%%EOF', full.length - 6);
    expect((await write(letter, [file(full, 'a.pdf')])).url.pathname).toBe('/fr/contact-success');
    for (const more of [1, 2 * megabyte]) {
      const page = await write(letter, [file(Buffer.concat([full, Buffer.alloc(more)]), 'a.pdf')]);
      expect(page.status).toBe(413);
      expect(page.words('#errors')).toContain('Le fichier ne peut pas dépasser 5 Mo');
      expect(page.words('#contact-file-e')).toContain('choisissez un fichier plus petit');
      expect(page.dom.querySelector('.toasts')?.text ?? '').not.toContain('dépasser');
      expect(typed(page), String(more)).toBe(letter.description.trim());
      expect(page.dom.querySelector('[name="email"]')?.getAttribute('value')).toBe(letter.email);
      expect(page.dom.querySelector('option[selected]')?.text).toBe('Suivi de commande');
    }
  });

  it('CMS-05 a released Odoo accepts no attachments: the message is sent, and the page explains how to send the file', async () => {
    const bare = await startTestShop({ profile: 'odoo16', products: 60 });
    try {
      const writer = bare.visitor();
      const page = await write({ ...letter, subject: 'Autre' }, [file(pdf(), 'a.pdf')], writer);
      expect(page.url.pathname).toBe('/fr/contact-success');
      expect(page.words()).toContain('Le fichier joint n’a pas pu être transmis');
      expect(page.words()).toContain('joignez le fichier à votre réponse');
      expect(letters(bare)).toHaveLength(1);
      // From the second time on, the form mentions the missing file upload before it is sent.
      const next = await writer.get(path);
      expect(next.dom.querySelector('[name="file"]')).toBeNull();
      expect(next.words()).toContain('ne peut pas transmettre de fichier');
    } finally {
      await bare.stop();
    }
  });

  it('CMS-05 when the ERP rejects the attachment as too large, the message is sent without it', async () => {
    const match = { method: 'POST', path: 'leads' };
    shop.sandbox.erp.control.fault({ match, status: 413, body: { detail: 'too large' }, times: 1 });
    const before = letters().length;
    const page = await write(letter, [file(pdf(), 'a.pdf')]);
    expect(page.words()).toContain('n’a pas pu être transmis');
    expect(letters().length - before).toBe(1);
  });
});

describe('the newsletter for guests', () => {
  it('CMS-06 a guest can request the newsletter on the home page, once, and the request is confirmed', async () => {
    const before = letters().length;
    const home = await visitor.get('/nl');
    const form = home.form('form[action="/nl/newsletter"]').fill({ email: 'Jan@praktijk.example' });
    const answers = await Promise.all([form.submit(), form.submit()]);
    for (const page of answers) expect(page.words()).toContain('Uw inschrijving is genoteerd');
    expect(letters().length - before).toBe(1);
    expect(sent()?.data).toMatchObject({
      subject: 'Inschrijving op de nieuwsbrief',
      email: 'Jan@praktijk.example',
    });
  });

  it('CMS-06 the thanks for a newsletter request appear only where the form was sent, independent of a customer’s own setting', async () => {
    expect((await visitor.get('/fr/newsletter?sent=1')).dom.querySelector('#newsletter')).not.toBe(
      null,
    );
    const form = (await visitor.get('/fr/newsletter')).form('form#newsletter');
    const { url } = await form.fill({ email: 'lea@x.example' }).submit();
    // The URL may be seen by others, so it does not contain the subscriber's address.
    expect(url.href).not.toContain('lea');
    const again = await shop.visitor().get(url.pathname + url.search);
    expect(again.words()).toContain('Votre inscription est notée');
  });

  it('CMS-06 an invalid newsletter address is preserved, and ERP errors are shown', async () => {
    const page = await visitor.get('/fr/newsletter');
    const wrong = await page.form('form#newsletter').fill({ email: 'jan@' }).submit();
    expect(wrong.status).toBe(422);
    expect(wrong.dom.querySelector('#newsletter-email')?.getAttribute('value')).toBe('jan@');
    const match = { method: 'POST', path: 'leads' };
    shop.sandbox.erp.control.fault({ match, status: 500, body: { detail: 'x' }, times: 1 });
    const away = await wrong.form('form#newsletter').fill({ email: 'jan@x.example' }).submit();
    expect(away.status).toBe(503);
    expect(away.dom.querySelector('#newsletter-email')?.getAttribute('value')).toBe(
      'jan@x.example',
    );
    const sentAgain = await away.form('form#newsletter').submit();
    expect(sentAgain.words()).toContain('Votre inscription est notée');
  });

  it('CMS-06 the newsletter block links a customer to the setting in the profile', async () => {
    const customer = await shop.customer('vet@demo.example');
    const page = await customer.get('/fr/newsletter');
    expect(page.dom.querySelector('main a[href="/fr/account/profile"]')).not.toBeNull();
    expect(page.dom.querySelector('form#newsletter')).toBeNull();
  });
});

describe('rate limit of the contact form', () => {
  it('P-61 a contact message above the rate limit is preserved, and one security line is logged without its text', async () => {
    const strict = await startTestShop({ products: 60, settings: { RATE_LIMITS: '0.1' } });
    try {
      const writer = strict.visitor();
      await write(letter, [file(pdf(), 'a.pdf')], writer);
      const refused = await write(
        { ...letter, description: 'Deuxième' },
        [file(pdf(), 'a.pdf')],
        writer,
      );
      expect(refused.status).toBe(429);
      expect(refused.dom.querySelector('input[name="description"]')?.getAttribute('value')).toBe(
        'Deuxième',
      );
      const lines = strict.logs.filter(({ event }) => event === 'security.rate_limited');
      expect(lines.map(({ rule }) => rule)).toEqual(['account-form']);
      expect(letters(strict)).toHaveLength(1);
    } finally {
      await strict.stop();
    }
  });
});
