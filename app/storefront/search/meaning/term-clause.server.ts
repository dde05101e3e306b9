/**
 * Builds the clause of one term. The term matches by its word in any field, by a prefix, by another spelling, or by the
 * facts that the word files define for it. Scores are fixed per kind of match, so that every engine ranks alike,
 * whatever its term frequencies. A match in the name scores more than a match by meaning.
 */
import { anyOf, phraseIn, scored, type Clause } from '../query/clauses.server';
import { isNamed, type Facts, type NamedTerm, type Quantity, type QueryTerm } from './query-term';

const nameFields = ['name', 'name.plain', 'short_name'];
const figureFields = ['name.plain', 'short_name'];
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
const broadFields = ['short_description'];
/**
 * Index fields for a term that no product name contains. For other terms, category names match too many products:
 * `Infuus en katheters` does not describe its infusion pumps.
 */
const departmentFields = [...broadFields, 'categories.name'];
const codeFields = ['sku', 'barcode', 'cnk_code', 'vendor_product_code'];

/** The score of each kind of match. `met` is added for any match, and exceeds all others. */
const boosts = {
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
const longNumber = /^\d{6,}$/;

const labelled = (path: string, labels: readonly string[]): Clause => ({
  terms: { [`${path}.name.keyword`]: labels },
});
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
  equipment: (labels) => labels.map((label) => phraseIn('model.name', label)),
  names: (labels) =>
    labels.flatMap((label) =>
      ['name', 'name.plain', 'color_option_ids.name'].map((field) => phraseIn(field, label)),
    ),
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

type Operator = 'and' | 'or';
const inFields = (query: string, fields: readonly string[], operator: Operator): Clause => ({
  multi_match: { query, type: 'best_fields', operator, fields },
});
const asPhrase = (query: string, fields: readonly string[]): Clause =>
  anyOf(fields.map((field) => phraseIn(field, query)));

/** The query and operator that match all typed words, or the single word in singular or plural. */
const literal = (term: QueryTerm): [query: string, operator: Operator] =>
  isNamed(term) && term.forms.length > 0 ? [term.forms.join(' '), 'or'] : [term.written, 'and'];

/** Matches products whose name contains the term. */
export const nameClause = (term: QueryTerm): Clause => {
  const [query, operator] = literal(term);
  return inFields(query, nameFields, operator);
};

interface Literal {
  query: string;
  operator: Operator;
  isUnnamed: boolean;
}

const clausesOfWord = (
  { query, operator, isUnnamed }: Literal,
  share: number,
): WeightedClause[] => [
  { filter: inFields(query, nameFields, operator), boost: boosts.name * share },
  { filter: inFields(query, labelFields, operator), boost: boosts.label * share },
  {
    filter: inFields(query, isUnnamed ? departmentFields : broadFields, operator),
    boost: boosts.broad * share,
  },
];

function literally(term: NamedTerm): WeightedClause[] {
  const [query, operator] = literal(term);
  return clausesOfWord({ query, operator, isUnnamed: term.isUnnamed }, 1);
}
const otherwise = (way: string, { isUnnamed }: NamedTerm): WeightedClause[] =>
  clausesOfWord({ query: way, operator: 'and', isUnnamed }, boosts.way);

/** Matches a number next to its unit. Stop words are not skipped in a range (`up to 4 kg`). */
function figuredWays(
  typed: string,
  { ways, others }: Pick<Quantity, 'ways' | 'others'>,
): WeightedClause[] {
  const must_not = others.map((other) => asPhrase(other, figureFields));
  const within = (filter: Clause): Clause =>
    must_not.length > 0 ? { bool: { filter: [filter], must_not } } : filter;
  return (ways.length > 0 ? ways : [typed]).map((way, at) => ({
    filter: within(asPhrase(way, figureFields)),
    boost: boosts.name * (at === 0 ? 1 : boosts.way),
  }));
}

/** Matches a strength in the name. With `isWhole`, strengths per millilitre, gram and the like do not match. */
export function strengthClause(phrases: readonly string[], isWhole: boolean): Clause {
  const stands = (ends: readonly string[]) =>
    phrases.flatMap((one) => ends.map((end) => asPhrase(`${one}${end}`, figureFields)));
  const must_not = isWhole ? stands(['/ml', '/g', '/kg', '/l', '/h', '/u']) : [];
  return { bool: { minimum_should_match: 1, should: stands(['']), must_not } };
}

const begins = (field: string, query: string): Clause => ({
  match_phrase_prefix: { [field]: { query, max_expansions: 50 } },
});
/** Matches products with a word in the name or in a label that starts with the query. */
const beginnings = (query: string): WeightedClause[] => [
  { filter: begins('name.plain', query), boost: boosts.beginning },
  { filter: begins('search_text', query), boost: 0 },
];

/** Matches products for no animal in particular, which suit the requested animal too. */
export const forAnyAnimal: Clause = {
  bool: { must_not: [{ exists: { field: 'species_option_ids.id' } }] },
};

/** The shortest form of a word, which is a prefix of most other forms. */
const shortestOf = (forms: readonly string[]): string | undefined =>
  [...forms].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];

const isWord = (typed: string): boolean => /^\p{L}{3,}$/u.test(typed);

function quantityClauses(term: Quantity): WeightedClause[] {
  const { typed } = term;
  return [
    ...figuredWays(typed, term),
    // A colour that stands for its size also matches as a word.
    ...(isWord(typed) ? beginnings(typed) : []),
    // The number may come from a product label, such as a CNK or an EAN.
    ...(longNumber.test(typed)
      ? [{ filter: { match: { codes: { query: typed } } }, boost: boosts.label }]
      : []),
  ];
}

function namedClauses(term: NamedTerm): WeightedClause[] {
  const { typed, kind, facts, tails, forms, departments } = term;
  // A single letter that means something in the trade is not searched inside product names.
  const isLiteral = typed.length > 1 || facts === null;
  const isBegun = isWord(typed) && !facts && term.parts.length === 0;
  return [
    ...(kind === 'size' ? figuredWays(typed, { ways: [], others: [] }) : []),
    ...(kind !== 'size' && isLiteral ? literally(term) : []),
    ...term.ways.flatMap((way) => otherwise(way, term)),
    ...(departments.length > 0
      ? [{ filter: labelled('categories', departments), boost: boosts.broad }]
      : []),
    ...(facts ? [{ filter: factsClause(facts), boost: boosts.fact }] : []),
    ...(isBegun ? beginnings(shortestOf(forms) ?? typed) : []),
    ...(tails.length > 0
      ? [{ filter: { match: { 'name.plain': { query: tails.join(' ') } } }, boost: boosts.tail }]
      : []),
    ...(kind === 'animal' ? [{ filter: forAnyAnimal, boost: 0 }] : []),
    ...(kind === 'word' && /\d/.test(typed)
      ? [{ filter: inFields(typed, codeFields, 'and'), boost: boosts.label }]
      : []),
  ];
}

const clausesOf = (term: QueryTerm): WeightedClause[] =>
  isNamed(term) ? namedClauses(term) : quantityClauses(term);

/** Matches the documents of a term, without the clauses that only boost. */
export function termFilter(term: QueryTerm): Clause {
  const ways = clausesOf(term).map(({ filter }) => filter);
  const parts =
    isNamed(term) && term.parts.length > 0
      ? [{ bool: { filter: term.parts.map(termFilter) } }]
      : [];
  return anyOf([...ways, ...parts]);
}

function bonuses(term: QueryTerm, share: number): Clause[] {
  return [
    ...clausesOf(term).flatMap(({ filter, boost: boost }) =>
      boost > 0 ? [scored(boost * share, filter)] : [],
    ),
    ...(isNamed(term) ? term.parts : []).flatMap((part) => bonuses(part, share * boosts.part)),
  ];
}

export const termClause = (term: QueryTerm): Clause => ({
  bool: { must: [scored(boosts.met, termFilter(term))], should: bonuses(term, 1) },
});
