/** The sample products in a search engine, embedded or real, and the shop's own search asked of it. */
import { z } from 'zod';
import { matchAll } from '../../app/features/search/query/clauses.server';
import { foundAggregation } from '../../app/features/search/query/facets-query.server';
import {
  asTyped,
  listingBody,
  listingQuery,
  type Wider,
} from '../../app/features/search/query/listing-query.server';
import { sortOf } from '../../app/features/search/query/sort.server';
import { codeIn } from '../../app/features/search/text/text-code';
import { askWidening } from '../../app/features/search/text/widening.server';
import type { Day } from '../../app/kernel/day';
import { indexBody } from '../../sandbox/search/mapping/index-bodies';
import { startSearchServer } from '../../sandbox/search/server';
import type { Lang } from '../../sandbox/world';
import { loadBehindAlias } from '../seed-search/index-loader';
import type { Sample } from './sample';

const SUFFIXES: Readonly<Record<Lang, string>> = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' };
const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
const SHOWN = 10;

export interface Engine {
  name: string;
  /** Ids of the articles that stand for the first groups, in their order. */
  search(lang: Lang, text: string): Promise<number[]>;
  stop(): Promise<void>;
}

const Answers = z.object({
  responses: z.tuple([
    z.object({
      status: z.literal(200),
      hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }),
    }),
    z.object({ status: z.literal(200), aggregations: z.record(z.string(), z.unknown()) }),
  ]),
});

/** Without text nothing of a customer matters to the order. */
const order = sortOf('relevance', {
  hasText: true,
  pricing: { kind: 'hidden' },
  today: '2026-07-28' as Day,
  hasTimeline: false,
});

function bodiesFor(text: string, wider: Wider | null) {
  const code = codeIn(text);
  const query = { text, code, scope: [], wider };
  return [
    listingBody({ ...query, selected: [], sort: order, from: 0, size: SHOWN, source: ['id'] }),
    {
      size: 0,
      track_total_hits: false,
      query: listingQuery(query),
      aggs: foundAggregation(wider ? matchAll : asTyped(text, code)),
    },
  ];
}

async function ask(url: string, index: string, text: string, wider: Wider | null) {
  const lines = bodiesFor(text, wider).flatMap((body) => [{ index }, body]);
  const response = await fetch(`${url}/_msearch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  const json: unknown = await response.json();
  const read = Answers.safeParse(json);
  if (!read.success)
    throw new Error(`"${text}" was refused: ${JSON.stringify(json).slice(0, 600)}`);
  const [hits, { aggregations }] = read.data.responses;
  const ids = hits.hits.hits.map(({ _id }) => Number(_id));
  return { ids, asked: { facets: { aggregations }, spelling: null } };
}

const searcher =
  (url: string, prefix: string): Engine['search'] =>
  async (lang, text) => {
    const fault = (fields: { reason: string }): void => {
      throw new Error(fields.reason);
    };
    const page = { locale: lang, context: { log: { warn: fault } } };
    const index = `${prefix}products_${SUFFIXES[lang]}`;
    const { ids } = await askWidening(page, (wider) => ask(url, index, text, wider));
    return ids;
  };

export async function startEmbedded(sample: Sample): Promise<Engine> {
  const indices = Object.fromEntries(
    LANGS.map((lang) => [`products_${SUFFIXES[lang]}`, sample.documents(lang)]),
  );
  const server = await startSearchServer({ indices });
  await server.ready;
  return { name: 'embedded engine', search: searcher(server.url, ''), stop: () => server.close() };
}

/** Indices of our own on a node that others may use; `stop` takes them away again. */
export async function loadLive(sample: Sample, url: string, name: string): Promise<Engine> {
  const to = { url: url.replace(/\/+$/, ''), headers: {} };
  const prefix = `relevance_${process.pid}_`;
  for (const lang of LANGS) {
    const alias = `${prefix}products_${SUFFIXES[lang]}`;
    const body = indexBody('products', lang);
    const settings = { ...body.settings, refresh_interval: '-1' };
    const documents = sample.documents(lang);
    await loadBehindAlias(to, { alias, body: { ...body, settings }, documents }, () => undefined);
  }
  const stop = async (): Promise<void> => {
    for (const lang of LANGS) {
      await fetch(`${to.url}/${prefix}products_${SUFFIXES[lang]}-1`, { method: 'DELETE' });
    }
  };
  return { name, search: searcher(to.url, prefix), stop };
}
