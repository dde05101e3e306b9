/** Decides how the terms of a search text affect each other: which one is the wanted product, and which its purpose. */
import type { Reader } from './group-term';
import { isNamed, plainTerm, type QueryTerm } from './query-term';

/** True if the term names a wanted product by itself. False for terms that only rank products, such as `oude`. */
const speaksForItself = (term: QueryTerm): boolean =>
  isNamed(term) &&
  !term.isMention &&
  term.isKnown &&
  term.isDemanded &&
  !['animal', 'size'].includes(term.kind);

/** Treats a word that is known only from groups as plain text, if another term names the wanted product. */
export const readGroupWordsAsText = (terms: readonly QueryTerm[]): readonly QueryTerm[] =>
  terms.map((term) =>
    isNamed(term) && term.isMention && terms.some(speaksForItself) ? plainTerm(term.typed) : term,
  );

/** Marks the words before a purpose word such as `voor`, if there is something before and after it. */
export function markHeads(
  terms: readonly QueryTerm[],
  all: readonly string[],
  { lexicon }: Reader,
): readonly QueryTerm[] {
  const isTelling = (word: string): boolean => !lexicon.isStopWord(word);
  const at = all.findIndex((word) => lexicon.isPurpose(word));
  const heads = new Set(all.slice(0, Math.max(0, at)).filter(isTelling));
  if (heads.size === 0 || !all.slice(at + 1).some(isTelling)) return terms;
  return terms.map((term) =>
    isNamed(term) && term.typed.split(' ').every((word) => heads.has(word))
      ? { ...term, isHead: true }
      : term,
  );
}
