/** The sample products in a search engine, embedded or real, and the shop's own search asked of it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hasNearest } from '../../app/features/search/meaning/meaning-clause.server';
import { understand } from '../../app/features/search/meaning/understand';
import { listingBody } from '../../app/features/search/query/listing-query.server';
import { sortOf } from '../../app/features/search/query/sort.server';
import { codeIn } from '../../app/features/search/text/text-code';
import { indexWordsBody, readIndexWords } from '../../app/features/search/words/index-words.server';
import { createLexicon, type WordFiles } from '../../app/features/search/words/lexicon';
import { createVocabulary } from '../../app/features/search/words/vocabulary';
import { parseWordFile, type WordFile } from '../../app/features/search/words/word-file';
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

const Response = z.object({
  status: z.literal(200),
  hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }),
});
const Answers = z.object({ responses: z.array(Response) });
const Counted = z.object({ aggregations: z.record(z.string(), z.unknown()) });

/** Without text nothing of a customer matters to the order. */
const order = sortOf('relevance', {
  hasText: true,
  pricing: { kind: 'hidden' },
  today: '2026-07-28' as Day,
  hasTimeline: false,
});

function wordFile(lang: Lang): WordFile {
  const text = readFileSync(new URL(`../../words/${lang}.json`, import.meta.url), 'utf8');
  const { file, faults } = parseWordFile(text);
  if (!file) throw new Error(`words/${lang}.json: ${faults.join('; ')}`);
  return file;
}

async function post(url: string, type: string, body: string): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body });
  return response.json();
}

/** The words of the trade and those of the index, as the shop puts them together. */
async function readerFor(url: string, index: string, lang: Lang, files: WordFiles) {
  const json = await post(
    `${url}/${index}/_search`,
    'application/json',
    JSON.stringify(indexWordsBody()),
  );
  const words = readIndexWords(Counted.parse(json).aggregations);
  if (!words) throw new Error(`${index} did not count its words`);
  return { lexicon: createLexicon(files, lang), vocabulary: createVocabulary(words, lang) };
}
type Reader = Awaited<ReturnType<typeof readerFor>>;

function bodiesFor(text: string, reader: Reader) {
  const understood = understand(text, reader);
  const readings = hasNearest(understood) ? [true, false] : [true];
  return readings.map((every) =>
    listingBody({
      ...{ text, code: codeIn(text), scope: [], reading: { by: 'meaning', understood, every } },
      ...{ selected: [], sort: order, from: 0, size: SHOWN, source: ['id'] },
    }),
  );
}

async function ask(url: string, index: string, text: string, reader: Reader): Promise<number[]> {
  const lines = bodiesFor(text, reader).flatMap((body) => [{ index }, body]);
  const ndjson = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const json = await post(`${url}/_msearch`, 'application/x-ndjson', ndjson);
  const read = Answers.safeParse(json);
  if (!read.success)
    throw new Error(`"${text}" was refused: ${JSON.stringify(json).slice(0, 600)}`);
  const answers = read.data.responses.map(({ hits }) => hits.hits.map(({ _id }) => Number(_id)));
  return answers.find((ids) => ids.length > 0) ?? [];
}

function searcher(url: string, prefix: string): Engine['search'] {
  const files: WordFiles = { fr: wordFile('fr'), nl: wordFile('nl'), en: wordFile('en') };
  const readers = new Map<Lang, Promise<Reader>>();
  return async (lang, text) => {
    const index = `${prefix}products_${SUFFIXES[lang]}`;
    const reader = readers.get(lang) ?? readerFor(url, index, lang, files);
    readers.set(lang, reader);
    return ask(url, index, text, await reader);
  };
}

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
