/**
 * Figures of the names of the index that no text has as it is typed: the range of weights in which an animal lies, a
 * percentage (the index has its figure without the sign), the sides of a thing. Each is given as the words of the name
 * around it.
 */
export interface IndexFigures {
  /** Ranges of weight in kilograms that hold all of this one. */
  ranges(from: number, to: number): readonly string[];
  percentages(value: number): readonly string[];
  /** Sizes of which one side is as long. */
  sides(value: number, unit: string): readonly string[];
}

const below = 'jusqu.a|tot|up to|moins de|minder dan|less than|under|<|≤';
const above = 'plus de|a partir de|meer dan|vanaf|more than|over|from|>|≥|\\+';
/** Begins where its digits begin: tried at each of them, a long number would cost the square of its length (P-92). */
const number = '(?<![0-9])[0-9]+(?:[.,][0-9]+)?';
const wordBefore = '(?:(?<!\\S)\\S+ )?';

/** What the engine is asked for, in its own syntax: names with any of them or a negation, in small letters without accents. */
export const figuredNames =
  '.*(' +
  [
    '[0-9].?[–\\-].?[0-9]+([.,][0-9]+)?.?kg',
    `(${[below, above].join('|').replace(/[<>]/g, '\\$&')}).?[0-9]+([.,][0-9]+)?.?kg`,
    '[0-9].?%',
    '[0-9].?x.?[0-9]',
    // What is left out of a variant: `sans aiguille`.
    '(sans|zonder|without) ',
  ].join('|') +
  ').*';

const between = new RegExp(`(${number})\\s?[–-]\\s?(${number})\\s?kg`, 'g');
const upTo = new RegExp(`${wordBefore}(?:${below})\\s?(${number})\\s?kg`, 'g');
const from = new RegExp(`${wordBefore}(?:${above})\\s?(${number})\\s?kg`, 'g');
/** With the words on both sides: by itself the figure is any other of its size. */
const percentage = new RegExp(
  `(?:(?<!\\S)(?:\\S+\\s){1,2})?[^\\s\\d]?(?:${number}-)?(${number})\\s?%(?:\\S*\\s\\S+)?`,
  'g',
);
const sized = new RegExp(
  `(${number})\\s?x\\s?(${number})(?:\\s?x\\s?(${number}))?\\s?([a-z]+)`,
  'g',
);

/** More than these of one figure say no more, and cost. */
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
