/** All documents of a month in one zip file. */
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';

const login = 'vet@demo.example';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

/** Contents of the zip file, by file name. */
async function archive(path: string) {
  const cookie = await vet.jar.getCookieString(shop.url);
  const answer = await fetch(`${shop.url}${path}`, { headers: { cookie }, redirect: 'manual' });
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const texts = Object.entries(files).map(
    ([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')] as const,
  );
  return { headers: answer.headers, files: new Map(texts) };
}

async function months(prefix: string): Promise<string[]> {
  const page = await vet.get(`/${prefix}/account/documents?type=invoice`);
  return page.dom.querySelectorAll('#months a').map((link) => link.getAttribute('href') ?? '');
}

/** Makes the ERP return `count` documents of a month and report `size` documents in total. */
const listed = (count: number, size = count): void =>
  shop.sandbox.erp.control.fault({
    match: { path: 'documents' },
    status: 200,
    body: {
      size,
      data: Array.from({ length: count }, (_, position) => ({
        id: position + 1,
        name: `F/${position % 2}`,
        format: 'pdf',
        type: 'invoice',
        document_date: '2026-03-04T10:00:00Z',
      })),
    },
    times: 5,
  });
const pdf = { 'content-type': 'application/pdf' };
const given = (path: string, status = 200, headers: Readonly<Record<string, string>> = pdf): void =>
  shop.sandbox.erp.control.fault({
    match: { path },
    status,
    ...(status === 200
      ? { body: '%PDF-1.4 paper', headers }
      : { body: { detail: 'No such document' } }),
    times: 500,
  });

describe('the archive of a month’s documents', () => {
  it.each([
    ['fr', 'Facture/'],
    ['nl', 'Factuur/'],
    ['en', 'Invoice/'],
  ])(
    'DOC-02 in %s the archive of a month contains every document of the month as a complete file',
    async (prefix, folder) => {
      const [path = ''] = await months(prefix);
      expect(path).toMatch(/\/account\/documents\/month\/\d{4}-\d\d\?type=invoice$/);
      const { headers, files } = await archive(path);
      expect(headers.get('content-type')).toBe('application/zip');
      expect(headers.get('content-disposition')).toMatch(/documents-\d{4}-\d\d\.zip/);
      expect(headers.get('cache-control')).toContain('no-store');
      const invoices = [...files].filter(([name]) => name.startsWith(folder));
      expect(invoices.length).toBeGreaterThan(0);
      // The archive contains only documents of the type chosen in the list.
      expect(invoices).toHaveLength(files.size);
      for (const [name, text] of invoices) {
        expect(name).toMatch(/\.pdf$/);
        expect(text.startsWith('%PDF-')).toBe(true);
      }
      expect([...files.keys()].some((name) => name.endsWith('.txt'))).toBe(false);
    },
  );

  it('DOC-02 an archive is offered for exactly the months that have documents, on any page of the list', async () => {
    const dated = async (page: number): Promise<string[]> =>
      (await vet.get(`/fr/account/documents?type=invoice&page=${page}`)).dom
        .querySelectorAll('main tbody td.nb')
        .map((cell) => cell.text.trim().split('/').reverse().slice(0, 2).join('-'));
    const found = new Set<string>();
    for (let page = 1; ; page += 1) {
      const known = found.size;
      for (const month of await dated(page)) found.add(month);
      if (page > 1 && found.size === known) break;
    }
    const offered = (await months('fr')).map((path) => /month\/([\d-]+)\?/.exec(path)?.[1] ?? '');
    expect(offered).toEqual([...found].sort().reverse());
  });

  it('DOC-02 the documents page says that a month may be empty when it is older than the documents read from the ERP', async () => {
    const dayOf = (position: number): string =>
      position > 600 ? '2019-02-03' : position > 300 ? '2021-05-06' : '2021-08-09';
    const { control } = shop.sandbox.erp;
    // The list page requests the first page; the shop then reads pages of 100, then the oldest document.
    for (const [from, size] of [
      [1, 10],
      ...[1, 101, 201, 301, 401].map((at) => [at, 100] as const),
      [700, 1],
    ] as const)
      control.fault({
        match: { path: 'documents' },
        status: 200,
        times: 1,
        body: {
          size: 700,
          data: Array.from({ length: size }, (_, position) => ({
            id: from + position,
            name: `F/${from + position}`,
            format: 'pdf',
            type: 'credit_note',
            document_date: `${dayOf(from + position)}T10:00:00Z`,
          })),
        },
      });
    const page = await vet.get('/fr/account/documents?type=credit_note');
    const offered = page.dom
      .querySelectorAll('#months a')
      .map((link) => /month\/([\d-]+)\?/.exec(link.getAttribute('href') ?? '')?.[1]);
    expect([offered[0], offered[1], offered[2], offered.at(-1)]).toEqual([
      '2021-08',
      '2021-05',
      '2021-04',
      '2019-02',
    ]);
    expect(page.words('#months .hint')).toContain('Avant mai 2021');
  });

  it('DOC-02 the archive asks the ERP for the dates of its month only', async () => {
    await archive('/fr/account/documents/month/2026-02').catch(() => null);
    const asked = shop.sandbox.erp.control
      .requests()
      .findLast(({ path }) => path.includes('documents?'));
    expect(asked?.path).toContain('from_date=2026-02-01');
    expect(asked?.path).toContain('to_date=2026-02-28');
  });

  it('DOC-02 documents with equal names get different file names in the archive, and missing documents are listed', async () => {
    listed(4);
    given('documents/3/download', 404);
    given('documents/*/download');
    const { files } = await archive('/fr/account/documents/month/2026-03');
    const names = [...files.keys()];
    expect(names).toHaveLength(4);
    expect(names).toContain('Facture/F_0.pdf');
    expect(names).toContain('Facture/F_1 (4).pdf');
    expect(files.get('LISEZMOI.txt')).toContain('- F/0');
  });

  it('DOC-02 P-34 a document that breaks off or has another type is listed as missing in the archive, the others are complete', async () => {
    listed(4);
    given('documents/2/download', 200, { ...pdf, 'content-length': '5000', connection: 'close' });
    given('documents/3/download', 200, { 'content-type': 'text/html' });
    given('documents/*/download');
    const { files } = await archive('/nl/account/documents/month/2026-03');
    expect(files.get('Factuur/F_0.pdf')).toBe('%PDF-1.4 paper');
    expect(files.get('Factuur/F_1 (4).pdf')).toBe('%PDF-1.4 paper');
    expect(files.has('Factuur/F_0 (3).pdf')).toBe(false);
    const named = (files.get('LEESMIJ.txt') ?? '').split('\r\n').filter((one) => one[0] === '-');
    expect(named).toEqual(['- F/1', '- F/0']);
  });

  it.each([
    ['fr', 'LISEZMOI.txt', 'fr/account', 'Facture'],
    ['nl', 'LEESMIJ.txt', 'nl/account', 'Factuur'],
    ['en', 'README.txt', 'en/account', 'Invoice'],
  ])(
    'DOC-02 P-34 in %s the archive lists as missing the documents that the ERP redirects or refuses',
    async (_locale, list, path, folder) => {
      listed(4);
      shop.sandbox.erp.control.fault({
        match: { path: 'documents/2/download' },
        status: 302,
        headers: { location: 'http://127.0.0.1:9/inner' },
        times: 500,
      });
      given('documents/3/download', 403);
      given('documents/*/download');
      const { files } = await archive(`/${path}/documents/month/2026-03`);
      expect([...files.keys()].sort()).toEqual(
        [`${folder}/F_0.pdf`, `${folder}/F_1.pdf`, list].sort(),
      );
      const [says = '', ...named] = (files.get(list) ?? '').trim().split('\r\n');
      expect(says.length).toBeGreaterThan(20);
      expect(named).toEqual(['- F/1', '- F/0']);
    },
  );

  it.each([
    ['fr', 'LISEZMOI.txt', '20 documents plus anciens'],
    ['nl', 'LEESMIJ.txt', '20 oudere documenten'],
    ['en', 'README.txt', '20 older documents'],
  ])(
    'DOC-02 in %s the archive says inside that it contains only the first 100 documents',
    async (prefix, name, words) => {
      listed(100, 120);
      given('documents/*/download');
      const { files } = await archive(`/${prefix}/account/documents/month/2026-03`);
      expect(files.size).toBe(101);
      expect(files.get(name)).toContain(words);
    },
  );

  it('DOC-02 the archive leaves out documents of other months when the ERP ignores the date range', async () => {
    shop.sandbox.erp.control.fault({
      match: { path: 'documents' },
      status: 200,
      body: {
        size: 2,
        data: ['2026-03-04', '2026-05-04'].map((day, position) => ({
          id: position + 1,
          name: `F${position}`,
          format: 'pdf',
          type: 'invoice',
          document_date: `${day}T10:00:00Z`,
        })),
      },
    });
    given('documents/*/download');
    const { files } = await archive('/fr/account/documents/month/2026-03');
    expect([...files.keys()]).toEqual(['Facture/F0.pdf']);
  });

  it('DOC-02 a month without documents redirects to the list with a notice; an invalid month is 404', async () => {
    const none = await vet.get('/fr/account/documents/month/2001-01');
    expect(none.url.pathname).toBe('/fr/account/documents');
    expect(none.words('.toasts')).toContain('pas de documents pour ce mois');
    for (const odd of ['2026-13', '26-01', 'x', '2026-1'])
      expect((await vet.get(`/fr/account/documents/month/${odd}`)).status).toBe(404);
  });
});
