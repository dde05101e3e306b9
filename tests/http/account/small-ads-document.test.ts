/** The PDF attached to a classified ad: checked by content, renamed, and served as an attachment. */
import { dayOf } from '../../../app/base/kernel/day';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textPdf } from '../../../sandbox/erp/sale/pdf';
import { postFile } from '../../support/order-file';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

const megabyte = 1024 * 1024;
const list = '/fr/account/smallads';
let shop: TestShop;
let vet: Visitor;
/** Milliseconds that the shop's clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) };
  shop = await startTestShop({ products: 60, clock, settings: { CSV_MAX_MB: '1' } });
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const pdf = Buffer.from(textPdf('Fiche technique', ['Échographe']));
const today = dayOf(new Date()).split('-').reverse().join('/');
const press = (value: string) => ({ name: 'do', value });
const filled = async (more: Readonly<Record<string, string>> = {}) =>
  (await vet.get(`${list}/new`)).form('#ad').fill({
    title: 'Échographe',
    category: 'equipment',
    region: 'WLG',
    text: 'Deux sondes.',
    start: today,
    end: '1/3/2099',
    phone: '04 222 33 44',
    ...more,
  });
const drafted = async (): Promise<Page> => (await filled()).submit(press('save'));
/** Posts the form of a new ad with a document, as a browser does. */
const saveWith = (
  fields: URLSearchParams,
  content: Uint8Array,
  intent = 'save',
  name = 'fiche.pdf',
): Promise<Page> =>
  postFile(
    vet,
    `${list}/new`,
    { ...Object.fromEntries(fields), do: intent },
    {
      files: [['file', new File([new Uint8Array(content)], name)]],
    },
  );
const callsOf = (path: RegExp) =>
  shop.sandbox.erp.control
    .requests()
    .filter((call) => call.method === 'POST' && path.test(call.path));
const creations = () => callsOf(/\/classified_ads$|^classified_ads$/);
const documentOf = (page: Page): Promise<Page> => vet.get(`${page.url.pathname}/document`);

function join(
  page: Page,
  content: Uint8Array | string,
  name = 'fiche.pdf',
  copies = 1,
): Promise<Page> {
  const fields = { ...Object.fromEntries(page.form('#document').fields), do: 'document' };
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  const files = Array.from(
    { length: copies },
    () => ['file', new File([new Uint8Array(bytes)], name)] as const,
  );
  return postFile(vet, page.url.pathname, fields, { files });
}
const updateCalls = (): readonly { body?: string | undefined }[] =>
  shop.sandbox.erp.control
    .requests()
    .filter(({ path }) => path.endsWith('update_set_to_draft'))
    .map(({ body }) => ({ body: body ?? undefined }));

describe('a document attached to a new ad', () => {
  it('ADS-01 P-33 the document of a new ad is sent with the first save in one call, under a generated name', async () => {
    const before = [creations().length, updateCalls().length];
    const page = await saveWith((await filled()).fields, pdf, 'submit', 'échographe privé.pdf');
    expect(page.words('.head')).toContain('En attente');
    expect(page.words('#document')).toContain('Ouvrir le document');
    expect((await documentOf(page)).text).toBe(pdf.toString());
    expect([creations().length, updateCalls().length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    expect(creations().at(-1)?.body).toMatch(/filename="document-[\da-f]{8}\.pdf"/);
    expect(creations().at(-1)?.body).not.toContain('privé.pdf');
  });

  it('ADS-01 P-58 a double click creates one ad; another document after Back changes that ad', async () => {
    const { fields } = await filled({ title: 'Deux fois' });
    const before = creations().length;
    const [one, two] = await Promise.all([saveWith(fields, pdf), saveWith(fields, pdf)]);
    expect([one.status, two.url.pathname]).toEqual([200, one.url.pathname]);
    const other = Buffer.from(textPdf('Autre fiche', ['Trois sondes.']));
    const changed = await saveWith(fields, other);
    expect(changed.url.pathname).toBe(one.url.pathname);
    expect((await documentOf(one)).text).toBe(other.toString());
    expect(creations().length).toBe(before + 1);
  });

  it('ADS-01 P-58 an ad whose creation got no ERP response is found again with its document', async () => {
    await saveWith((await filled({ title: 'Sans réponse' })).fields, pdf);
    const twin = (await filled({ title: 'Sans réponse' })).fields;
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'classified_ads' },
      drop: 'after',
    });
    const before = creations().length;
    const page = await saveWith(twin, pdf);
    expect([page.status, page.words('h1')]).toEqual([200, 'Sans réponse']);
    expect((await documentOf(page)).status).toBe(200);
    expect(creations().length).toBe(before + 1);
  });

  it('ADS-01 P-32 a file that is not a PDF is rejected with the other errors, and all input stays', async () => {
    const { fields } = await filled({ text: 'Gardé mot pour mot.', end: '1/1/2025' });
    const before = creations().length;
    const wrong = await saveWith(fields, Buffer.from('GIF89a'));
    expect([wrong.status, wrong.url.pathname]).toEqual([422, `${list}/new`]);
    expect(wrong.words('#errors')).toContain('n’est pas un PDF');
    expect(wrong.words('#errors')).toContain('La date de fin précède');
    expect(wrong.form('#ad').fields.get('text')).toBe('Gardé mot pour mot.');
    const again = await saveWith(fields, pdf);
    expect(again.words('#errors')).toContain('Choisissez à nouveau le document');
    expect(creations().length).toBe(before);
    const large = Buffer.alloc(5 * megabyte + 100_000, 0x20);
    const over = await saveWith((await filled({ title: 'Trop lourd' })).fields, large);
    expect([over.status, over.words('#errors').includes('dépasser 5 Mo')]).toEqual([413, true]);
    expect(over.words('#file-e')).toContain('dépasser 5 Mo');
    expect(over.dom.querySelector('title')?.text).toMatch(/^À corriger/);
    expect(over.form('#ad').fields.get('title')).toBe('Trop lourd');
  });
});

describe('a new ad with a document when the session has expired', () => {
  const text = 'Deux sondes, révisées en mai.\nÀ voir à Liège.';
  const sized = (bytes: number): Buffer =>
    Buffer.concat([pdf.subarray(0, 20), Buffer.alloc(bytes, 0x20), pdf.subarray(20)]);
  /** The provider may still have a session and skip the form. */
  const signedInAgain = async (page: Page): Promise<Page> =>
    page.dom.querySelector('#password-form')
      ? page
          .form('#password-form')
          .fill({ login: 'vet@demo.example', password: 'vet-demo' })
          .submit()
      : page;
  function expectKept(back: Page): void {
    expect(back.url.pathname).toBe(`${list}/new`);
    expect(back.words('#kept-form')).toContain('choisissez-le à nouveau');
    expect(back.words('#kept-form button')).toBe('Envoyer sans le fichier');
    const { fields } = back.form('#ad');
    // Browsers drop a line break at the beginning of a textarea.
    expect(fields.get('text')?.replaceAll('\r\n', '\n').trim()).toBe(text);
    expect([fields.get('title'), fields.get('region')]).toEqual(['Échographe', 'WLG']);
  }

  it.each([
    ['30 kB', 30_000],
    ['200 kB', 200_000],
    ['5 MB', 5 * megabyte - 1_000],
  ])(
    'AUTH-05 ADS-01 a new ad keeps its text with a document of %s when the ERP answers 401',
    async (_, bytes) => {
      const { fields } = await filled({ text });
      // A 401 right after sign-in has its own error page, so make the session older.
      ahead += 3 * 60_000;
      shop.sandbox.erp.control.fault({
        match: { path: 'classified_ads' },
        // The fault applies twice, because the shop retries once with a renewed token.
        status: 401,
        body: { detail: 'Unauthorized' },
        times: 2,
      });
      const asked = await saveWith(fields, sized(bytes));
      shop.sandbox.erp.control.clearFaults();
      const back = await signedInAgain(asked);
      expectKept(back);
      const saved = await saveWith(back.form('#ad').fields, sized(bytes));
      expect(saved.words('#document')).toContain('Ouvrir le document');
    },
  );

  it.each([
    ['30 kB', 30_000],
    ['200 kB', 200_000],
  ])(
    'AUTH-05 ADS-01 a new ad keeps its text with a document of %s when the shop has no session',
    async (_, bytes) => {
      const { fields } = await filled({ text });
      await vet.jar.removeAllCookies();
      const before = creations().length;
      const back = await signedInAgain(await saveWith(fields, sized(bytes)));
      expectKept(back);
      expect(creations().length).toBe(before);
      const sent = await back.form('#kept-form form').submit();
      expect(sent.words('#document')).toContain('Aucun document');
      expect(creations().length).toBe(before + 1);
    },
  );

  it.each([
    // The next session starts while the shop's clock is ahead.
    ['200 kB', 200_000, 9],
    ['more than the limit', 5 * megabyte + 100_000, 18],
  ])(
    'AUTH-05 ADS-01 a new ad keeps its text with a document of %s after idle hours',
    async (_, bytes, hours) => {
      const { fields } = await filled({ text });
      ahead = hours * 3_600_000;
      const asked = await saveWith(fields, sized(bytes));
      ahead = 0;
      expectKept(await signedInAgain(asked));
    },
  );

  it('DEG-01 ADS-01 a new ad with a document keeps its text when the ERP fails to save the ad', async () => {
    const { fields } = await filled({ text });
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'classified_ads' },
      status: 500,
      body: { detail: 'KeyError' },
    });
    const failed = await saveWith(fields, sized(200_000));
    expect(failed.status).toBeGreaterThanOrEqual(409);
    expect(failed.form('#ad').fields.get('text')?.replaceAll('\r\n', '\n')).toBe(text);
  });
});

describe('the document of a saved ad', () => {
  it('ADS-01 P-34 the document of a saved ad can be attached, downloaded as an attachment, replaced and removed', async () => {
    const page = await join(await drafted(), pdf);
    expect(page.words('body')).toContain('Document joint.');
    const path = `${page.url.pathname}/document`;
    const file = await vet.get(path);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(file.text.startsWith('%PDF-')).toBe(true);
    const other = await shop.customer('clinique@demo.example');
    expect((await other.get(path)).status).toBe(404);
    const removed = await page.form('#document').submit(press('no-document'));
    expect(removed.words('#document')).toContain('Aucun document');
    expect((await vet.get(path)).status).toBe(404);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'fiche.pdf'],
    [
      'a page that is a PDF too',
      `${pdf.toString('latin1')}<html>`.replace('%PDF', '<html>%PDF'),
      'a.pdf',
    ],
    ['a PDF with a page in its head', '%PDF-1.4\n<script>alert(1)</script>\n%%EOF', 'a.pdf'],
    ['half a PDF', pdf.subarray(0, 60), 'fiche.pdf'],
    ['a PDF by another name', pdf, 'fiche.pdf.exe'],
    ['nothing', '', 'fiche.pdf'],
  ])(
    'P-32 as document of an ad, %s is rejected, and the ad is unchanged',
    async (_, content, name) => {
      const before = updateCalls().length;
      const page = await join(await drafted(), content, name);
      expect(page.status).toBe(422);
      expect(page.words('#document .error')).toMatch(/n’est pas un PDF|est vide/);
      expect(page.form('#ad').fields.get('text')).toBe('Deux sondes.');
      expect(updateCalls().length).toBe(before);
    },
  );

  it('P-31 the document of an ad may have at most 5 MB, whatever the limit for order files', async () => {
    const draft = await drafted();
    const filler = Buffer.alloc(5 * megabyte - pdf.length, 0x20);
    const largest = Buffer.concat([pdf.subarray(0, 20), filler, pdf.subarray(20)]);
    expect((await join(draft, largest)).words('body')).toContain('Document joint.');
    const after = await vet.get(draft.url.pathname);
    const over = await join(after, Buffer.concat([largest, Buffer.from('\n')]));
    expect([over.status, over.words('body').includes('dépasser 5 Mo')]).toEqual([413, true]);
    const far = await join(after, Buffer.concat([largest, largest]));
    expect([far.status, far.words('#document .error').includes('dépasser 5 Mo')]).toEqual([
      413,
      true,
    ]);
    const two = await join(after, pdf, 'a.pdf', 2);
    expect([two.status, two.words('#document').includes('Un seul fichier')]).toEqual([422, true]);
    const none = await after.form('#document').submit(press('document'));
    expect([none.status, none.words('#document').includes('Choisissez d’abord')]).toEqual([
      422,
      true,
    ]);
  });

  it.each([['../../../etc/passwd.pdf'], [`${'é'.repeat(300)}.pdf`], ['fiche\u202Efdp.exe.pdf']])(
    'P-33 the ERP does not receive the name %j of a document’s file',
    async (name) => {
      await join(await drafted(), pdf, name);
      expect(updateCalls().at(-1)?.body).toMatch(/filename="document-[\da-f]{8}\.pdf"/);
    },
  );

  it('P-37 the shop does not fetch the document of an ad from another host', async () => {
    const page = await drafted();
    const id = Number(page.url.pathname.split('/').pop());
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: `classified_ads/${id}` },
      status: 200,
      body: {
        size: 1,
        data: [{ id, name: 'x', file: { url: 'http://169.254.169.254/a', name: 'a.pdf' } }],
      },
    });
    expect((await vet.get(`${page.url.pathname}/document`)).status).toBe(404);
  });

  it('P-34 the document of an ad is a 502 when the ERP returns something other than a PDF', async () => {
    const page = await join(await drafted(), pdf);
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: 'web/content/*' },
      status: 200,
      body: '<html>',
    });
    expect((await vet.get(`${page.url.pathname}/document`)).status).toBe(502);
  });
});
