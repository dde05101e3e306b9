/** A term is a word or a group of words of what was typed, with whatever meets it. */
import type { FactKind } from '../words/word-file';

/** Labels of facts as the index has them; a combination is the list of its substances. */
export type Facts = Readonly<Partial<Record<FactKind, readonly string[]>>>;

export type TermKind =
  | 'word'
  /** Facts of any kind, by a word of the trade. */
  | 'thing'
  | 'substance'
  | 'animal'
  /** Pharmaceutical form or way of giving. */
  | 'form'
  | 'strength'
  /** Volume, size, pack, a bare figure. */
  | 'measure';

/** Equipment and nothing else. */
export const isTool = ({ equipment, ...others }: Facts): boolean =>
  equipment !== undefined && Object.keys(others).length === 0;

export interface QueryTerm {
  typed: string;
  kind: TermKind;
  /** Other ways of writing the same: `5 ml` for `5ml`, the right spelling of a wrong one. */
  ways: readonly string[];
  /** As a word file writes it, where it was typed without its spaces; a measure as names of the language write it. */
  written: string;
  /** The word as the index writes it, in each number; the one of most names first. Any of them meets the term. */
  forms: readonly string[];
  /** Categories that it is the whole name of. */
  departments: readonly string[];
  /** No product's name has it: only then do categories that have it among other words meet it. */
  isUnnamed: boolean;
  /** What a word with a wrong letter was read as. */
  correctedTo: string | null;
  /** What a medicine of this strength has in its name, where the figure can be one. */
  strengths: readonly string[];
  /** The same for so much in a hundred, where a bare figure can be that. */
  percents: readonly string[];
  /** A weight in which the animal must lie. */
  isWeight: boolean;
  /** So much for each kilogram of the animal: said, and not searched. */
  isDose: boolean;
  /** How old the animal is: said to be left out. */
  isAge: boolean;
  /** What a name may have that only holds the figure. */
  others: readonly string[];
  facts: Facts | null;
  /** The usual ones of these facts. */
  usual: Facts | null;
  /** The animal that is named within a group of words: `chat trop gros`. It only ranks. */
  animal: Facts | null;
  /** Longer words of the index of which this is the last part. */
  tails: readonly string[];
  /** A compound read as terms that must all be met: `vlooienpipet`. */
  parts: readonly QueryTerm[];
  /** As it stands in a word file, not by its singular or a spelling like it. */
  isExact: boolean;
  /** Read by groups of words of a word file in which it stands; no file has it by itself. */
  isMention: boolean;
  /** The index or a word file has it. */
  isKnown: boolean;
  /** Shuts out what does not meet it. */
  isDemanded: boolean;
  /** Goods with no figure but their own: a medicine in a syringe is none of 3 ml. */
  isArticle: boolean;
  /** What is wanted, and not what it is for: `spray` of `spray voor wonden`. */
  isHead: boolean;
}

export const plainTerm = (typed: string): QueryTerm => ({
  typed,
  kind: 'word',
  written: typed,
  ways: [],
  forms: [],
  departments: [],
  isUnnamed: true,
  correctedTo: null,
  strengths: [],
  percents: [],
  isWeight: false,
  isDose: false,
  isAge: false,
  others: [],
  facts: null,
  usual: null,
  animal: null,
  tails: [],
  parts: [],
  isExact: false,
  isMention: false,
  isKnown: false,
  isDemanded: true,
  isArticle: false,
  isHead: false,
});

/** So much in a hundred: names have the figure of other strengths, so none is ranked by it. */
export const isPercentage = ({ kind, written }: QueryTerm): boolean =>
  kind === 'strength' && written === '';

export interface Understood {
  /** The text with its words in the number in which most names have them: what names are ranked by. */
  inNames: string;
  /** Categories that the whole text is the name of; null while the index has not said its categories. */
  departments: readonly string[] | null;
  terms: readonly QueryTerm[];
  /** Words that neither the index nor a word file has, left out beside others that are known. */
  dropped: readonly string[];
  /** What was said not to be wanted (`sans cortisone`), left out. */
  negated: readonly string[];
  /** The same as terms, where they are known: what meets one comes after what does not. */
  unwanted: readonly QueryTerm[];
  /** What names say of products that lack what is not wanted: `sans latex`. */
  lacking: readonly string[];
  /** What names say of products that lack what was asked for: `sans aiguille`. */
  contraries: readonly string[];
  /** Substances that are sold together with one that was asked for, and were not: combinations come after it alone. */
  partners: readonly string[];
  /** A word with a wrong letter, or a ratio that was worked out, and what it was read as. */
  corrected: readonly { typed: string; read: string }[];
}
