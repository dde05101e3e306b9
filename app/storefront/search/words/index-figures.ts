/**
 * Numbers in product names that people write differently in searches: weight ranges, percentages (the index stores the
 * number without the sign), and the sides of a thing. Each number is returned with the words around it in the product
 * name.
 */
export interface IndexFigures {
  /** Phrases in product names with a weight range in kilograms that includes the whole given range. */
  ranges(from: number, to: number): readonly string[];
  percentages(value: number): readonly string[];
  /** Phrases in product names with a size of which one side has this length. */
  sides(value: number, unit: string): readonly string[];
}

const below = 'jusqu.a|tot|up to|moins de|minder dan|less than|under|<|≤';
const above = 'plus de|a partir de|meer dan|vanaf|more than|over|from|>|≥|\\+';
/**
 * Matches a number, from its first digit only. Starting at every digit would take time quadratic in the length of the
 * number (P-92).
 */
const number = '(?<![0-9])[0-9]+(?:[.,][0-9]+)?';
const wordBefore = '(?:(?<!\\S)\\S+ )?';

/**
 * Pattern in the engine's own syntax that selects the names to request: those with such a number or a negation, in
 * lower case without accents.
 */
export const figuredNames =
  '.*(' +
  [
    '[0-9].?[–\\-].?[0-9]+([.,][0-9]+)?.?kg',
    `(${[below, above].join('|').replace(/[<>]/g, '\\$&')}).?[0-9]+([.,][0-9]+)?.?kg`,
    '[0-9].?%',
    '[0-9].?x.?[0-9]',
    // Words before a part that a variant lacks: `sans aiguille`.
    '(sans|zonder|without) ',
  ].join('|') +
  ').*';

const between = new RegExp(`(${number})\\s?[–-]\\s?(${number})\\s?kg`, 'g');
const upTo = new RegExp(`${wordBefore}(?:${below})\\s?(${number})\\s?kg`, 'g');
const from = new RegExp(`${wordBefore}(?:${above})\\s?(${number})\\s?kg`, 'g');
/** A percentage with the words on both sides, because the number alone also occurs with other meanings. */
const percentage = new RegExp(
  `(?:(?<!\\S)(?:\\S+\\s){1,2})?[^\\s\\d]?(?:${number}-)?(${number})\\s?%(?:\\S*\\s\\S+)?`,
  'g',
);
const sized = new RegExp(
  `(${number})\\s?x\\s?(${number})(?:\\s?x\\s?(${number}))?\\s?([a-z]+)`,
  'g',
);

/** Maximum number of phrases for one number: more add nothing, and cost time. */
const mostPhrases = 40;

const amount = (written = ''): number => Number(written.replace(',', '.'));
const first = (phrases: Iterable<string>): string[] => [...new Set(phrases)].slice(0, mostPhrases);

interface Range {
  from: number;
  to: number;
  phrase: string;
}

function rangesIn(name: string): Range[] {
  const found = (pattern: RegExp, bounds: (match: RegExpMatchArray) => [number, number]): Range[] =>
    [...name.matchAll(pattern)].map((match) => {
      const [low, high] = bounds(match);
      return { from: low, to: high, phrase: match[0] };
    });
  return [
    ...found(between, ([, low, high]) => [amount(low), amount(high)]),
    ...found(upTo, ([, high]) => [0, amount(high)]),
    ...found(from, ([, low]) => [amount(low), Infinity]),
  ];
}

export function figuresOf(names: readonly string[]): IndexFigures {
  const ranges = new Map<string, Range>();
  const percentages: { value: number; phrase: string }[] = [];
  const sizes = new Map<string, { sides: readonly number[]; unit: string }>();
  for (const name of names) {
    for (const range of rangesIn(name)) ranges.set(range.phrase, range);
    for (const [phrase, value] of name.matchAll(percentage))
      percentages.push({ value: amount(value), phrase });
    for (const [phrase, long, wide, high, unit = ''] of name.matchAll(sized))
      sizes.set(phrase, { sides: [long, wide, ...(high ? [high] : [])].map(amount), unit });
  }
  return {
    ranges: (low, high) =>
      first(
        [...ranges.values()]
          .filter((range) => range.from <= low && high <= range.to)
          .map(({ phrase }) => phrase),
      ),
    percentages: (value) =>
      first(percentages.filter((one) => one.value === value).map(({ phrase }) => phrase)),
    sides: (value, unit) =>
      first(
        [...sizes].flatMap(([phrase, size]) =>
          size.unit === unit && size.sides.includes(value) ? [phrase] : [],
        ),
      ),
  };
}
