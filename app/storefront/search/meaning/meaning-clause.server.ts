/**
 * Builds the query of a list from the parsed search text (the shop's addition to contract/search.md 3.1). A product
 * must match every required term. A partial match requires all substances and half of the other terms.
 */
import { anyOf, matchAll, phraseIn, scored, type Clause } from '../query/clauses.server';
import { codeClause } from '../query/code-clause.server';
import { runStep } from './steps';
import {
  isNamed,
  isQuantity,
  isTool,
  type Facts,
  type NamedTerm,
  type Quantity,
  type QueryTerm,
  type Understood,
} from './query-term';
import {
  factsClause,
  forAnyAnimal,
  nameClause,
  strengthClause,
  termClause,
  termFilter,
} from './term-clause.server';

/**
 * Boosts of matches by meaning. They have the scale of the scores that the ranking rules give to words, so that matches
 * by meaning compete with matches by name.
 */
const lift = {
  whole: 2_000,
  part: 500,
  kind: 150,
  usual: 500,
  tool: 800,
  head: 600,
  met: 1_000,
  alone: 700,
  wanted: 3_000,
  affirmed: 1_500,
  strength: 1_500,
  percent: 1_000,
  weight: 5_000,
};
const codeBegins = 2_000;
/**
 * Minimum length of a word that says something about a product: shorter words occur in too many names (`anti`, `pour`).
 */
const shortestTelling = 5;

export interface Meaning {
  understood: Understood;
  /** The search text as a code, if it looks like one; products whose code begins with it match. */
  code: string | null;
  /** true: all required terms must match; false: the best partial match. */
  every: boolean;
}

/**
 * True for a substance. A partial match must contain it: otherwise the shop would show another medicine in its place.
 */
const isFirm = ({ kind }: QueryTerm): boolean => kind === 'substance';
/**
 * A detail narrows down a thing: animal, strength or measure. If no product has it, the shop shows the others and
 * reports that.
 */
const isDetail = (term: QueryTerm): boolean =>
  isQuantity(term) || term.kind === 'animal' || term.kind === 'size';
/** The terms that are neither details nor quantities. */
const thingsOf = (terms: readonly QueryTerm[]): NamedTerm[] =>
  terms.filter(isNamed).filter((term) => !isDetail(term));

/**
 * How much a term contributes to a partial match. The wanted product outweighs its purpose, and a term of the trade
 * outweighs a word that only the index contains.
 */
function weightOf({ kind, typed, facts, parts, isHead }: NamedTerm): number {
  if (kind === 'form') return 0.5;
  // A word for the look of a thing weighs less than a word for the thing: `ronde bak`.
  if (facts && meantBy(facts) === null && !typed.includes(' ')) return 0.25;
  const own = facts && isTool(facts) ? 1.2 : facts || parts.length > 0 ? 1 : 0.5;
  return own + (isHead ? 0.5 : 0);
}
const partlyMet = (term: NamedTerm): Clause => ({
  bool: {
    must: [termClause(term)],
    should: [scored(lift.met * weightOf(term), termFilter(term))],
  },
});

const matchNone: Clause = { match_none: {} };
/**
 * The clause for a search text that only negates, such as "no cortisone": products with the negated thing come after
 * all others. If the negated thing is a medicine, only medicines are listed.
 */
function rest({ unwanted }: Understood): Clause {
  if (unwanted.length === 0) return matchNone;
  const areMedicines = unwanted.every(({ facts }) => facts?.substances !== undefined);
  return areMedicines ? { exists: { field: 'active_principle_option_ids.id' } } : matchAll;
}

/**
 * Splits compounds into their terms, for partial matches: products that match one part of a compound are the nearest.
 */
const splitCompounds = (terms: readonly QueryTerm[]): QueryTerm[] =>
  terms.flatMap((term): readonly QueryTerm[] =>
    isNamed(term) && term.parts.length > 0 ? term.parts : [term],
  );

/**
 * The clause of a partial match: it requires all substances and half of the things, at least one of either. Animals,
 * strengths and measures only rank.
 */
function nearest(together: readonly QueryTerm[]): Clause {
  const terms = splitCompounds(together);
  const firm = terms.filter(isFirm);
  const details = terms.filter(isDetail);
  const things = thingsOf(terms).filter((term) => !isFirm(term));
  const wanted = Math.max(firm.length > 0 ? 0 : 1, Math.floor(things.length / 2));
  const some: Clause[] =
    things.length > 0
      ? [{ bool: { should: things.map(partlyMet), minimum_should_match: wanted } }]
      : [];
  const must = [...firm.map(termClause), ...some];
  if (must.length === 0) return matchNone;
  return { bool: { must, should: details.map(termClause) } };
}

/** Animals that the text names by themselves or inside a group of words. */
const animalsIn = (terms: readonly QueryTerm[]): Facts[] =>
  splitCompounds(terms)
    .filter(isNamed)
    .flatMap(({ kind, facts, animal }) => (kind === 'animal' ? facts : animal) ?? []);

const isGoods = (term: QueryTerm): boolean =>
  isNamed(term) && (term.facts?.categories !== undefined || term.facts?.ranges !== undefined);

/**
 * Requires products for the named animal, or for no animal in particular. Tablets for dogs are not for horses, even if
 * their data name worms of horses. If the search text names only animals, a product without an animal matches only by
 * its name. A named animal may also be the meat in the food of another: `hondenvoer kip`.
 */
function forAnimals(terms: readonly QueryTerm[]): Clause[] {
  const animals = splitCompounds(terms)
    .filter(isNamed)
    .filter(({ kind, animal }) => kind === 'animal' || animal !== null);
  const others = terms.every(({ kind }) => kind === 'animal')
    ? terms.map(nameClause)
    : [forAnyAnimal];
  return animals.flatMap((term) => {
    const isNamed = term.kind === 'animal' && (animals.length > 1 || terms.some(isGoods));
    return animalsIn([term]).map((facts) =>
      anyOf([factsClause(facts), ...others, ...(isNamed ? [nameClause(term)] : [])]),
    );
  });
}
const requestedAnimals = (terms: readonly QueryTerm[]): Clause[] =>
  runStep('requested animal only', [], () => forAnimals(terms));

/**
 * True if a partial match can differ from a full match. That needs two required terms of which one can be left out, or
 * a term with an animal for which there may be no product.
 */
export function hasNearest({ terms }: Understood): boolean {
  const demanded = splitCompounds(terms.filter((term) => term.isDemanded));
  const things = thingsOf(demanded);
  const isMore = demanded.length > 1 || things.some(({ animal }) => animal !== null);
  return isMore && things.length > 0 && !demanded.every(isFirm);
}

export function meaningClause({ understood, code, every }: Meaning): Clause {
  const demanded = understood.terms.filter((term) => term.isDemanded);
  const wanted = demanded.length > 0 ? demanded : understood.terms;
  if (wanted.length === 0) return rest(understood);
  const helpful = understood.terms.filter((term) => !wanted.includes(term));
  const words: Clause = every
    ? { bool: { must: wanted.map(termClause), filter: requestedAnimals(wanted) } }
    : nearest(wanted);
  const clause: Clause =
    helpful.length > 0 ? { bool: { must: [words], should: helpful.map(termClause) } } : words;
  if (!code) return clause;
  return anyOf([clause, scored(codeBegins, codeClause(code))]);
}

/** The clause for the same products without scores, for filter counts. */
export function meaningFilter(meaning: Meaning): Clause {
  const demanded = meaning.understood.terms.filter((term) => term.isDemanded);
  if (!meaning.every || demanded.length === 0) return meaningClause(meaning);
  const words: Clause = {
    bool: { filter: [...demanded.map(termFilter), ...requestedAnimals(demanded)] },
  };
  if (!meaning.code) return words;
  return anyOf([words, codeClause(meaning.code)]);
}

/** The facts that need a boost. Names and animals are excluded, because their own words already match. */
function meantBy({ names: _names, species: _species, ...facts }: Facts): Facts | null {
  return Object.keys(facts).length > 0 ? facts : null;
}

/**
 * Adds a boost for each kind of fact that matches, if a term has several kinds: sprays for wounds come before other
 * sprays.
 */
function eachKind(facts: Facts): Clause[] {
  const kinds = Object.entries(facts);
  return kinds.length < 2
    ? []
    : kinds.map(([kind, labels]) => scored(lift.kind, factsClause({ [kind]: labels })));
}

/** Boosts the last part of a compound, which says what the thing is: `chirurgiehandschoenen` are gloves. */
function headHint({ parts }: NamedTerm): Clause[] {
  const head = parts.at(-1);
  if (!head || parts.length < 2 || isDetail(head)) return [];
  return [scored(lift.head, head.facts ? factsClause(head.facts) : nameClause(head))];
}

/**
 * Matches a negated thing by its name or its facts. An animal matches by name only, because food is named after its
 * meat.
 */
const unwantedClause = (term: NamedTerm): Clause =>
  term.facts && term.kind !== 'animal'
    ? anyOf([nameClause(term), factsClause(term.facts)])
    : nameClause(term);

const inPlainName = (query: string): Clause => phraseIn('name.plain', query);

/** Ranks products with a requested substance alone before its combinations. */
const aloneHints = ({ partners }: Understood): Clause[] =>
  partners.length > 0
    ? [scored(lift.alone, { bool: { must_not: [factsClause({ substances: partners })] } })]
    : [];

/** Ranks products without anything negated before others. */
const unwantedHints = ({ unwanted, lacking }: Understood): Clause[] =>
  unwanted.length > 0
    ? [
        scored(
          lift.wanted,
          anyOf([
            { bool: { must_not: unwanted.map(unwantedClause) } },
            ...lacking.map(inPlainName),
          ]),
        ),
      ]
    : [];

const contraryHints = ({ contraries }: Understood): Clause[] =>
  contraries.length > 0
    ? [scored(lift.affirmed, { bool: { must_not: contraries.map(inPlainName) } })]
    : [];

/**
 * Next to a medicine a number is a strength before it is a pack size: `carprofen 100`. For `50 mg`, tablets of 50 mg
 * come before solutions of 50 mg/ml. In a partial match, products for an animal of the given weight come first,
 * whatever else they lack.
 */
function figureHints(terms: readonly QueryTerm[]): Clause[] {
  const isOfMedicine = terms.some(isFirm);
  return terms.flatMap((term) => [
    ...(isQuantity(term) ? quantityHints(term, isOfMedicine) : []),
    ...((term.kind === 'measure' || term.kind === 'size') && !term.isDemanded
      ? [scored(lift.strength, termFilter(term))]
      : []),
  ]);
}
const quantityHints = (term: Quantity, isOfMedicine: boolean): Clause[] => [
  ...(term.strengths.length > 0 && (isOfMedicine || term.kind === 'strength')
    ? [false, true].map((isWhole) => scored(lift.strength, strengthClause(term.strengths, isWhole)))
    : []),
  ...(term.percents.length > 0 ? [scored(lift.percent, strengthClause(term.percents, false))] : []),
  ...(term.isWeight ? [scored(lift.weight, termFilter(term))] : []),
];

/** The hints of one term that is no detail, among all such terms. */
function thingHints(term: NamedTerm, share: number, count: number): Clause[] {
  const { typed, isKnown, facts, usual } = term;
  const meant = facts ? meantBy(facts) : null;
  // A known word without facts gets the same boost for a match in the name as other words get for a match by meaning.
  const isNamed = facts === null && isKnown && count > 1 && typed.length >= shortestTelling;
  return [
    // A tool next to its purpose is the wanted product: `agrafes peau` means skin staples, not an ointment.
    ...runStep('tools before complaints', [], () =>
      count > 1 && facts && isTool(facts)
        ? [scored(lift.tool, anyOf([factsClause(facts), nameClause(term)]))]
        : [],
    ),
    ...runStep('known words in names first', [], () =>
      isNamed ? [scored(share, nameClause(term))] : [],
    ),
    ...runStep('meaning before mentions', [], () =>
      meant ? [scored(share, factsClause(meant))] : [],
    ),
    ...runStep('all kinds of facts first', [], () => (meant ? eachKind(meant) : [])),
    // Next to other terms, the usual facts of a term weigh less than those terms.
    ...runStep('usual facts first', [], () =>
      usual ? [scored(lift.usual / count, factsClause(usual))] : [],
    ),
  ];
}

/** Ranks products that match by meaning before products that only have a word of the search text in their name. */
export function meaningHints(understood: Understood): Clause[] {
  const { terms } = understood;
  const things = thingsOf(terms);
  const [only] = things;
  const share = things.length === 1 && only?.isExact ? lift.whole : lift.part / things.length;
  return [
    ...runStep('single substances first', [], () => aloneHints(understood)),
    ...runStep('negated things last', [], () => unwantedHints(understood)),
    ...runStep('names that lack a thing last', [], () => contraryHints(understood)),
    ...runStep('last part of compounds first', [], () => things.flatMap(headHint)),
    ...things.flatMap((term) => thingHints(term, share, things.length)),
    ...runStep('strengths and weights first', [], () => figureHints(terms)),
  ];
}
