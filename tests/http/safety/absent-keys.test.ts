/**
 * Documents and records whose empty keys are missing, or contain an empty string or Odoo's `false` (P-44, CMS-02,
 * CMS-03).
 */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening } from '../../support/listening';
import { startTestShop, type TestShop } from '../../support/shop';
import { until } from '../../support/until';
import type { Page, Visitor } from '../../support/visitor';

type Change = (answer: unknown) => unknown;
let change: Change = (answer) => answer;

const ownHeaders = ['content-type', 'set-cookie', 'location', 'retry-after', 'x-elastic-product'];

const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** A proxy that passes every call on, and its JSON response through `change`. */
function between(target: () => string) {
  async function pass(request: IncomingMessage): Promise<Response> {
    const body = await buffer(request);
    return fetch(new URL(request.url ?? '/', target()), {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        ofConnection.has(name) ? [] : [[name, String(value)]],
      ),
      redirect: 'manual',
      ...(body.length > 0 ? { body } : {}),
    });
  }
  return createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const found = await pass(request);
      for (const name of ownHeaders) {
        const value =
          name === 'set-cookie' ? found.headers.getSetCookie() : found.headers.get(name);
        if (value !== null && value.length > 0) response.setHeader(name, value);
      }
      const text = Buffer.from(await found.arrayBuffer());
      const isJson = /json/.test(found.headers.get('content-type') ?? '') && text.length > 0;
      response.writeHead(found.status);
      response.end(isJson ? JSON.stringify(change(JSON.parse(text.toString()))) : text);
    };
    answer().catch(() => response.destroy());
  });
}

/** Removes every null from a response, or replaces it with `instead`. */
function withoutNulls(answer: unknown, instead: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((one) => withoutNulls(one, instead));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).flatMap(([key, value]): [string, unknown][] => {
      if (value !== null) return [[key, withoutNulls(value, instead)]];
      return instead === undefined ? [] : [[key, instead]];
    }),
  );
}

let shop: TestShop;
let vet: Visitor;
let targets = { erp: '', search: '' };
const erp = between(() => targets.erp);
const search = between(() => targets.search);

beforeAll(async () => {
  const [erpPort, searchPort] = await Promise.all([listening(erp), listening(search)]);
  shop = await startTestShop({
    clock: { now: () => now },
    settings: {
      ERP_URL: `http://127.0.0.1:${erpPort}`,
      SEARCH_URL: `http://127.0.0.1:${searchPort}`,
    },
    onSandbox: ({ settings }) => {
      targets = { erp: settings['ERP_URL'] ?? '', search: settings['SEARCH_URL'] ?? '' };
    },
  });
  vet = await shop.customer('vet@demo.example');
});
afterAll(async () => {
  await shop.stop();
  erp.close();
  search.close();
});

const pages = [
  '/fr',
  '/fr/search?q=chat',
  '/fr/c/medicaments',
  '/fr/news',
  '/fr/account',
  '/fr/account/sales',
  '/fr/account/quotations',
  '/fr/account/wishlists',
  '/fr/account/documents',
  '/fr/account/products_on_order',
  '/fr/account/smallads',
  '/fr/cart',
  '/fr/contact',
];
const hrefs = ({ dom }: Page): string[] =>
  dom.querySelectorAll('a[href^="/fr/"]').map((link) => link.getAttribute('href') ?? '');
const shown = (page: Page): readonly string[] => [
  `status ${page.status}`,
  ...page.words('body').split(' '),
  ...hrefs(page),
];

/** The words of a page around the first difference, enough to locate it. */
const around = (words: readonly string[], at: number): string =>
  words.slice(Math.max(0, at - 8), at + 8).join(' ') || 'nothing';

/** Location of the first difference, for each page that differs. */
function differences(before: Shown, after: Shown): string[] {
  return [...before].flatMap(([path, words]) => {
    const others = after.get(path) ?? [];
    const count = Math.max(words.length, others.length);
    const at = Array.from({ length: count }, (_, index) => index).find(
      (index) => words[index] !== others[index],
    );
    return at === undefined
      ? []
      : [`${path}: “${around(words, at)}”, then “${around(others, at)}”`];
  });
}

/** Pages show the time left until a cut-off, so the clock stands still. */
const now = new Date();

const isLate = ({ event, reason }: Readonly<Record<string, unknown>>): boolean =>
  event === 'block.unavailable' || event === 'search.incomplete' || reason === 'timeout';

/** The page is loaded again until the log reports no late block, because compared pages must be complete. */
async function wholePage(path: string): Promise<Page> {
  let page: Page | undefined;
  await until(async () => {
    const earlier = shop.logs.length;
    page = await vet.get(path);
    return !shop.logs.slice(earlier).some(isLate);
  });
  if (!page) throw new Error('no page');
  return page;
}

type Shown = ReadonlyMap<string, readonly string[]>;

async function shownWith(changed: Change): Promise<Shown> {
  change = changed;
  const all = new Map<string, readonly string[]>();
  for (const path of pages) all.set(path, shown(await wholePage(path)));
  change = (answer) => answer;
  return all;
}

describe('missing and empty keys in ERP and search responses', () => {
  it.each([
    ['are left out', undefined],
    ['hold an empty text', ''],
    ['hold false', false],
  ])(
    'P-44 every page renders the same when empty keys of ERP and search responses %s',
    async (_, instead) => {
      await shop.restart();
      const before = await shownWith((answer) => answer);
      await shop.restart();
      const after = await shownWith((answer) => withoutNulls(answer, instead));
      expect(differences(before, after)).toEqual([]);
    },
  );

  it('P-44 CMS-02 an unusable document or record is logged with its index or call, its id and its key', async () => {
    await shop.restart();
    const earlier = shop.logs.length;
    let isFirst = true;
    await shownWith((answer) => {
      const text = JSON.stringify(answer);
      if (text.includes('order_line_id') && isFirst) {
        isFirst = false;
        return JSON.parse(text.replace(/"product_id":\d+/, '"product_id":"x"'));
      }
      return JSON.parse(
        text.replace(/("_index":"info_banners[^{]*\{[^{}]*)"id":\d+/, '$1"id":"x"'),
      );
    });
    const lines = shop.logs.slice(earlier);
    const [document] = lines.filter(({ event }) => event === 'search.document_dropped');
    expect(document?.['keys']).toEqual(['id']);
    expect(document?.['index']).toMatch(/^info_banners/);
    expect(document?.['id']).toMatch(/./);
    const [record] = lines.filter(({ event }) => event === 'erp.record_dropped');
    expect(record?.['operation']).toBe('GET products_on_order');
    expect(JSON.stringify(record?.['records'])).toMatch(/^\[{"id":\d+,"keys":\["product_id"\]}\]$/);
  });
});
