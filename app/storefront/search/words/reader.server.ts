/** The context for parsing a search text: the word files of the page's language, and the terms of the index. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageRequest } from '~/base/page/page';
import { locales, type Locale } from '~/base/i18n/locales';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { inTurns, ownTurn } from '~/base/page/in-turns.server';
import { indexWordsBody, readIndexWords } from './index-words.server';
import { createLexicon, type Lexicon, type WordsByLocale } from './lexicon';
import type { PreparedWords } from './prepared-words';
import { unknownLabels } from '../meaning/facts-of';
import { vocabularyInSteps, type IndexWords, type Vocabulary } from './vocabulary';
import { wordFiles, type WordsPage } from './word-files.server';

const halfAnHourMs = 1_800_000;
const timeoutMs = 4_000;
const longestWaitMs = 800;

export interface WordReader {
  lexicon: Lexicon;
  /** Null until the index terms have loaded; until then no word counts as unknown. */
  vocabulary: Vocabulary | null;
}

/** A value that is built once per combination of word files and index terms. */
interface Built<T> {
  from: readonly unknown[];
  value: T;
}
const lexicons = new Map<Locale, Built<Lexicon>>();
const vocabularies = new Map<Locale, Built<Promise<Vocabulary>>>();
const reports = new Map<Locale, Built<void>>();

function once<T>(
  store: Map<Locale, Built<T>>,
  locale: Locale,
  from: readonly unknown[],
  build: () => T,
): T {
  const there = store.get(locale);
  if (there && there.from.every((one, at) => one === from[at])) return there.value;
  const value = build();
  store.set(locale, { from, value });
  return value;
}

/** The part of a request's page object that parsing a search text needs. */
interface ReadingPage {
  locale: Locale;
  context: Pick<PageRequest['context'], 'cache' | 'search' | 'log' | 'operatorWords'>;
}

const keyOf = ({ locale }: ReadingPage): string => `index-words:${locale}`;

async function loadIndexWords(page: ReadingPage): Promise<IndexWords | null> {
  const { cache, search, log } = page.context;
  try {
    const words = await cache.get(
      keyOf(page),
      { freshMs: halfAnHourMs, staleMs: 24 * halfAnHourMs },
      async () => {
        const answer = await search.search(
          page.locale,
          { index: 'products', operation: 'index words', body: indexWordsBody() },
          { timeoutMs },
        );
        return readIndexWords(answer.aggregations);
      },
    );
    // Forgets the index terms if the engine did not count all of them, so that the next search requests them again.
    if (!words) cache.delete(keyOf(page));
    return words;
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn({ event: 'words.no_index', reason: error.reason }, 'the index does not say its words');
    return null;
  }
}

async function loadVocabulary(page: ReadingPage): Promise<Vocabulary | null> {
  const index = await loadIndexWords(page);
  const { locale } = page;
  return (
    index && once(vocabularies, locale, [index], () => inTurns(vocabularyInSteps(index, locale)))
  );
}

/** The index terms; null if they do not load within a short time, and then no word counts as unknown. */
async function vocabularySoon(page: ReadingPage): Promise<Vocabulary | null> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), longestWaitMs);
  });
  const vocabulary = await Promise.race([loadVocabulary(page), enough]);
  clearTimeout(timer);
  return vocabulary;
}

/** Logs which labels of the word file the index lacks, once per word file and index. */
function report(page: ReadingPage, words: PreparedWords, vocabulary: Vocabulary): void {
  const lacking = unknownLabels(words, vocabulary);
  if (lacking.length === 0) return;
  page.context.log.info(
    {
      event: 'words.lacking',
      locale: page.locale,
      count: lacking.length,
      labels: lacking.slice(0, 30),
    },
    'the index lacks some of what the word file means',
  );
}

async function wordsByLocale(page: WordsPage): Promise<WordsByLocale> {
  const source = wordFiles(page);
  const [fr, nl, en] = await Promise.all([
    source.words('fr'),
    source.words('nl'),
    source.words('en'),
  ]);
  return { fr, nl, en };
}

/**
 * The context for parsing a search text. It resolves in a turn of the event loop of its own, because the caller then
 * parses the text at once. So other requests run between the texts of parallel searches (P-88).
 */
export async function wordReader(page: ReadingPage): Promise<WordReader> {
  const [vocabulary, words] = await Promise.all([vocabularySoon(page), wordsByLocale(page)]);
  const { locale } = page;
  const lexicon = once(lexicons, locale, Object.values(words), () => createLexicon(words, locale));
  if (vocabulary)
    once(reports, locale, [words[locale], vocabulary], () =>
      report(page, words[locale], vocabulary),
    );
  await ownTurn();
  return { lexicon, vocabulary };
}

/** Loads the word files of a language before the first search in that language arrives. */
export const loadWords = async (page: WordsPage): Promise<void> => {
  await wordsByLocale(page);
};

/**
 * Loads the index terms and everything built from them, one language after the other. Stops at the first language whose
 * terms the engine does not return.
 */
export async function askIndexWords({ context }: Pick<ReadingPage, 'context'>): Promise<void> {
  for (const locale of locales) {
    if (!(await loadVocabulary({ context, locale }))) return;
    await nextTurn();
    await wordReader({ context, locale });
  }
}
