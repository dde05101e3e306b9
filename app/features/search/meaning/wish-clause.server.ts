/**
 * A wish as a clause: met by its word in any field, by the beginning of one, by another way of writing it, or by the
 * facts that the trade means. Scores are fixed per way of meeting, so that every engine ranks alike, whatever it
 * knows of rarity; what stands in the name is worth more than what is meant.
 */
import type { Clause } from '../query/clauses.server';
import type { Facts, Wish } from './wish';

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
const codeFields = ['sku', 'barcode', 'cnk_code', 'vendor_product_code'];

/** What each way of meeting a wish is worth; a wish met at all is worth more than any of them. */
export const worth = {
  met: 100,
  name: 16,
  label: 12,
  fact: 14,
  broad: 4,
  beginning: 6,
  tail: 12,
  way: 0.75,
  part: 0.5,
};
const shortestBeginning = 3;

export const scored = (boost: number, filter: Clause): Clause => ({
  constant_score: { filter, boost },
});
export const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { minimum_should_match: 1, should: clauses },
});
const labelled = (path: string, labels: readonly string[]): Clause => ({
  terms: { [`${path}.name.keyword`]: labels },
});
const phrase = (field: string, query: string): Clause => ({ match_phrase: { [field]: { query } } });

function combination(label: string): Clause {
  const parts = label.split(' + ');
  return {
    bool: { filter: parts.map((part) => labelled('active_principle_option_ids', [part])) },
  };
}

function range(label: string): Clause {
  const [name = '', animal] = label.split(' · ');
  const clause = labelled('food_range_option_ids', [name]);
  return animal === undefined
    ? clause
    : { bool: { filter: [clause, labelled('species_option_ids', [animal])] } };
}

const factClauses: Readonly<Record<keyof Facts, (labels: readonly string[]) => Clause[]>> = {
  substances: (labels) => [labelled('active_principle_option_ids', labels)],
  combinations: (labels) => labels.map(combination),
  indications: (labels) => [labelled('indication_option_ids', labels)],
  categories: (labels) => [labelled('categories', labels)],
  species: (labels) => [labelled('species_option_ids', labels)],
  forms: (labels) => [labelled('presentation_option_ids', labels)],
  routes: (labels) => [labelled('administration_route_option_ids', labels)],
  ranges: (labels) => labels.map(range),
  equipment: (labels) => labels.map((label) => phrase('model.name', label)),
  names: (labels) =>
    labels.flatMap((label) => [phrase('name', label), phrase('name.plain', label)]),
};

export function factsClause(facts: Facts): Clause {
  return anyOf(
    (Object.keys(factClauses) as (keyof Facts)[]).flatMap((kind) => {
      const labels = facts[kind];
      return labels ? factClauses[kind](labels) : [];
    }),
  );
}

interface Way {
  filter: Clause;
  worth: number;
}

const inFields = (query: string, fields: readonly string[], isPhrase: boolean): Clause =>
  isPhrase
    ? anyOf(fields.map((field) => phrase(field, query)))
    : { multi_match: { query, type: 'best_fields', operator: 'and', fields } };

/** In the name of a product. */
export const nameClause = (query: string): Clause => inFields(query, nameFields, false);

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

/** An article that is for no animal in particular serves the one that was asked for. */
const forAnyAnimal: Way = {
  filter: { bool: { must_not: [{ exists: { field: 'species_option_ids.id' } }] } },
  worth: 0,
};

function waysOf(wish: Wish): Way[] {
  const { typed, kind, facts, tails } = wish;
  const isFigure = kind === 'measure' || kind === 'strength';
  const isWord = /^\p{L}{3,}$/u.test(typed);
  // A short word that the trade uses for something is no piece of a name.
  const isLiteral = typed.length > 1 || facts === null;
  const isBegun = isWord && typed.length >= shortestBeginning && !facts && wish.parts.length === 0;
  return [
    ...(isLiteral ? waysOfWord(typed, 1, isFigure) : []),
    ...wish.ways.flatMap((way) => waysOfWord(way, worth.way, isFigure)),
    ...(facts ? [{ filter: factsClause(facts), worth: worth.fact }] : []),
    ...(isBegun ? beginnings(typed) : []),
    ...(tails.length > 0
      ? [{ filter: { match: { 'name.plain': { query: tails.join(' ') } } }, worth: worth.tail }]
      : []),
    ...(kind === 'animal' ? [forAnyAnimal] : []),
    ...(kind === 'word' && /\d/.test(typed)
      ? [{ filter: inFields(typed, codeFields, false), worth: worth.label }]
      : []),
  ];
}

/** Documents that meet a wish, without what that is worth. */
export function wishFilter(wish: Wish): Clause {
  const ways = waysOf(wish).map(({ filter }) => filter);
  const parts = wish.parts.length > 0 ? [{ bool: { filter: wish.parts.map(wishFilter) } }] : [];
  return anyOf([...ways, ...parts]);
}

function bonuses(wish: Wish, share: number): Clause[] {
  return [
    ...waysOf(wish).flatMap(({ filter, worth: boost }) =>
      boost > 0 ? [scored(boost * share, filter)] : [],
    ),
    ...wish.parts.flatMap((part) => bonuses(part, share * worth.part)),
  ];
}

export const wishClause = (wish: Wish): Clause => ({
  bool: { must: [scored(worth.met, wishFilter(wish))], should: bonuses(wish, 1) },
});
