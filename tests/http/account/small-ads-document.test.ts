/** The PDF that is joined to a classified ad: judged by content, renamed, fetched inert. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textPdf } from '../../../sandbox/erp/sale/pdf';
import { postFile } from '../../support/order-file';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

const megabyte = 1024 * 1024;
const list = '/fr/account/smallads';
let shop: TestShop;
let vet: Visitor;

beforeAll(async () => {
  shop = await startTestShop({ products: 60, settings: { CSV_MAX_MB: '1' } });
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const pdf = Buffer.from(textPdf('Fiche technique', ['Échographe']));
const press = (value: string) => ({ name: 'do', value });
const drafted = async (): Promise<Page> =>
  (await vet.get(`${list}/new`))
    .form('#ad')
    .fill({
      ...{ title: 'Échographe', category: 'equipment', region: 'WLG', text: 'Deux sondes.' },
      ...{ start: '1/2/2026', end: '1/3/2099', phone: '04 222 33 44' },
    })
    .submit(press('save'));

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

describe('the document of an ad', () => {
  it('ADS-01 P-34 is joined, read back as an inert attachment, replaced and removed', async () => {
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
  ])('P-32 %s is refused, and the ad is as it was', async (_, content, name) => {
    const before = updateCalls().length;
    const page = await join(await drafted(), content, name);
    expect(page.status).toBe(422);
    expect(page.words('#document .error')).toMatch(/n’est pas un PDF|est vide/);
    expect(page.form('#ad').fields.get('text')).toBe('Deux sondes.');
    expect(updateCalls().length).toBe(before);
  });

  it('P-31 one document of five megabytes and no more, whatever order files may have', async () => {
    const draft = await drafted();
    const filler = Buffer.alloc(5 * megabyte - pdf.length, 0x20);
    const largest = Buffer.concat([pdf.subarray(0, 20), filler, pdf.subarray(20)]);
    expect((await join(draft, largest)).words('body')).toContain('Document joint.');
    const after = await vet.get(draft.url.pathname);
    const over = await join(after, Buffer.concat([largest, Buffer.from('\n')]));
    expect([over.status, over.words('body').includes('dépasser 5 MB')]).toEqual([413, true]);
    const far = await join(after, Buffer.concat([largest, largest]));
    expect([far.status, far.words('body').includes('dépasser 5 MB')]).toEqual([413, true]);
    const two = await join(after, pdf, 'a.pdf', 2);
    expect([two.status, two.words('#document').includes('Un seul fichier')]).toEqual([422, true]);
    const none = await after.form('#document').submit(press('document'));
    expect([none.status, none.words('#document').includes('Choisissez d’abord')]).toEqual([
      422,
      true,
    ]);
  });

  it.each([['../../../etc/passwd.pdf'], [`${'é'.repeat(300)}.pdf`], ['fiche\u202Efdp.exe.pdf']])(
    'P-33 the ERP never hears the name %j',
    async (name) => {
      await join(await drafted(), pdf, name);
      expect(updateCalls().at(-1)?.body).toMatch(/filename="document-[\da-f]{8}\.pdf"/);
    },
  );

  it('P-37 a document on another host is not fetched', async () => {
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

  it('P-34 what is no PDF after all is 502', async () => {
    const page = await join(await drafted(), pdf);
    shop.sandbox.erp.control.fault({
      match: { method: 'GET', path: 'web/content/*' },
      status: 200,
      body: '<html>',
    });
    expect((await vet.get(`${page.url.pathname}/document`)).status).toBe(502);
  });
});
