/** What terms mean beside one another: what is wanted, and what only says for whom, for what or when. */
import { plain } from '../words/folding';
import { tailsOf, type Reader } from './group-term';
import { isTool, plainTerm, type QueryTerm } from './query-term';

const isCompany = ({ kind }: QueryTerm): boolean =>
  kind === 'word' || kind === 'thing' || kind === 'substance' || kind === 'form';

/** A word that only ranks, as `oude`, leaves it to others to say what is wanted. */
const speaksForItself = (term: QueryTerm): boolean =>
  !term.isMention && term.isKnown && term.isDemanded && isCompany(term);

/** A word that stands in groups of words only says nothing beside a word that speaks for itself. */
export const mentionsAlone = (terms: readonly QueryTerm[]): QueryTerm[] =>
  terms.map((term) =>
    term.isMention && terms.some(speaksForItself) ? plainTerm(term.typed) : term,
  );

const isForm = ({ kind }: QueryTerm): boolean => kind === 'form';
const formsOf = ({ facts, parts }: QueryTerm): readonly string[] => [
  ...(facts?.forms ?? []),
  ...parts.flatMap(formsOf),
];

/**
 * Beside a complaint that has forms of its own a form is one of them: `drops` of `ear infection drops`. Dutch has the part
 * of the body in the same word: beside another one `zalf` is `oogzalf`, too.
 */
export function formsInCompany(terms: readonly QueryTerm[], reader: Reader): QueryTerm[] {
  const things = terms.filter(({ kind }) => kind === 'thing');
  const theirs = [...new Set(things.flatMap(formsOf))];
  return terms.map((term) => {
    if (!isForm(term) || things.length === 0) return term;
    const forms = theirs.filter((label) => plain(label).endsWith(term.typed));
    return forms.length > 0
      ? { ...term, facts: { forms }, usual: null }
      : { ...term, tails: tailsOf(term.typed, reader) };
  });
}

/** A tool with nothing but sizes beside it is the article, and no medicine that is sold in one: `seringue 3 ml`. */
export function articlesOf(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const [tool, ...others] = terms.filter(({ kind }) => kind !== 'measure');
  return tool?.facts && isTool(tool.facts) && others.length === 0 && terms.length > 1
    ? terms.map((term) => (term === tool ? { ...term, isArticle: true } : term))
    : terms;
}

/** How a medicine is given is no other thing beside it: `dex injection`. */
const isGiven = ({ facts }: QueryTerm): boolean => facts?.forms !== undefined;

/** Some words mean their concept only alone: in company they are taken as they stand, and demanded if the index has them. */
export function aloneInCompany(
  terms: readonly QueryTerm[],
  { lexicon, vocabulary }: Reader,
): QueryTerm[] {
  return terms.map((term) => {
    const words = term.typed.split(' ');
    if (!term.facts || !lexicon.isAlone(words)) return term;
    const others = terms.filter(
      (other) =>
        other !== term &&
        isCompany(other) &&
        other.isDemanded &&
        !(term.kind === 'substance' && isGiven(other)),
    );
    if (others.length === 0) return term;
    const isDemanded = vocabulary === null || words.every((word) => vocabulary.knows(word));
    // The concept still helps to rank, and meets the term; it never brings in what the other words do not.
    return { ...term, isDemanded: isDemanded && term.isDemanded };
  });
}

/** The words before the one that says what for; none where nothing stands on one of its sides. */
export function headWords(all: readonly string[], { lexicon }: Reader): ReadonlySet<string> {
  const isTelling = (word: string): boolean => !lexicon.isIdle(word);
  const at = all.findIndex((word) => lexicon.isPurpose(word));
  const before = all.slice(0, Math.max(0, at)).filter(isTelling);
  return new Set(all.slice(at + 1).some(isTelling) ? before : []);
}

/** The words after the one that says when: `castratie` of `pijn na castratie`; none where nothing stands before it. */
export function wordsOfWhen(all: readonly string[], { lexicon }: Reader): ReadonlySet<string> {
  const at = all.findIndex((word) => lexicon.isCircumstance(word));
  const before = all.slice(0, Math.max(0, at));
  return new Set(before.some((word) => !lexicon.isIdle(word)) ? all.slice(at + 1) : []);
}

/** What happened before, or comes next, is not what is wanted; a medicine that is named is never left out. */
export function withoutWhen(
  terms: readonly QueryTerm[],
  when: ReadonlySet<string>,
): readonly QueryTerm[] {
  const isWhen = ({ typed, kind }: QueryTerm): boolean =>
    (kind === 'thing' || kind === 'word' || kind === 'form') &&
    typed.split(' ').every((word) => when.has(word));
  const isWanted = (term: QueryTerm): boolean =>
    term.facts !== null && speaksForItself(term) && !isWhen(term);
  if (!terms.some(isWanted)) return terms;
  return terms.map((term) => (isWhen(term) ? { ...term, isDemanded: false } : term));
}

export const withHeads = (terms: readonly QueryTerm[], heads: ReadonlySet<string>): QueryTerm[] =>
  terms.map((term) =>
    term.typed.split(' ').every((word) => heads.has(word)) ? { ...term, isHead: true } : term,
  );
