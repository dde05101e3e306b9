/**
 * `npm run tool -- seed-search --url ADDRESS [--products N] [--prefix P]`: loads the sample world into any
 * Elasticsearch 8 or 9, with the settings and mappings of the search contract. Can be repeated; never touches indices
 * that it did not create.
 *
 * With a prefix the shop needs matching settings: SEARCH_INDEX_PRODUCTS=demo_products and so on.
 */
import { z } from 'zod';
import { checkedOptions, commandLine } from '../sandbox/command-line';
import { createWorld } from '../sandbox/seed/create-world';
import { DEFAULT_PORT_BASE, portsFrom } from '../sandbox/parts';
import { indexBody } from '../sandbox/search/mapping/index-bodies';
import type { IndexName, Lang } from '../sandbox/world';
import { adaptIndexBody, findLoadableProduct } from './index/engine-body';
import { loadBehindAlias, type Destination } from './seed-search/index-loader';
import { progressOf } from './seed-search/progress';

const SUFFIXES: Readonly<Record<Lang, string>> = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' };
const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
const INDEX_NAMES: readonly IndexName[] = [
  'categories',
  'info_banners',
  'advertisements',
  'loyalty_programs',
  'products',
];

const usage =
  'Usage: npm run tool -- seed-search --url ADDRESS [--products N] [--prefix P] [--media ADDRESS] [--api-key KEY]';
const { values } = commandLine(usage, {
  options: {
    url: { type: 'string' },
    products: { type: 'string', default: '3200' },
    prefix: { type: 'string', default: '' },
    // Address at which `npm run sandbox` serves the drawn pictures.
    media: {
      type: 'string',
      default: `http://127.0.0.1:${portsFrom(DEFAULT_PORT_BASE).media}/media`,
    },
    'api-key': { type: 'string' },
  },
});

const Arguments = z.object({
  url: z.url({ protocol: /^https?$/, error: 'the address of Elasticsearch, http or https' }),
  products: z.coerce.number().int().min(1).max(100_000),
  prefix: z.string().regex(/^([a-z0-9][a-z0-9_.-]{0,100})?$/, 'small letters, digits, _ . -'),
  media: z.url({ protocol: /^https?$/ }),
  'api-key': z.string().optional(),
});

/** Credentials in the address become a header, because `fetch` rejects them in a URL. */
function destinationOf(address: string, apiKey: string | undefined): Destination {
  const url = new URL(address);
  const basic = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = apiKey
    ? `ApiKey ${apiKey}`
    : url.username && `Basic ${Buffer.from(basic).toString('base64')}`;
  url.username = '';
  url.password = '';
  return {
    url: url.href.replace(/(?<!\/)\/+$/, ''),
    headers: { Accept: 'application/json', ...(authorization ? { authorization } : {}) },
  };
}

async function main(): Promise<void> {
  const given = checkedOptions(usage, Arguments, values);
  const { products, prefix, media } = given;
  const apiKey = given['api-key'] ?? process.env['SEARCH_API_KEY'];
  const to = destinationOf(given.url, apiKey);
  const world = createWorld({ mediaBase: media.replace(/(?<!\/)\/+$/, ''), products });
  const product = await findLoadableProduct(to);
  for (const lang of LANGS) {
    for (const index of INDEX_NAMES) {
      const alias = `${prefix}${index}_${SUFFIXES[lang]}`;
      const body = adaptIndexBody(indexBody(index, lang), product);
      const documents = world.documents(index, lang);
      const count = await loadBehindAlias(to, { alias, body, documents }, progressOf(alias));
      console.log(`${process.stdout.isTTY ? '\r' : ''}${alias}: ${count} documents`);
    }
  }
  console.log(`seed-search: ${products} products in three languages at ${to.url}`);
}

main().catch((error: unknown) => {
  console.error(`\nseed-search: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
