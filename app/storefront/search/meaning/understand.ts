/**
 * Parses a search text into terms: `thiamazol 5mg poes` is a substance, a strength and an animal. The word files define
 * the terms of the trade. If a search text has known and unknown words, the unknown ones are left out and reported.
 */
import { wordsOf } from '../words/folding';
import { restoreLetterM } from '../words/typing-mistakes';
import { measureAt } from '../words/measures';
import { sayingsWithout } from '../words/negation';
import { reworded } from '../words/ratios';
import { isWholeCode } from '../text/text-code';
import { animalAmong, readGroup, type Reader } from './group-term';
import { measuring, percentagesOf, sized } from './measure-term';
import { withoutNegated } from './negated';
import { cutOf, type Segment } from './segments';
import {
  isNamed,
  isQuantity,
  plainTerm,
  type NamedTerm,
  type QueryTerm,
  type Understood,
} from './query-term';
import { runStep } from './steps';
import { markHeads, readGroupWordsAsText } from './term-context';
import { wordTerm } from './word-term';

/**
 * Numbers with a unit, or with a size, inside a listed group become terms too: `seringue 5 ml` is a syringe of 5 ml.
 */
function measuresWithin(words: readonly string[], reader: Reader): QueryTerm[] {
  return words.flatMap((_word, at) => {
    const measure = measureAt(words, at, measuring(reader));
    if (!measure) return [];
    const isMeasured = /[\p{L}/]|\d[.,]\d/u.test(measure.ways[0] ?? '');
    // A bare number at the end may be a size (`lame 15`) or part of a name (`vitamine b 12`), so it excludes no product.
    const isLast = at === words.length - 1;
    return isMeasured || isLast
      ? [{ ...measure, isDemanded: isMeasured && measure.isDemanded }]
      : [];
  });
}

function queryTermsOf(segment: Segment, isByItself: boolean, reader: Reader): QueryTerm[] {
  if (segment.kind === 'measure') return [segment.measure];
  if (segment.kind === 'word') return [wordTerm(segment.word, isByItself, reader)];
  const words = segment.term.typed.split(' ');
  return words.length === 1
    ? [segment.term]
    : [segment.term, ...runStep('measures in groups', [], () => measuresWithin(words, reader))];
}

/** Moves the words of one group together, to the position of the first of them. */
function gathered(words: readonly string[], places: readonly number[]): string[] {
  const [first = 0] = places;
  const others = (from: number, to: number): string[] =>
    words.slice(from, to).filter((_word, at) => !places.includes(from + at));
  const together = places.map((place) => words[place] ?? '');
  return [...others(0, first), ...together, ...others(first, words.length)];
}

/** Maximum number of words for regrouping: each attempt parses the whole search text again. */
const longestPhrase = 10;
const mostSpread = 8;

/**
 * Cuts the search text into segments: as typed, or with the words of a group moved together if that gives a lower cost
 * (`spray chien plaie`).
 */
function segmentsOf(words: readonly string[], reader: Reader): readonly Segment[] {
  const read = new Map<string, ReturnType<typeof readGroup>>();
  const readOnce = (group: readonly string[]) => {
    const key = group.join(' ');
    const known = read.get(key);
    if (known !== undefined) return known;
    const found = readGroup(group, reader);
    read.set(key, found);
    return found;
  };
  const cut = (of: readonly string[]) => cutOf(of, readOnce, reader.vocabulary, measuring(reader));
  const straight = cut(words);
  const best = runStep('groups with words between', straight, () => {
    let least = straight;
    const spread = words.length > longestPhrase ? [] : reader.lexicon.spread(words);
    for (const places of spread.slice(0, mostSpread)) {
      if (places.every((place, at) => place === (places[0] ?? 0) + at)) continue;
      const other = cut(gathered(words, places));
      if (other.cost < least.cost) least = other;
    }
    return least;
  });
  const isFiller = (one: Segment): boolean =>
    one.kind === 'word' && reader.lexicon.isStopWordOutsideGroups(one.word);
  return runStep('words that only complete groups', best.segments, () => {
    const telling = best.segments.filter((one) => !isFiller(one));
    return telling.length > 0 ? telling : best.segments;
  });
}

/** The search text with the spelling of product names, or as typed if names spell it no differently. */
function asNamed(
  text: string,
  words: readonly string[],
  terms: readonly QueryTerm[],
  reader: Reader,
) {
  const typed = words.join(' ');
  const named = terms.reduce((all, term) => {
    if (term.kind === 'substance' || term.kind === 'animal') return all;
    const form = isQuantity(term) ? term.written : namedForm(term, reader);
    return ` ${all} `.replace(` ${term.typed} `, ` ${form} `).trim();
  }, typed);
  return named === typed || named === '' ? text : named;
}
const namedForm = ({ forms, kind, written }: NamedTerm, reader: Reader): string => {
  const named = (word: string): string => (kind === 'size' ? word : namedWord(word, reader));
  return forms[0] ?? written.split(' ').map(named).join(' ');
};

const namedWord = (word: string, { vocabulary, lexicon }: Reader): string =>
  animalAmong([word], { vocabulary, lexicon }) ? word : (vocabulary?.forms(word)[0] ?? word);

/** The result for a search text that is not interpreted: a product must contain each of these terms as typed. */
const unread = (text: string, terms: readonly string[]): Understood => ({
  inNames: text,
  departments: null,
  terms: terms.map(plainTerm),
  dropped: [],
  negated: [],
  unwanted: [],
  corrected: [],
  partners: [],
  lacking: [],
  contraries: [],
});

/** Treats the search text as a code: it is not split into words, and matches as a whole or not at all. */
const asCode = (text: string): Understood => unread(text, [text]);

/** The fallback for a search text that is too expensive to parse: each word must match as typed. */
export const asTyped = (text: string): Understood => unread(text, wordsOf(text));

/** Maximum number of words between a letter and the word to which it belongs: `vitamine a d`. */
const mostBefore = 3;

/**
 * True for a letter that belongs to the name before it, although the letter is also a word of its own: `vit d`,
 * `vitamine a`.
 */
const isNameLetter = (words: readonly string[], at: number, { lexicon }: Reader): boolean =>
  words[at]?.length === 1 &&
  Array.from({ length: Math.min(at, mostBefore) }, (_, back) =>
    words.slice(at - 1 - back, at + 1),
  ).some((group) => lexicon.findOwn(group)?.isExact === true);

/** Treats a search text that consists of stop words as one term: `le la les` is not the long-acting `LA`. */
const asOneText = (words: readonly string[]): Segment[] => {
  const text = words.join(' ');
  return [{ kind: 'word', word: text }];
};

/** Substances that are sold in combination with a requested substance, by their labels in the index. */
function partnersOf(terms: readonly QueryTerm[], { lexicon, vocabulary }: Reader): string[] {
  const asked = terms.flatMap((term) => {
    const facts = term.kind === 'substance' ? term.facts : null;
    return facts
      ? [
          ...(facts.substances ?? []),
          ...(facts.combinations ?? []).flatMap((one) => one.split(' + ')),
        ]
      : [];
  });
  if (asked.length === 0 || !vocabulary) return [];
  return lexicon.partnersOf(asked).flatMap((name) => vocabulary.label('substances', name) ?? []);
}

/** Phrases by which product names say that they lack one of these things. */
function lackingIn(terms: readonly QueryTerm[], { lexicon, vocabulary }: Reader): string[][] {
  const words = terms.flatMap((term) =>
    isNamed(term) && term.kind !== 'size' ? [...term.typed.split(' '), ...term.forms] : [],
  );
  return [...new Set(words)]
    .flatMap((word) => sayingsWithout(word, lexicon.locale))
    .filter((group) => vocabulary?.saysWithout(group));
}

const sayings = (groups: readonly (readonly string[])[]): string[] =>
  groups.map((group) => group.join(' '));

/** Phrases by which product names negate a requested word, unless the search text itself contains the phrase. */
function contrariesOf(all: readonly string[], terms: readonly QueryTerm[], reader: Reader) {
  const text = ` ${all.join(' ')} `;
  return sayings(lackingIn(terms, reader)).filter((saying) => !text.includes(` ${saying} `));
}

/** True for a term with a code. It stays required, because leaving it out would show another product. */
const hasCode = /\d{5}/;

/** True if a term names a product. A number or an animal alone matches half of the catalogue. */
const isSure = (term: QueryTerm): boolean =>
  isNamed(term) && term.isKnown && term.isDemanded && !['animal', 'size'].includes(term.kind);

/** Leaves out ages, and unknown words next to a term that names a product. */
function dropUnknown(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const isSaid = terms.some(isSure);
  const isDropped = (term: QueryTerm): boolean =>
    isQuantity(term)
      ? term.isAge
      : isSaid && !term.isKnown && term.kind === 'word' && !hasCode.test(term.typed);
  return terms.map((term) => (isDropped(term) ? { ...term, isDemanded: false } : term));
}

export function understand(typedText: string, reader: Reader): Understood {
  if (isWholeCode(typedText)) return asCode(typedText);
  const { lexicon, vocabulary } = reader;
  const keys = runStep('letter m of the other keyboard', { text: typedText, read: [] }, () =>
    restoreLetterM(typedText, lexicon, vocabulary),
  );
  const ratios = runStep('ratios and pack sizes', { text: keys.text, read: [] }, () =>
    reworded(keys.text, lexicon.locale),
  );
  const { text } = ratios;
  const typed = wordsOf(text).filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '%');
  const {
    kept: all,
    negated,
    unwanted,
  } = runStep('negation', { kept: typed, negated: [], unwanted: [] }, () =>
    withoutNegated(typed, reader),
  );
  const telling = runStep('stop words', all, () =>
    all.filter(
      (word, at) =>
        !lexicon.isStopWord(word) ||
        runStep('letters of names', false, () => isNameLetter(all, at, reader)),
    ),
  );
  const isSaid = telling.length > 0 || all.length < 2;
  const segments = isSaid ? segmentsOf(telling.length > 0 ? telling : all, reader) : asOneText(all);
  const apart = segments.flatMap((one) => queryTermsOf(one, segments.length === 1, reader));
  const inSizes = runStep('sizes by colour', apart, () => sized(apart, reader));
  const inPercent = runStep('bare percentages', inSizes, () => percentagesOf(inSizes, reader));
  const inContext = runStep('group words as text', inPercent, () =>
    readGroupWordsAsText(inPercent),
  );
  const read = runStep('thing before its purpose', inContext, () =>
    markHeads(inContext, all, reader),
  );
  const terms = runStep('unknown words left out', read, () => dropUnknown(read));
  const written = negated.length > 0 ? all.join(' ') : text;
  return {
    inNames: runStep('spelling of product names', written, () =>
      asNamed(written, all, read, reader),
    ),
    departments: vocabulary?.departments(telling) ?? null,
    terms,
    dropped: terms.filter((term, at) => term !== read[at]).map(({ typed: word }) => word),
    negated,
    unwanted,
    partners: partnersOf(terms, reader),
    lacking: sayings(lackingIn(unwanted, reader)),
    contraries: contrariesOf(all, terms, reader),
    corrected: [
      ...keys.read,
      ...ratios.read,
      ...terms.flatMap(({ typed: word, correctedTo }) =>
        correctedTo === null ? [] : [{ typed: word, read: correctedTo }],
      ),
    ],
  };
}
