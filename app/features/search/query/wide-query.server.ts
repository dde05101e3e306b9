/**
 * The wider search (our own, beside contract/search.md 3.1): asked when no product has all the words of a text as they
 * were typed. Each wish may be met in any field, by its stem, its beginning, with one wrong letter, or by another word
 * of the trade. Scores are fixed per way of meeting, so that every engine ranks alike, whatever it knows of rarity.
 *
 * First with all wishes (`every`), and where that finds nothing with most of them.
 */
import type { Clause } from './clauses.server';
import { readWishes, type Wish } from './typed-words';
import type { Locale } from '~/i18n/locales';

const nameFields = ['name', 'name.plain', 'short_name'];
const labelFields = [
  'brand.name',
  'manufacturer.name',
  'species_option_ids.name',
  'active_principle_option_ids.name',
  'indication_option_ids.name',
  'food_range_option_ids.name',
  'presentation_option_ids.name',
  'color_option_ids.name',
  'size_option_ids.name',
  'animal_size_option_ids.name',
  'administration_route_option_ids.name',
];
const broadFields = ['short_description', 'categories.name'];

/** What each way of meeting a wish is worth; a wish met at all is worth more than any of them. */
const worth = { met: 100, name: 16, label: 12, broad: 4, beginning: 6, nearly: 3, other: 0.75 };
/** Shorter words have too many neighbours and too many continuations. */
const shortestNearly = 5;
/** A second wrong letter is forgiven in long words, and only where nothing else is found. */
const shortestTwiceWrong = 8;
const shortestBeginning = 3;

const scored = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } });

const inFields = (query: string, fields: readonly string[], isPhrase: boolean): Clause =>
  isPhrase
    ? anyOf(fields.map((field) => ({ match_phrase: { [field]: { query } } })))
    : { multi_match: { query, type: 'best_fields', operator: 'and', fields } };

const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { minimum_should_match: 1, should: clauses },
});

interface Way {
  filter: Clause;
  worth: number;
}

function waysOfWord(query: string, share: number, isPhrase: boolean): Way[] {
  return [
    { filter: inFields(query, nameFields, isPhrase), worth: worth.name * share },
    ...(isPhrase
      ? []
      : [
          { filter: inFields(query, labelFields, false), worth: worth.label * share },
          { filter: inFields(query, broadFields, false), worth: worth.broad * share },
        ]),
  ];
}

const begins = (field: string, query: string): Clause => ({
  match_phrase_prefix: { [field]: { query, max_expansions: 50 } },
});
/** In the name, or in what a product is labelled with. */
const beginnings = (query: string): Way[] => [
  { filter: begins('name.plain', query), worth: worth.beginning },
  { filter: begins('search_text', query), worth: 0 },
];

const nearly = (query: string, fuzziness: number): Way => ({
  filter: {
    match: {
      search_text: { query, operator: 'and', fuzziness, prefix_length: 1, max_expansions: 50 },
    },
  },
  worth: worth.nearly,
});

/** An article that is for no animal in particular serves the one that was asked for. */
const forAnyAnimal: Way = {
  filter: { bool: { must_not: [{ exists: { field: 'species_option_ids.id' } }] } },
  worth: 0,
};

/** Wrong letters forgiven in a word. */
function errorsIn(word: string, every: boolean): number {
  if (word.length < shortestNearly) return 0;
  return !every && word.length >= shortestTwiceWrong ? 2 : 1;
}

function waysOf(wish: Wish, every: boolean): Way[] {
  const { typed, others, isMeasure, isAnimal } = wish;
  const isWord = /^\p{L}+$/u.test(typed);
  const errors = isWord ? errorsIn(typed, every) : 0;
  return [
    ...waysOfWord(typed, 1, isMeasure),
    ...others.flatMap((other) => waysOfWord(other, worth.other, isMeasure)),
    ...(isWord && typed.length >= shortestBeginning ? beginnings(typed) : []),
    ...(errors > 0 ? [nearly(typed, errors)] : []),
    ...(isAnimal ? [forAnyAnimal] : []),
  ];
}

function wishClause(wish: Wish, every: boolean): Clause {
  const ways = waysOf(wish, every);
  const parts = wish.parts.map((part) => anyOf(waysOf(part, every).map(({ filter }) => filter)));
  const whole = parts.length > 0 ? [{ bool: { filter: parts } }] : [];
  return {
    bool: {
      must: [scored(worth.met, anyOf([...ways.map(({ filter }) => filter), ...whole]))],
      should: [
        ...ways.flatMap(({ filter, worth: boost }) => (boost > 0 ? [scored(boost, filter)] : [])),
        ...wish.parts.flatMap((part) =>
          waysOf(part, every).flatMap(({ filter, worth: boost }) =>
            boost > 0 ? [scored(boost / 2, filter)] : [],
          ),
        ),
      ],
    },
  };
}

export interface WideText {
  text: string;
  /** The text as a code, when it looks like one: its beginning is enough. */
  code: string | null;
  locale: Locale;
  /** All wishes, or most of them: two of three, half of more. */
  every: boolean;
}

export function wideTextClause({ text, code, locale, every }: WideText): Clause {
  const wishes = readWishes(text, locale).map((wish) => wishClause(wish, every));
  const words: Clause = every
    ? { bool: { must: wishes } }
    : { bool: { should: wishes, minimum_should_match: '2<75% 3<50%' } };
  if (!code) return words;
  return anyOf([words, scored(1000, { match: { codes: { query: code } } })]);
}
