/** Figures as terms, and what they and colours say of the things and medicines that they stand beside. */
import { plain, wordsOf } from '../words/folding';
import { inHundred, measureAt, type Measure, type MeasureReader } from '../words/measures';
import type { Reader } from './group-term';
import { plainTerm, type QueryTerm } from './query-term';

export function measureTerm({ isStrength, used: _used, ...measure }: Measure): QueryTerm {
  const kind = isStrength ? 'strength' : 'measure';
  // No name has a dose: other products are not left out for it.
  const isDemanded = !measure.isDose && !measure.isAge;
  return { ...plainTerm(measure.typed), ...measure, kind, isKnown: true, isDemanded };
}

export const measuring = ({ lexicon, vocabulary }: Reader): MeasureReader => ({
  locale: lexicon.locale,
  figures: vocabulary?.figures ?? null,
});

const isFigure = ({ kind }: QueryTerm): boolean => kind === 'measure' || kind === 'strength';

/** What things are called that are sold by their size. */
const thingsIn = ({ facts, parts }: QueryTerm): string[] => [
  ...(facts?.equipment ?? []),
  ...(facts?.categories ?? []),
  ...(facts?.names ?? []),
  ...parts.flatMap(thingsIn),
];

/** A figure as names write it, a word as it was typed, and the colours that it names whether the index has them or not. */
function saidBy(term: QueryTerm, { lexicon }: Reader): string[] {
  const word = term.correctedTo ?? term.typed;
  const named = (lexicon.find([plain(word)])?.concepts ?? []).flatMap(
    ({ means }) => means.names ?? [],
  );
  return [term.written, word, ...named];
}

const unitOf = (written: string): string => written.replace(/[^\p{L}]+/gu, '');
const isSameUnit = (term: QueryTerm, { written }: Measure): boolean =>
  isFigure(term) && unitOf(term.written) === unitOf(written);

/**
 * A thing with its size where a colour or another figure says it: `aiguille verte` is `21G`, `katheter geel` `24G`. Of one
 * size what has the colour comes first. Beside a size that is typed a colour only ranks; one of another size is left out,
 * and said: `20G green needle`.
 */
export function sized(terms: readonly QueryTerm[], reader: Reader): readonly QueryTerm[] {
  return terms.flatMap((term) => {
    const others = terms.filter((other) => other !== term);
    const said = reader.lexicon.sizesOf(others.flatMap(thingsIn), saidBy(term, reader));
    const sizes = [...new Set(said)];
    const measures = sizes.flatMap((size) => measureAt(wordsOf(size), 0, measuring(reader)) ?? []);
    const [first] = measures;
    if (!first) return term;
    const { typed, facts } = term;
    const ways = measures.flatMap((measure) => measure.ways);
    const ranked = facts && !isFigure(term) ? [{ ...term, isDemanded: false }] : [];
    const typedSize = others.find((other) => isSameUnit(other, first));
    if (typedSize) return ways.includes(typedSize.written) ? ranked : plainTerm(typed);
    return [
      { ...measureTerm({ ...first, typed, ways }), correctedTo: sizes.join(' / ') },
      ...ranked,
    ];
  });
}

/** A bare figure beside a medicine may be so much in a hundred: `glucosé 30`, `xylazine 2`. */
export function percentagesOf(terms: readonly QueryTerm[], reader: Reader): readonly QueryTerm[] {
  if (!terms.some(({ facts }) => facts?.substances !== undefined)) return terms;
  return terms.map((term) => {
    if (term.kind !== 'measure' || !/^\d{1,2}(?:[.,]\d+)?$/.test(term.typed)) return term;
    const percents = inHundred(term.typed, measuring(reader));
    return { ...term, ways: [...term.ways, ...percents], percents };
  });
}
