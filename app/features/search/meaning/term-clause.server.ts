/**
 * A term as a clause: met by its word in any field, by the beginning of one, by another way of writing it, or by the
 * facts that the trade means. Scores are fixed per way of meeting, so that every engine ranks alike, whatever it
 * knows of rarity; what stands in the name is worth more than what is meant.
 */
import type { Clause } from '../query/clauses.server';
import type { Facts, QueryTerm } from './query-term';

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

/** What each way of meeting a term is worth; a term met at all is worth more than any of them. */
export const boosts = {
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

interface WeightedClause {
  filter: Clause;
  boost: number;
}

const inFields = (query: string, fields: readonly string[], isPhrase: boolean): Clause =>
  isPhrase
    ? anyOf(fields.map((field) => phrase(field, query)))
    : { multi_match: { query, type: 'best_fields', operator: 'and', fields } };

/** In the name of a product. */
export const nameClause = (query: string): Clause => inFields(query, nameFields, false);

function clausesOfWord(query: string, share: number, isPhrase: boolean): WeightedClause[] {
  return [
    { filter: inFields(query, nameFields, isPhrase), boost: boosts.name * share },
    ...(isPhrase
      ? []
      : [
          { filter: inFields(query, labelFields, false), boost: boosts.label * share },
          { filter: inFields(query, broadFields, false), boost: boosts.broad * share },
        ]),
  ];
}

const begins = (field: string, query: string): Clause => ({
  match_phrase_prefix: { [field]: { query, max_expansions: 50 } },
});
/** In the name, or in what a product is labelled with. */
const beginnings = (query: string): WeightedClause[] => [
  { filter: begins('name.plain', query), boost: boosts.beginning },
  { filter: begins('search_text', query), boost: 0 },
];

/** An article that is for no animal in particular serves the one that was asked for. */
const forAnyAnimal: WeightedClause = {
  filter: { bool: { must_not: [{ exists: { field: 'species_option_ids.id' } }] } },
  boost: 0,
};

function clausesOf(term: QueryTerm): WeightedClause[] {
  const { typed, kind, facts, tails } = term;
  const isFigure = kind === 'measure' || kind === 'strength';
  const isWord = /^\p{L}{3,}$/u.test(typed);
  // A short word that the trade uses for something is no piece of a name.
  const isLiteral = typed.length > 1 || facts === null;
  const isBegun = isWord && typed.length >= shortestBeginning && !facts && term.parts.length === 0;
  return [
    ...(isLiteral ? clausesOfWord(typed, 1, isFigure) : []),
    ...term.ways.flatMap((way) => clausesOfWord(way, boosts.way, isFigure)),
    ...(facts ? [{ filter: factsClause(facts), boost: boosts.fact }] : []),
    ...(isBegun ? beginnings(typed) : []),
    ...(tails.length > 0
      ? [{ filter: { match: { 'name.plain': { query: tails.join(' ') } } }, boost: boosts.tail }]
      : []),
    ...(kind === 'animal' ? [forAnyAnimal] : []),
    ...(kind === 'word' && /\d/.test(typed)
      ? [{ filter: inFields(typed, codeFields, false), boost: boosts.label }]
      : []),
  ];
}

/** Documents that meet a term, without what that is boosts. */
export function termFilter(term: QueryTerm): Clause {
  const ways = clausesOf(term).map(({ filter }) => filter);
  const parts = term.parts.length > 0 ? [{ bool: { filter: term.parts.map(termFilter) } }] : [];
  return anyOf([...ways, ...parts]);
}

function bonuses(term: QueryTerm, share: number): Clause[] {
  return [
    ...clausesOf(term).flatMap(({ filter, boost: boost }) =>
      boost > 0 ? [scored(boost * share, filter)] : [],
    ),
    ...term.parts.flatMap((part) => bonuses(part, share * boosts.part)),
  ];
}

export const termClause = (term: QueryTerm): Clause => ({
  bool: { must: [scored(boosts.met, termFilter(term))], should: bonuses(term, 1) },
});
