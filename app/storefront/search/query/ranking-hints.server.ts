/**
 * Ranking hints from the words of a search text (the shop's addition to contract/search.md 3.1). A hint only changes
 * the order of the products that the ranking rules match, never which products match.
 */
import { folded } from '~/base/kernel/folding';
import { runStep } from '../meaning/steps';
import { anyOf, phraseIn, scored, type Clause } from './clauses.server';

/**
 * Boosts of the hints. They have the scale of the scores that the ranking rules give to words, so that a hint decides
 * between products that contain all the words.
 */
const boosts = { label: 800, affirmed: 1500 };
/** Words that negate the following word, in all languages of the shop: `non stérile`, `niet-steriel`. */
const negations = ['non', 'sans', 'niet', 'zonder', 'without'];

/**
 * Qualities that a product may have or lack, so that a product named `non stérile` does not count as `stérile`. Without
 * accents.
 */
const qualities: ReadonlySet<string> = new Set(
  (
    'sterile steriles resorbable resorbables poudre poudres ' +
    'steriel steriele resorbeerbaar resorbeerbare gepoederd gepoederde absorbable powdered'
  ).split(' '),
);

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Boosts products whose active principle or category is the search text, over products that only mention it. The search
 * text must be the whole name of the category. If category names are unknown, a category that contains the text is
 * enough.
 */
const labelHint = (text: string, departments: readonly string[] | null): Clause =>
  scored(
    boosts.label,
    anyOf([
      phraseIn('active_principle_option_ids.name', text),
      ...(departments === null ? [phraseIn('categories.name', text)] : []),
      ...(departments?.length ? [{ terms: { 'categories.name.keyword': departments } }] : []),
    ]),
  );

/**
 * Ranks products named `non stérile` lower in a search for `stérile`, unless the search text itself contains the
 * negation.
 */
function affirmedHints(words: readonly string[]): Clause[] {
  const affirmed = words.filter(
    (word, at) => qualities.has(word) && !negations.includes(words[at - 1] ?? ''),
  );
  const contraries = affirmed.flatMap((word) =>
    [word, word.replace(/s$/, '')].flatMap((form) =>
      negations.map((negation) => phraseIn('name.plain', `${negation} ${form}`)),
    ),
  );
  return contraries.length === 0
    ? []
    : [scored(boosts.affirmed, { bool: { must_not: contraries } })];
}

export function rankingHints(text: string, departments: readonly string[] | null): Clause[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return [
    ...runStep('substances and departments first', [], () => [labelHint(text, departments)]),
    ...runStep('negated qualities last', [], () => affirmedHints(words)),
  ];
}
