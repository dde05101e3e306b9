/** Loads the sample products into an embedded or real search engine and searches it with the shop's own queries. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hasNearest } from '../../app/storefront/search/meaning/meaning-clause.server';
import { tryWithout, type StepName } from '../../app/storefront/search/meaning/steps';
import { understand } from '../../app/storefront/search/meaning/understand';
import {
  countingQuery,
  listingBody,
  type ListingQuery,
} from '../../app/storefront/search/query/listing-query.server';
import { sortOf } from '../../app/storefront/search/query/sort.server';
import { codeIn } from '../../app/storefront/search/text/text-code';
import {
  indexWordsBody,
  readIndexWords,
} from '../../app/storefront/search/words/index-words.server';
import { createLexicon, type WordsByLocale } from '../../app/storefront/search/words/lexicon';
import { createVocabulary } from '../../app/storefront/search/words/vocabulary';
import { prepareWords, type PreparedWords } from '../../app/storefront/search/words/prepared-words';
import { parseWordFile } from '../../app/storefront/search/words/word-file';
import type { Day } from '../../app/base/kernel/day';
import { indexBody } from '../../sandbox/search/mapping/index-bodies';
import { startSearchServer } from '../../sandbox/search/server';
import type { Lang } from '../../sandbox/world';
import { adaptIndexBody, findLoadableProduct } from '../index/engine-body';
import { loadBehindAlias } from '../seed-search/index-loader';
import type { Sample } from './sample';

const SUFFIXES: Readonly<Record<Lang, string>> = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' };
const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
const SHOWN = 10;

export interface Engine {
  name: string;
  /** Searches for `text`. Returns the article id of each of the first product groups, in order. */
  search(lang: Lang, text: string): Promise<number[]>;
  /** Like `search`, with the total number of product groups. */
  count(lang: Lang, text: string): Promise<Answer>;
  /** The requests for a text with one reading step switched off. */
  prepare(lang: Lang, text: string, without: StepName | null): Promise<Prepared>;
  /** Sends prepared requests. Returns the article ids of the first one that finds products. */
  send(lang: Lang, bodies: readonly object[]): Promise<number[]>;
  stop(): Promise<void>;
}

interface Prepared {
  bodies: readonly object[];
  /** The reading steps that changed something. */
  acted: ReadonlySet<StepName>;
}

interface Answer {
  ids: readonly number[];
  total: number;
}

const Response = z.object({
  status: z.literal(200),
  hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }),
});
const Answers = z.object({ responses: z.array(Response) });
const Totals = z.object({
  responses: z.array(
    z.object({ aggregations: z.object({ total: z.object({ value: z.number() }) }) }),
  ),
});
const Counted = z.object({ aggregations: z.record(z.string(), z.unknown()) });

/** Search results without prices: no data of a customer affects the order. */
const order = sortOf('relevance', {
  hasText: true,
  pricing: { kind: 'hidden' },
  today: '2026-07-28' as Day,
  hasTimeline: false,
});

function wordsIn(lang: Lang): PreparedWords {
  const text = readFileSync(new URL(`../../words/${lang}.json`, import.meta.url), 'utf8');
  const { file, faults } = parseWordFile(text);
  if (!file) throw new Error(`words/${lang}.json: ${faults.join('; ')}`);
  return prepareWords(file, lang);
}

async function post(url: string, type: string, body: string): Promise<unknown> {
  // Compression takes longer than the engine's search.
  const headers = { 'Content-Type': type, 'Accept-Encoding': 'identity' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return response.json();
}

/** The built-in vocabulary and that of the index, combined as in the shop. */
async function readerFor(url: string, index: string, lang: Lang, words: WordsByLocale) {
  const json = await post(
    `${url}/${index}/_search`,
    'application/json',
    JSON.stringify(indexWordsBody()),
  );
  const ofIndex = readIndexWords(Counted.parse(json).aggregations);
  if (!ofIndex) throw new Error(`${index} did not count its words`);
  return { lexicon: createLexicon(words, lang), vocabulary: createVocabulary(ofIndex, lang) };
}
type Reader = Awaited<ReturnType<typeof readerFor>>;

function queriesFor(text: string, reader: Reader): ListingQuery[] {
  const understood = understand(text, reader);
  const readings = hasNearest(understood) ? [true, false] : [true];
  return readings.map((every) => ({
    text,
    code: codeIn(text),
    scope: [],
    reading: { by: 'meaning', understood, every },
  }));
}

const shownBody = (query: ListingQuery) =>
  listingBody({
    ...query,
    selected: [],
    sort: order,
    from: 0,
    size: SHOWN,
    source: ['id'],
  });

const totalBody = (query: ListingQuery) => ({
  size: 0,
  query: countingQuery(query),
  aggs: { total: { cardinality: { field: 'url_key', precision_threshold: 40_000 } } },
});

function askMany(url: string, index: string, bodies: readonly object[]): Promise<unknown> {
  const lines = bodies.flatMap((body) => [{ index }, body]);
  const ndjson = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return post(`${url}/_msearch`, 'application/x-ndjson', ndjson);
}

async function askBodies(url: string, index: string, bodies: readonly object[]): Promise<number[]> {
  const json = await askMany(url, index, bodies);
  const read = Answers.safeParse(json);
  if (!read.success) throw new Error(`refused: ${JSON.stringify(json).slice(0, 600)}`);
  const answers = read.data.responses.map(({ hits }) => hits.hits.map(({ _id }) => Number(_id)));
  return answers.find((ids) => ids.length > 0) ?? [];
}

const ask = (url: string, index: string, text: string, reader: Reader): Promise<number[]> =>
  askBodies(url, index, queriesFor(text, reader).map(shownBody));

/** Like `ask`, with the number of product groups of the displayed interpretation. */
async function askTotal(url: string, index: string, text: string, reader: Reader): Promise<Answer> {
  const ids = await ask(url, index, text, reader);
  const json = await askMany(url, index, queriesFor(text, reader).map(totalBody));
  const totals = Totals.parse(json).responses.map(({ aggregations }) => aggregations.total.value);
  return { ids, total: totals.find((total) => total > 0) ?? 0 };
}

function searcher(url: string, prefix: string): Omit<Engine, 'name' | 'stop'> {
  const words: WordsByLocale = { fr: wordsIn('fr'), nl: wordsIn('nl'), en: wordsIn('en') };
  const readers = new Map<Lang, Promise<Reader>>();
  const readerIn = (lang: Lang, index: string): Promise<Reader> => {
    const reader = readers.get(lang) ?? readerFor(url, index, lang, words);
    readers.set(lang, reader);
    return reader;
  };
  const indexIn = (lang: Lang): string => `${prefix}products_${SUFFIXES[lang]}`;
  const asking =
    <T>(how: (url: string, index: string, text: string, reader: Reader) => Promise<T>) =>
    async (lang: Lang, text: string): Promise<T> => {
      const index = indexIn(lang);
      return how(url, index, text, await readerIn(lang, index));
    };
  return {
    search: asking(ask),
    count: asking(askTotal),
    prepare: async (lang, text, without) => {
      const reader = await readerIn(lang, indexIn(lang));
      const { value, acted } = tryWithout(without, () => queriesFor(text, reader).map(shownBody));
      return { bodies: value, acted };
    },
    send: (lang, bodies) => askBodies(url, indexIn(lang), bodies),
  };
}

export async function startEmbedded(sample: Sample): Promise<Engine> {
  const indices = Object.fromEntries(
    LANGS.map((lang) => [`products_${SUFFIXES[lang]}`, sample.documents(lang)]),
  );
  const server = await startSearchServer({ indices });
  await server.ready;
  return { name: 'embedded engine', ...searcher(server.url, ''), stop: () => server.close() };
}

/** Loads separate indices into a shared node; `stop` deletes them. */
export async function loadLive(sample: Sample, url: string, name: string): Promise<Engine> {
  const to = { url: url.replace(/(?<!\/)\/+$/, ''), headers: {} };
  const prefix = `relevance_${process.pid}_`;
  const product = await findLoadableProduct(to);
  for (const lang of LANGS) {
    const alias = `${prefix}products_${SUFFIXES[lang]}`;
    const body = adaptIndexBody(indexBody('products', lang), product);
    const settings = { ...body.settings, refresh_interval: '-1' };
    const documents = sample.documents(lang);
    await loadBehindAlias(to, { alias, body: { ...body, settings }, documents }, () => undefined);
  }
  const stop = async (): Promise<void> => {
    for (const lang of LANGS) {
      await fetch(`${to.url}/${prefix}products_${SUFFIXES[lang]}-1`, { method: 'DELETE' });
    }
  };
  return { name, ...searcher(to.url, prefix), stop };
}
