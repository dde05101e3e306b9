/**
 * What was understood as the query of a list (our own, beside contract/search.md 3.1): every term that is demanded must
 * be met, or, when nothing meets them all, those that may never be left out and half of the others.
 */
import { matchAll, type Clause } from '../query/clauses.server';
import { codeClause } from '../query/code-clause.server';
import { isTool, type Facts, type Understood, type QueryTerm } from './query-term';
import {
  anyOf,
  factsClause,
  forAnyAnimal,
  nameClause,
  scored,
  strengthClause,
  termClause,
  termFilter,
} from './term-clause.server';

/** Of the size of what a word scores by the ranking rules: what the whole text means stands among what it names. */
const lift = {
  whole: 2_000,
  part: 500,
  kind: 150,
  usual: 500,
  animal: 300,
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
/** Shorter words stand in too many names to say much: `anti`, `pour`. */
const shortestTelling = 5;

export interface Meaning {
  understood: Understood;
  /** The text as a code, when it looks like one: its beginning is enough. */
  code: string | null;
  /** All that is demanded, or what comes nearest. */
  every: boolean;
}

/** Never left out: another one would be shown in its stead. */
const isFirm = ({ kind }: QueryTerm): boolean => kind === 'substance';
/** Tells which of the things is meant: where there is none like that, the others are shown, and it is said. */
const isDetail = ({ kind }: QueryTerm): boolean =>
  kind === 'animal' || kind === 'strength' || kind === 'measure';

/**
 * How much of what was meant a product meets when it does not meet it all: what is wanted counts for more than what it is
 * for, and a word of the trade for more than one that only stands somewhere in the index.
 */
function weightOf({ kind, typed, facts, parts, isHead }: QueryTerm): number {
  if (kind === 'form') return 0.5;
  // How a thing looks says less than what it is: `ronde bak`.
  if (facts && meantBy(facts) === null && !typed.includes(' ')) return 0.25;
  const own = facts && isTool(facts) ? 1.2 : facts || parts.length > 0 ? 1 : 0.5;
  return own + (isHead ? 0.5 : 0);
}
const partlyMet = (term: QueryTerm): Clause => ({
  bool: {
    must: [termClause(term)],
    should: [scored(lift.met * weightOf(term), termFilter(term))],
  },
});

const matchNone: Clause = { match_none: {} };
/** Where nothing is said but what is not wanted, that comes after all the others; a medicine after other medicines. */
function rest({ unwanted }: Understood): Clause {
  if (unwanted.length === 0) return matchNone;
  const areMedicines = unwanted.every(({ facts }) => facts?.substances !== undefined);
  return areMedicines ? { exists: { field: 'active_principle_option_ids.id' } } : matchAll;
}

/** A compound as the terms it is made of: when nothing meets them together, what meets one comes nearest. */
const apart = (terms: readonly QueryTerm[]): QueryTerm[] =>
  terms.flatMap((term) => (term.parts.length > 0 ? term.parts : [term]));

/** All substances, half of the things, at least one; details only rank. */
function nearest(together: readonly QueryTerm[]): Clause {
  // Where there is no such tool, a medicine in one comes nearest.
  const terms = apart(together).map((term) => ({ ...term, isArticle: false }));
  const firm = terms.filter(isFirm);
  const details = terms.filter(isDetail);
  const things = terms.filter((term) => !isFirm(term) && !isDetail(term));
  const wanted = Math.max(firm.length > 0 ? 0 : 1, Math.floor(things.length / 2));
  const some: Clause[] =
    things.length > 0
      ? [{ bool: { should: things.map(partlyMet), minimum_should_match: wanted } }]
      : [];
  const must = [...firm.map(termClause), ...some];
  if (must.length === 0) return matchNone;
  return { bool: { must, should: details.map(termClause) } };
}

/** Animals that are named by themselves, or within a group of words. */
const animalsIn = (terms: readonly QueryTerm[]): Facts[] =>
  apart(terms).flatMap(({ kind, facts, animal }) =>
    kind === 'animal' && facts ? [facts] : animal ? [animal] : [],
  );

const isGoods = ({ facts }: QueryTerm): boolean =>
  facts?.categories !== undefined || facts?.ranges !== undefined;

/**
 * For that animal, or for none in particular: tablets for dogs whose data name worms of horses are none for a horse.
 * Where nothing but an animal is named, what is for none in particular is not meant unless its name says so. One may
 * be the meat in the food of another: `hondenvoer kip`.
 */
function forAnimals(terms: readonly QueryTerm[]): Clause[] {
  const animals = apart(terms).filter(({ kind, animal }) => kind === 'animal' || animal !== null);
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

/** Two terms or more, one of which can be left out, or one that names an animal for which there may be nothing. */
export function hasNearest({ terms }: Understood): boolean {
  const demanded = apart(terms.filter((term) => term.isDemanded));
  const things = demanded.filter((term) => !isDetail(term));
  const isMore = demanded.length > 1 || things.some(({ animal }) => animal !== null);
  return isMore && things.length > 0 && !demanded.every(isFirm);
}

export function meaningClause({ understood, code, every }: Meaning): Clause {
  const demanded = understood.terms.filter((term) => term.isDemanded);
  const wanted = demanded.length > 0 ? demanded : understood.terms;
  if (wanted.length === 0) return rest(understood);
  const helpful = understood.terms.filter((term) => !wanted.includes(term));
  const words: Clause = every
    ? { bool: { must: wanted.map(termClause), filter: forAnimals(wanted) } }
    : nearest(wanted);
  const clause: Clause =
    helpful.length > 0 ? { bool: { must: [words], should: helpful.map(termClause) } } : words;
  if (!code) return clause;
  return anyOf([clause, scored(codeBegins, codeClause(code))]);
}

/** The same documents without scores, for counts. */
export function meaningFilter(meaning: Meaning): Clause {
  const demanded = meaning.understood.terms.filter((term) => term.isDemanded);
  if (!meaning.every || demanded.length === 0) return meaningClause(meaning);
  const words: Clause = {
    bool: { filter: [...demanded.map(termFilter), ...forAnimals(demanded)] },
  };
  if (!meaning.code) return words;
  return anyOf([words, codeClause(meaning.code)]);
}

/** Names and animals are found by their own words: only what they mean beyond is lifted. */
function meantBy({ names: _names, species: _species, ...facts }: Facts): Facts | null {
  return Object.keys(facts).length > 0 ? facts : null;
}

/** Of several kinds of facts, the more a product has the nearer it is: a spray for wounds before any spray. */
function eachKind(facts: Facts): Clause[] {
  const kinds = Object.entries(facts);
  return kinds.length < 2
    ? []
    : kinds.map(([kind, labels]) => scored(lift.kind, factsClause({ [kind]: labels })));
}

/** The last part of a compound says what the thing is: `chirurgiehandschoenen` are gloves. */
function headHint({ parts }: QueryTerm): Clause[] {
  const head = parts.at(-1);
  if (!head || parts.length < 2 || isDetail(head)) return [];
  return [scored(lift.head, head.facts ? factsClause(head.facts) : nameClause(head))];
}

/** What is not wanted, by its name or as the trade means it: an animal by its name alone, as food with its meat is. */
const unwantedClause = (term: QueryTerm): Clause =>
  term.facts && term.kind !== 'animal'
    ? anyOf([nameClause(term), factsClause(term.facts)])
    : nameClause(term);

const inPlainName = (query: string): Clause => ({ match_phrase: { 'name.plain': { query } } });

/** The substances that were asked for without others, and what has nothing that is not wanted. */
const pureHints = ({ partners, unwanted, lacking, contraries }: Understood): Clause[] => [
  ...(partners.length > 0
    ? [scored(lift.alone, { bool: { must_not: [factsClause({ substances: partners })] } })]
    : []),
  ...(unwanted.length > 0
    ? [
        scored(
          lift.wanted,
          anyOf([
            { bool: { must_not: unwanted.map(unwantedClause) } },
            ...lacking.map(inPlainName),
          ]),
        ),
      ]
    : []),
  ...(contraries.length > 0
    ? [scored(lift.affirmed, { bool: { must_not: contraries.map(inPlainName) } })]
    : []),
];

const isMedicine = ({ kind }: QueryTerm): boolean => kind === 'substance';

/**
 * Beside a medicine a figure is its strength before it is how many there are: `carprofen 100`. `50 mg` is that of a tablet
 * before it is `50 mg/ml`. What comes nearest is first for an animal of that weight, whatever else it lacks.
 */
function figureHints(terms: readonly QueryTerm[]): Clause[] {
  const isOfMedicine = terms.some(isMedicine);
  return terms.flatMap((term) => [
    ...(term.strengths.length > 0 && (isOfMedicine || term.kind === 'strength')
      ? [false, true].map((isWhole) =>
          scored(lift.strength, strengthClause(term.strengths, isWhole)),
        )
      : []),
    ...(term.percents.length > 0
      ? [scored(lift.percent, strengthClause(term.percents, false))]
      : []),
    ...(term.isWeight ? [scored(lift.weight, termFilter(term))] : []),
    ...(term.kind === 'measure' && !term.isDemanded
      ? [scored(lift.strength, termFilter(term))]
      : []),
  ]);
}

/** What the things of a text mean comes before what only has a word of it in its name. */
export function meaningHints(understood: Understood): Clause[] {
  const { terms } = understood;
  const things = terms.filter((term) => !isDetail(term));
  const [only] = things;
  const share = things.length === 1 && only?.isExact ? lift.whole : lift.part / things.length;
  return [
    ...pureHints(understood),
    ...things.flatMap(headHint),
    ...things.flatMap((term) => {
      const { typed, isKnown, facts, usual } = term;
      const meant = facts ? meantBy(facts) : null;
      // A word that no file has counts by the name that it stands in, as much as a meaning does.
      const named =
        facts === null && isKnown && things.length > 1 && typed.length >= shortestTelling;
      return [
        // Beside what it is for, a tool is the thing: `agrafes peau` are staples, no ointment.
        ...(things.length > 1 && facts && isTool(facts)
          ? [scored(lift.tool, anyOf([factsClause(facts), nameClause(term)]))]
          : []),
        ...(named ? [scored(share, nameClause(term))] : []),
        ...(meant ? [scored(share, factsClause(meant)), ...eachKind(meant)] : []),
        // Beside another word what is usual says less than that word.
        ...(usual ? [scored(lift.usual / things.length, factsClause(usual))] : []),
      ];
    }),
    ...animalsIn(terms).map((facts) => scored(lift.animal, factsClause(facts))),
    ...figureHints(terms),
  ];
}
