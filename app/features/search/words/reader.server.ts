/** What a text is read with: the words of the trade in the page's language, and those of the index. */
import type { PageRequest } from '~/page/page';
import { locales, type Locale } from '~/i18n/locales';
import { isUpstreamFailure } from '~/kernel/failure';
import { indexWordsBody, readIndexWords } from './index-words.server';
import { createLexicon, type Lexicon } from './lexicon';
import { nearIn, phrasesIn, prepare } from './prepared-words';
import { unknownLabels } from './unknown-labels';
import { createVocabulary, type IndexWords, type Vocabulary } from './vocabulary';
import { wordFiles, type WordsPage } from './word-files.server';
import type { WordFile } from './word-file';

const halfAnHourMs = 1_800_000;
const timeoutMs = 4_000;
const longestWaitMs = 800;

export interface WordReader {
  lexicon: Lexicon;
  /** Null while the index has not said its words: then no word is unknown. */
  vocabulary: Vocabulary | null;
}

/**
 * What the first search of each language would build, more than a second in which the process answers nobody: done
 * before the shop says that it is ready, in steps that leave the pages that come meanwhile their turn.
 */
export async function prepareReading(page: WordsPage): Promise<void> {
  const source = wordFiles(page);
  for (const locale of locales) {
    const file = await source.words(locale);
    for (const step of [prepare, phrasesIn, nearIn]) {
      step(file, locale);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Built once for the same files and the same words of the index. */
interface Built<T> {
  from: readonly unknown[];
  value: T;
}
const lexicons = new Map<Locale, Built<Lexicon>>();
const vocabularies = new Map<Locale, Built<Vocabulary>>();

function once<T>(
  store: Map<Locale, Built<T>>,
  locale: Locale,
  from: readonly unknown[],
  build: () => T,
): { value: T; isNew: boolean } {
  const there = store.get(locale);
  if (there && there.from.every((one, at) => one === from[at])) {
    return { value: there.value, isNew: false };
  }
  const value = build();
  store.set(locale, { from, value });
  return { value, isNew: true };
}

const keyOf = (page: PageRequest): string => `index-words:${page.locale}`;

async function loadIndexWords(page: PageRequest): Promise<IndexWords | null> {
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
    // Not counted this time: the next search asks again.
    if (!words) cache.delete(keyOf(page));
    return words;
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn({ event: 'words.no_index', reason: error.reason }, 'the index does not say its words');
    return null;
  }
}

/** A search does not wait for them: without them no word is called unknown. */
async function indexWords(page: PageRequest): Promise<IndexWords | null> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), longestWaitMs);
  });
  const words = await Promise.race([loadIndexWords(page), enough]);
  clearTimeout(timer);
  return words;
}

/** Said once for a file and an index: what a word file means and the index does not have. */
function report(page: PageRequest, file: WordFile, vocabulary: Vocabulary): void {
  const lacking = unknownLabels(file, vocabulary);
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

export async function wordReader(page: PageRequest): Promise<WordReader> {
  const source = wordFiles(page);
  const [index, ...files] = await Promise.all([
    indexWords(page),
    ...locales.map(async (locale) => [locale, await source.words(locale)] as const),
  ]);
  const byLocale = Object.fromEntries(files) as Record<Locale, WordFile>;
  const { locale } = page;
  const all = files.map(([, file]) => file);
  const lexicon = once(lexicons, locale, all, () => createLexicon(byLocale, locale));
  if (!index) return { lexicon: lexicon.value, vocabulary: null };
  const vocabulary = once(vocabularies, locale, [index], () => createVocabulary(index, locale));
  if (lexicon.isNew || vocabulary.isNew) report(page, byLocale[locale], vocabulary.value);
  return { lexicon: lexicon.value, vocabulary: vocabulary.value };
}
