/** A query term: one or more words of the search text, with everything in a product that matches them. */
import type { FactKind } from '../words/word-file';

/** Labels of facts as the index spells them; a combination lists its substances. */
export type Facts = Readonly<Partial<Record<FactKind, readonly string[]>>>;

/** True if equipment is the only kind of fact. */
export const isTool = ({ equipment, ...others }: Facts): boolean =>
  equipment !== undefined && Object.keys(others).length === 0;

interface BaseTerm {
  typed: string;
  /**
   * The words with the spaces of the word file, if the customer typed them as one word. For a quantity, the notation of
   * product names in this language; empty for a percentage and an age.
   */
  written: string;
  /** Other spellings of the same: `5 ml` for `5ml`, or the correction of a misspelling. */
  ways: readonly string[];
  /** The word to which the shop corrected the typed misspelling; null without a correction. */
  correctedTo: string | null;
  /** True if the index or a word file contains the term. */
  isKnown: boolean;
  /** True if products that do not match the term are excluded. */
  isDemanded: boolean;
}

/** A number with its unit: a strength of a medicine, or a volume, size, pack size or bare number. */
export interface Quantity extends BaseTerm {
  kind: 'strength' | 'measure';
  /** The notations of this strength in names of medicines; empty if the number cannot be a strength. */
  strengths: readonly string[];
  /** The notations of this percentage in names of medicines, if a bare number can be a percentage. */
  percents: readonly string[];
  /** True for the weight of an animal: a product's weight range must include it, or it is not for this animal. */
  isWeight: boolean;
  /** True for a dose per kilogram of the animal: reported and not searched. */
  isDose: boolean;
  /** True for the age of the animal: reported as left out. */
  isAge: boolean;
  /** Phrases in names that contain this number but mean something else: `2/0` is a thinner thread than `2`. */
  others: readonly string[];
}

export type NameKind =
  | 'word'
  /** A product or topic that the word files list, with facts of any kind. */
  | 'thing'
  | 'substance'
  | 'animal'
  /** Pharmaceutical form or route of administration. */
  | 'form'
  /** A size without a number: `M`, `XL`. */
  | 'size';

/** A word, or a group of words that a word file lists. */
export interface NamedTerm extends BaseTerm {
  kind: NameKind;
  /**
   * The word as the index spells it, in singular and plural; the form that most product names have comes first. Any of
   * these forms matches.
   */
  forms: readonly string[];
  /** Categories whose whole name is this term. */
  departments: readonly string[];
  /** No product name contains the term. Only such a term matches categories that contain it among other words. */
  isUnnamed: boolean;
  facts: Facts | null;
  /** The facts that people usually mean by this term; products with these facts come first. */
  usual: Facts | null;
  /** The animal that a group of words names: `chat trop gros`. */
  animal: Facts | null;
  /** Longer words of the index that end with the typed word. */
  tails: readonly string[];
  /** The parts of a compound, all of which must match: `vlooienpipet`. */
  parts: readonly NamedTerm[];
  /** True if a word file lists the term as typed, not only its singular or a similar spelling. */
  isExact: boolean;
  /** True if a word file lists the word only inside groups, and its meaning comes from these groups. */
  isMention: boolean;
  /** True for the wanted product, false for its purpose: `spray` of `spray voor wonden`. */
  isHead: boolean;
}

export type QueryTerm = Quantity | NamedTerm;

export const isQuantity = (term: QueryTerm): term is Quantity =>
  term.kind === 'strength' || term.kind === 'measure';
export const isNamed = (term: QueryTerm): term is NamedTerm => !isQuantity(term);

export const plainTerm = (typed: string): NamedTerm => ({
  typed,
  kind: 'word',
  written: typed,
  ways: [],
  forms: [],
  departments: [],
  isUnnamed: true,
  correctedTo: null,
  facts: null,
  usual: null,
  animal: null,
  tails: [],
  parts: [],
  isExact: false,
  isMention: false,
  isKnown: false,
  isDemanded: true,
  isHead: false,
});

/** True for a percentage. Names of other strengths contain the same number, so a percentage does not rank products. */
export const isPercentage = (term: QueryTerm): boolean =>
  term.kind === 'strength' && term.written === '';

export interface Understood {
  /** The search text with each noun in the grammatical number that most product names use, for ranking by name. */
  inNames: string;
  /** Categories whose whole name is the search text; null until the categories of the index have loaded. */
  departments: readonly string[] | null;
  terms: readonly QueryTerm[];
  /** Words that neither the index nor a word file contains. They are left out because other words are known. */
  dropped: readonly string[];
  /** Negated phrases as typed (`sans cortisone`); they are not searched. */
  negated: readonly string[];
  /** The negated terms that the shop knows. Products that match one of them come last. */
  unwanted: readonly NamedTerm[];
  /** Phrases by which product names say that they lack a negated thing: `sans latex`. */
  lacking: readonly string[];
  /** Phrases by which product names say that they lack a requested thing: `sans aiguille`. */
  contraries: readonly string[];
  /**
   * Substances that are sold in combination with a requested substance, and were not requested themselves. Combinations
   * come after the single substance.
   */
  partners: readonly string[];
  /** Misspelt words and ratios that the shop calculated, each with the result. */
  corrected: readonly { typed: string; read: string }[];
}
