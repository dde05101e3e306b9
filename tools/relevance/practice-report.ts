/**
 * Reports how well an engine answers what practices type, by language and kind, and whether it separates look-alikes.
 */
import { readFileSync } from 'node:fs';
import { stemOf, wordsOf } from '../../app/storefront/search/words/folding';
import { parseWordFile } from '../../app/storefront/search/words/word-file';
import type { Lang } from '../../sandbox/world';
import type { Engine } from './engines';
import {
  factLines,
  practiceQueries,
  practiceSets,
  type PracticeQuery,
  type PracticeSet,
} from './practice-queries';
import type { Sample } from './sample';

const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
const SHOWN = 3;

export type Lines = Readonly<Record<Lang, ReadonlyMap<number, string>>>;

export const linesOf = (sample: Sample): Lines => ({
  fr: factLines(sample.documents('fr')),
  nl: factLines(sample.documents('nl')),
  en: factLines(sample.documents('en')),
});

export interface Answered {
  query: PracticeQuery;
  /** From 1; null if none of the first ten is right. */
  rank: number | null;
  found: boolean;
}

export async function answerAll(
  engine: Engine,
  lines: Lines,
  set: PracticeSet,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const query of practiceQueries(set)) {
    const ids = await engine.search(query.locale, query.q);
    const right = new RegExp(query.expected, 'imu');
    const at = ids.findIndex((id) => right.test(lines[query.locale].get(id) ?? ''));
    answers.push({ query, rank: at < 0 ? null : at + 1, found: ids.length > 0 });
  }
  return answers;
}

const share = (part: readonly Answered[], holds: (answer: Answered) => boolean): string =>
  `${((part.filter(holds).length / Math.max(1, part.length)) * 100).toFixed(1)} %`.padStart(9);

function line(name: string, part: readonly Answered[]): string {
  const within = (limit: number) => share(part, ({ rank }) => rank !== null && rank <= limit);
  const nothing = share(part, ({ found }) => !found);
  return `  ${name.padEnd(20)} ${String(part.length).padStart(5)} ${within(1)} ${within(SHOWN)} ${nothing}`;
}

function grouped(answers: readonly Answered[], key: (query: PracticeQuery) => string): string[] {
  const names = [...new Set(answers.map(({ query }) => key(query)))].sort();
  return names.map((name) =>
    line(
      name,
      answers.filter(({ query }) => key(query) === name),
    ),
  );
}

function pairsOf(lang: Lang): readonly (readonly [string, string])[] {
  const text = readFileSync(new URL(`../../words/${lang}.json`, import.meta.url), 'utf8');
  return parseWordFile(text).file?.never ?? [];
}

/** Compares by word stems, so that singular and plural match. */
function says(lang: Lang, text: string, words: string): boolean {
  const stems = (of: string): string =>
    wordsOf(of)
      .map((word) => stemOf(word, lang))
      .join(' ');
  return ` ${stems(text)} `.includes(` ${stems(words)} `);
}

export interface LookAlike {
  locale: Lang;
  q: string;
  other: string;
  /** True if these results include the other product of the pair. */
  isConfused(ids: readonly number[]): boolean;
}

/** One case per product of a look-alike pair. */
export const lookAlikes = (lines: Lines): LookAlike[] =>
  LANGS.flatMap((locale) =>
    pairsOf(locale)
      .flatMap((pair) => [pair, [pair[1], pair[0]] as const])
      .filter(([q, other]) => !says(locale, q, other) && !says(locale, other, q))
      .map(([q, other]) => ({
        locale,
        q,
        other,
        isConfused: (ids) =>
          ids
            .slice(0, SHOWN)
            .map((id) => (lines[locale].get(id) ?? '').replaceAll('\n', ' '))
            .some((text) => says(locale, text, other) && !says(locale, text, q)),
      })),
  );

/** Searches for one product of a look-alike pair whose results include the other product. */
export async function confusions(engine: Engine, lines: Lines): Promise<string[]> {
  const shown: string[] = [];
  for (const { locale, q, other, isConfused } of lookAlikes(lines))
    if (isConfused(await engine.search(locale, q))) shown.push(`${locale} "${q}" shows ${other}`);
  return shown;
}

const titles: Readonly<Record<PracticeSet, string>> = {
  practice: 'what practices type',
  everyday: 'everyday words beyond the first list',
  spoken: 'spoken names, compounds, phrases and measures',
  fresh: 'lots judged before their words were added',
};

export async function reportPractice(
  engine: Engine,
  lines: Lines,
  showMisses: boolean,
): Promise<void> {
  for (const set of practiceSets) {
    const answers = await answerAll(engine, lines, set);
    console.log(`\n${engine.name}: ${titles[set]}`);
    console.log(`  ${''.padEnd(20)} ${'count'.padStart(5)}     first    top 3   nothing`);
    for (const row of grouped(answers, ({ locale }) => locale)) console.log(row);
    for (const row of grouped(answers, ({ kind }) => kind)) console.log(row);
    console.log(line('all', answers));
    for (const { query, rank } of showMisses ? answers : []) {
      if (rank === null || rank > SHOWN)
        console.log(`  miss: ${query.locale} "${query.q}" (${query.kind}): rank ${rank ?? 'none'}`);
    }
  }
  const confused = await confusions(engine, lines);
  console.log(`  look-alikes shown for one another: ${confused.length}`);
  for (const text of showMisses ? confused : []) console.log(`  look-alike: ${text}`);
}
