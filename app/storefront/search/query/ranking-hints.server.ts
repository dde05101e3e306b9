/**
 * What the words of a text say beyond being found (our own, beside contract/search.md 3.1): each hint only changes the
 * order of what the ranking rules have found, never what is found.
 */
import { folded } from '~/base/kernel/folding';
import type { Clause } from './clauses.server';

/** Of the size of what a word scores by the rules, so that a hint decides between products that have all the words. */
const boosts = { label: 800, affirmed: 1500 };
/** Words that turn the next one into its contrary, in all languages of the shop: `non stérile`, `niet-steriel`. */
const negations = ['non', 'sans', 'niet', 'zonder', 'without'];

/** Qualities that are sold with and without, so that `non stérile` must not pass for `stérile`; without accents. */
const qualities: ReadonlySet<string> = new Set(
  (
    'sterile steriles resorbable resorbables poudre poudres ' +
    'steriel steriele resorbeerbaar resorbeerbare gepoederd gepoederde absorbable powdered'
  ).split(' '),
);

const hint = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } });
const phrase = (field: string, query: string): Clause => ({ match_phrase: { [field]: { query } } });

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * The text is an active principle or a category: those come before what only mentions it. A category is the text when
 * its whole name is: without the names of categories one that has it among other words passes for it.
 */
const labelHint = (text: string, departments: readonly string[] | null): Clause =>
  hint(boosts.label, {
    bool: {
      minimum_should_match: 1,
      should: [
        phrase('active_principle_option_ids.name', text),
        ...(departments === null ? [phrase('categories.name', text)] : []),
        ...(departments?.length ? [{ terms: { 'categories.name.keyword': departments } }] : []),
      ],
    },
  });

/** Who asks for `stérile` does not mean `non stérile`; who asks for that is taken at their word. */
function affirmedHints(words: readonly string[]): Clause[] {
  const affirmed = words.filter(
    (word, at) => qualities.has(word) && !negations.includes(words[at - 1] ?? ''),
  );
  const contraries = affirmed.flatMap((word) =>
    [word, word.replace(/s$/, '')].flatMap((form) =>
      negations.map((negation) => phrase('name.plain', `${negation} ${form}`)),
    ),
  );
  return contraries.length === 0 ? [] : [hint(boosts.affirmed, { bool: { must_not: contraries } })];
}

export function rankingHints(text: string, departments: readonly string[] | null): Clause[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return [labelHint(text, departments), ...affirmedHints(words)];
}
