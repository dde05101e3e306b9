/** A query term: one or more words of the text, with everything that matches them. */
import type { FactKind } from '../words/word-file';

/** Labels of facts as the index spells them; a combination lists its substances. */
export type Facts = Readonly<Partial<Record<FactKind, readonly string[]>>>;

export type TermKind =
  | 'word'
  /** Facts of any kind that a word of the trade means. */
  | 'thing'
  | 'substance'
  | 'animal'
  /** Pharmaceutical form or route of administration. */
  | 'form'
  | 'strength'
  /** Volume, size, pack size or bare number. */
  | 'measure';

/** True if equipment is the only kind of fact. */
export const isTool = ({ equipment, ...others }: Facts): boolean =>
  equipment !== undefined && Object.keys(others).length === 0;

export interface QueryTerm {
  typed: string;
  kind: TermKind;
  /** Other spellings of the same: `5 ml` for `5ml`, or the correction of a misspelling. */
  ways: readonly string[];
  /**
   * The word file's spelling, if the term was typed without its spaces. For a measure, the spelling of product names in
   * this language.
   */
  written: string;
  /**
   * The word as the index spells it, in each grammatical number; the form that most names have comes first. Any form
   * matches.
   */
  forms: readonly string[];
  /** Categories whose whole name this is. */
  departments: readonly string[];
  /** No product name contains it. Only then does it match categories that contain it among other words. */
  isUnnamed: boolean;
  /** The word that a misspelling was read as. */
  correctedTo: string | null;
  /** What the name of a medicine of this strength contains; empty if the number cannot be a strength. */
  strengths: readonly string[];
  /** The same for a percentage, if a bare number can be one. */
  percents: readonly string[];
  /** A weight of an animal: a product's range must include it. */
  isWeight: boolean;
  /** A dose per kilogram of the animal: reported and not searched. */
  isDose: boolean;
  /** The age of the animal: reported as left out. */
  isAge: boolean;
  /** Phrases in names that contain this number but mean something else. */
  others: readonly string[];
  facts: Facts | null;
  /** The usual ones among these facts; they come first. */
  usual: Facts | null;
  /** The animal that a group of words names: `chat trop gros`. */
  animal: Facts | null;
  /** Longer words of the index that end with this one. */
  tails: readonly string[];
  /** The parts of a compound, all of which must match: `vlooienpipet`. */
  parts: readonly QueryTerm[];
  /** A word file lists it as typed, not only its singular or a similar spelling. */
  isExact: boolean;
  /** Read through the groups of a word file that contain it; no file lists it by itself. */
  isMention: boolean;
  /** The index or a word file contains it. */
  isKnown: boolean;
  /** Excludes products that do not match it. */
  isDemanded: boolean;
  /** The article itself, with its own size: a medicine in a 3 ml syringe does not match. */
  isArticle: boolean;
  /** The wanted product, not its purpose: `spray` of `spray voor wonden`. */
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

/** True for a percentage. Other strengths have the same number in their names, so it does not rank. */
export const isPercentage = ({ kind, written }: QueryTerm): boolean =>
  kind === 'strength' && written === '';

export interface Understood {
  /** The text with each noun in the grammatical number that most names use. Names are ranked by it. */
  inNames: string;
  /** Categories whose whole name the text is; null until the categories of the index have loaded. */
  departments: readonly string[] | null;
  terms: readonly QueryTerm[];
  /** Words that neither the index nor a word file contains, left out because others are known. */
  dropped: readonly string[];
  /** Negated phrases as typed (`sans cortisone`); they are not searched. */
  negated: readonly string[];
  /** The known negated terms. Products that match one come last. */
  unwanted: readonly QueryTerm[];
  /** Phrases in names of products that lack a negated thing: `sans latex`. */
  lacking: readonly string[];
  /** Phrases in names of products that lack a requested thing: `sans aiguille`. */
  contraries: readonly string[];
  /**
   * Substances sold in combination with a requested one, and not requested. Combinations come after the single
   * substance.
   */
  partners: readonly string[];
  /** Misspelt words and calculated ratios, each with what it was read as. */
  corrected: readonly { typed: string; read: string }[];
}
