/** Responses that a proxy between shop and search may send: valid JSON that no engine produces (P-36, P-44). */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { until } from '../../support/until';
import type { Page, Visitor } from '../../support/visitor';
import { listening } from '../../support/listening';

let shop: TestShop;
let vet: Visitor;
let change = (answer: string): string => answer;

const engine = (): string => shop.sandbox.settings['SEARCH_URL'] ?? '';
const between = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const body = await text(request);
    const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' };
    const found = await fetch(`${engine()}${request.url ?? ''}`, { method: 'POST', headers, body });
    response.writeHead(found.status, {
      'content-type': 'application/json',
      'x-elastic-product': 'Elasticsearch',
    });
    response.end(change(await found.text()));
  };
  answer().catch(() => response.destroy());
});

beforeAll(async () => {
  const port = await listening(between);
  shop = await startTestShop({ settings: { SEARCH_URL: `http://127.0.0.1:${port}` } });
  vet = await shop.customer('vet@demo.example');
});
afterAll(async () => {
  await shop.stop();
  between.close();
});

const list = '/fr/search?q=chat';
const pages = ['/fr', list, '/fr/promotions', '/fr/c/medicaments'];
const hrefs = ({ dom }: Page): string[] =>
  dom.querySelectorAll('a[href^="/fr/"]').map((link) => link.getAttribute('href') ?? '');
const shown = (page: Page) => [page.status, page.words('main'), hrefs(page)];

/** The page is loaded again until the log reports no late block, because compared pages must be complete. */
async function wholePage(path: string): Promise<Page> {
  let page: Page | undefined;
  await until(async () => {
    const earlier = shop.logs.length;
    page = await vet.get(path);
    return !shop.logs
      .slice(earlier)
      .some(({ event, reason }) => event === 'block.unavailable' || reason === 'timeout');
  });
  if (!page) throw new Error('no page');
  return page;
}

async function shownWith(changed: typeof change): Promise<unknown[]> {
  change = changed;
  const all: unknown[] = [];
  for (const path of pages) all.push(shown(await wholePage(path)));
  change = (answer) => answer;
  return all;
}

describe('a search response with unexpected JSON', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  it.each([
    [
      'keys of prototypes in every object',
      '"__proto__":{"name":"wrong","price":0,"hits":[],"toString":1},"constructor":{"prototype":{"wrong":1}},',
    ],
    ['duplicate keys in every object', '"name":"wrong","id":9,"hits":[],"price":{},"value":9,'],
  ])(
    'P-44 P-36 %s in a search response affect neither the rendered page nor any other JavaScript object',
    async (_, keys) => {
      const before = await shownWith((answer) => answer);
      expect(await shownWith((answer) => answer.replace(/\{(?=")/g, `{${keys}`))).toEqual(before);
      expect('wrong' in {}).toBe(false);
      expect(await shownWith((answer) => answer)).toEqual(before);
    },
  );

  it('P-44 P-36 an unused field with a hundred thousand nested levels in a search response does not affect the page', async () => {
    const before = await shownWith((answer) => answer);
    const nested = (answer: string) => answer.replace('"_source":{', `"_source":{"odd":${deep},`);
    expect(await shownWith(nested)).toEqual(before);
  });

  it('P-36 a search response with half a surrogate pair in each key, name and code renders a list with working links', async () => {
    change = (answer) => answer.replace(/"(name|url_key|sku)":"/g, '$&\\ud83d');
    const page = await vet.get(list);
    expect(page.status).toBe(200);
    expect(hrefs(page).some((href) => href.startsWith('/fr/p/%EF%BF%BD'))).toBe(true);
  });

  it('P-36 a search response with infinite numbers shows no infinite count', async () => {
    for (const number of ['1e309', '-1e309']) {
      change = (answer) => answer.replace(/"value":[\d.eE+-]+/g, `"value":${number}`);
      const page = await vet.get(list);
      expect(page.status, number).toBe(200);
      expect(page.words(), number).not.toMatch(/∞|NaN|Infinity/);
    }
  });
});
