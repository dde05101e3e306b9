/** Query terms from numbers, and the sizes and strengths that numbers and colours mean for the things next to them. */
import { plain, wordsOf } from '../words/folding';
import { inHundred, measureAt, type MeasureReader } from '../words/measures';
import type { Reader } from './group-term';
import { isNamed, isQuantity, plainTerm, type NamedTerm, type QueryTerm } from './query-term';

export const measuring = ({ lexicon, vocabulary }: Reader): MeasureReader => ({
  locale: lexicon.locale,
  figures: vocabulary?.figures ?? null,
});

/** Labels of the things that a term names and that are sold by size. */
const thingsIn = ({ facts, parts }: NamedTerm): string[] => [
  ...(facts?.equipment ?? []),
  ...(facts?.categories ?? []),
  ...(facts?.names ?? []),
  ...parts.flatMap(thingsIn),
];

/**
 * The spellings that may name a size: the number as product names write it, the word as typed, and its colours, even if
 * the index lacks them.
 */
function listSizeNames(term: QueryTerm, { lexicon }: Reader): string[] {
  const word = term.correctedTo ?? term.typed;
  const named = (lexicon.find([plain(word)])?.concepts ?? []).flatMap(
    ({ means }) => means.names ?? [],
  );
  return [term.written, word, ...named];
}

const unitOf = (written: string): string => written.replace(/[^\p{L}]+/gu, '');
/**
 * Replaces a colour or number next to a thing by the size that it means: `aiguille verte` is `21G`, `katheter geel`
 * `24G`. Among products of that size, those with the colour come first. If the search text also contains a size, a
 * matching colour only ranks products. A contradicting colour is left out and reported: `20G green needle`.
 */
export function sized(terms: readonly QueryTerm[], reader: Reader): readonly QueryTerm[] {
  return terms.flatMap((term) => {
    const others = terms.filter((other) => other !== term);
    const said = reader.lexicon.sizesOf(
      others.filter(isNamed).flatMap(thingsIn),
      listSizeNames(term, reader),
    );
    const sizes = [...new Set(said)];
    const measures = sizes.flatMap((size) => measureAt(wordsOf(size), 0, measuring(reader)) ?? []);
    const [first] = measures;
    if (!first) return term;
    const { typed } = term;
    const ways = measures.flatMap((measure) => measure.ways);
    const unit = unitOf(first.written);
    const isColour = isNamed(term) && term.facts !== null && term.kind !== 'size';
    const ranked = isColour ? [{ ...term, isDemanded: false }] : [];
    const typedSize = others.filter(isQuantity).find((other) => unitOf(other.written) === unit);
    if (typedSize) return ways.includes(typedSize.written) ? ranked : plainTerm(typed);
    return [{ ...first, typed, ways, correctedTo: sizes.join(' / ') }, ...ranked];
  });
}

/** A bare number next to a medicine may be a percentage, so it also matches as one: `glucosé 30`, `xylazine 2`. */
export function percentagesOf(terms: readonly QueryTerm[], reader: Reader): readonly QueryTerm[] {
  if (!terms.filter(isNamed).some(({ facts }) => facts?.substances !== undefined)) return terms;
  return terms.map((term) => {
    if (term.kind !== 'measure' || !/^\d{1,2}(?:[.,]\d+)?$/.test(term.typed)) return term;
    const percents = inHundred(term.typed, measuring(reader));
    return { ...term, ways: [...term.ways, ...percents], percents };
  });
}
