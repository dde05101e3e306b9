/**
 * Decides how the terms of a search text affect each other: which term is the wanted product, and which only name its
 * animal, purpose or circumstance.
 */
import { plain } from '../words/folding';
import { tailsOf, type Reader } from './group-term';
import { isTool, plainTerm, type QueryTerm } from './query-term';

const isCompany = ({ kind }: QueryTerm): boolean =>
  kind === 'word' || kind === 'thing' || kind === 'substance' || kind === 'form';

/** True if the term names a wanted product by itself. False for terms that only rank products, such as `oude`. */
const speaksForItself = (term: QueryTerm): boolean =>
  !term.isMention && term.isKnown && term.isDemanded && isCompany(term);

/** Treats a word that is known only from groups as plain text, if another term names the wanted product. */
export const readGroupWordsAsText = (terms: readonly QueryTerm[]): QueryTerm[] =>
  terms.map((term) =>
    term.isMention && terms.some(speaksForItself) ? plainTerm(term.typed) : term,
  );

const isForm = ({ kind }: QueryTerm): boolean => kind === 'form';
const formsOf = ({ facts, parts }: QueryTerm): readonly string[] => [
  ...(facts?.forms ?? []),
  ...parts.flatMap(formsOf),
];

/**
 * Next to a complaint that has its own forms, a dosage form means one of them: `drops` of `ear infection drops`. Dutch
 * writes the body part and the form as one word: next to another complaint, `zalf` also matches `oogzalf`.
 */
export function narrowForms(terms: readonly QueryTerm[], reader: Reader): QueryTerm[] {
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

/** A tool with only sizes next to it means the article, not a medicine that is sold in one: `seringue 3 ml`. */
export function readToolsAsArticles(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const [tool, ...others] = terms.filter(({ kind }) => kind !== 'measure');
  return tool?.facts && isTool(tool.facts) && others.length === 0 && terms.length > 1
    ? terms.map((term) => (term === tool ? { ...term, isArticle: true } : term))
    : terms;
}

/** True for a dosage form. Next to a medicine it is not a second product: `dex injection`. */
const isGiven = ({ facts }: QueryTerm): boolean => facts?.forms !== undefined;

/**
 * Some words mean their concept only if no other product is named next to them. Otherwise they match as typed, and are
 * required if the index contains them.
 */
export function matchWordsAsTyped(
  terms: readonly QueryTerm[],
  { lexicon, vocabulary }: Reader,
): QueryTerm[] {
  return terms.map((term) => {
    const words = term.typed.split(' ');
    if (!term.facts || !lexicon.isWholeQueryOnly(words)) return term;
    const others = terms.filter(
      (other) =>
        other !== term &&
        isCompany(other) &&
        other.isDemanded &&
        !(term.kind === 'substance' && isGiven(other)),
    );
    if (others.length === 0) return term;
    const isDemanded = vocabulary === null || words.every((word) => vocabulary.knows(word));
    // The term keeps its concept for ranking, even if it is not required. The concept adds no products that fail the
    // other words.
    return { ...term, isDemanded: isDemanded && term.isDemanded };
  });
}

/** The words before a purpose word such as `voor`. Empty if there is nothing before or after it. */
export function headWords(all: readonly string[], { lexicon }: Reader): ReadonlySet<string> {
  const isTelling = (word: string): boolean => !lexicon.isStopWord(word);
  const at = all.findIndex((word) => lexicon.isPurpose(word));
  const before = all.slice(0, Math.max(0, at)).filter(isTelling);
  return new Set(all.slice(at + 1).some(isTelling) ? before : []);
}

/** The words after a circumstance word: `castratie` of `pijn na castratie`. Empty if there is nothing before it. */
export function circumstanceWords(
  all: readonly string[],
  { lexicon }: Reader,
): ReadonlySet<string> {
  const at = all.findIndex((word) => lexicon.isCircumstance(word));
  const before = all.slice(0, Math.max(0, at));
  return new Set(before.some((word) => !lexicon.isStopWord(word)) ? all.slice(at + 1) : []);
}

/** An earlier or later event is not the wanted product, so it only ranks. A named medicine always stays required. */
export function demoteCircumstances(
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
