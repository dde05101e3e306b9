/**
 * The application identifiers of the GS1 Barcode Syntax Dictionary (`gs1-syntax-dictionary.json`, Apache-2.0), compiled
 * once. To update: copy the entries of a newer release; its syntax is described in its own first lines.
 */
import { gtinCheckDigit } from './check-digit';
import dictionary from './gs1-syntax-dictionary.json';

type CharacterSet = 'N' | 'X' | 'Y' | 'Z';

interface Component {
  set: CharacterSet;
  most: number;
  isVariable: boolean;
  isOptional: boolean;
  /** Content checks as the dictionary names them: `csum`, `yymmd0`. */
  checks: readonly string[];
}

export interface Identifier {
  ai: string;
  /** The value has a predefined length, so no separator follows it. */
  isPredefined: boolean;
  components: readonly Component[];
}

/** Character set 82, 39, base64url and digits (GS1 General Specifications, section 7.11). */
const characters: Readonly<Record<CharacterSet, RegExp>> = {
  N: /\d/,
  X: /[!"%-?A-Z_a-z]/,
  Y: /[#\-/\dA-Z]/,
  Z: /[-\w=]/,
};

const membersOf = (expression: RegExp): readonly boolean[] =>
  Array.from({ length: 128 }, (_, code) => expression.test(String.fromCharCode(code)));

/** Character sets as lookup tables by character code: lists of thousands of codes are parsed with them. */
const members: Readonly<Record<CharacterSet, readonly boolean[]>> = {
  N: membersOf(characters.N),
  X: membersOf(characters.X),
  Y: membersOf(characters.Y),
  Z: membersOf(characters.Z),
};

function readComponent(text: string): Component {
  const [, open, set, dots, most, checks = ''] =
    /^(\[)?([NXYZ])(\.\.)?(\d+)\]?((?:,\w+)*)$/.exec(text) ?? [];
  return {
    set: set as CharacterSet,
    most: Number(most),
    isVariable: dots !== undefined,
    isOptional: open !== undefined,
    checks: checks.split(',').filter(Boolean),
  };
}

/** Expands an entry: `3100-3105 *? N6 req=01,02 # NET WEIGHT (kg)` means six identifiers. */
function readEntry(entry: string): Identifier[] {
  const [range = '', ...rest] = entry.replace(/ #.*/, '').split(' ');
  const [first = '', last = first] = range.split('-');
  const components = rest.filter((word) => /^\[?[NXYZ]\.{0,2}\d/.test(word)).map(readComponent);
  const isPredefined = rest[0]?.startsWith('*') === true;
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => ({
    ai: String(Number(first) + at).padStart(first.length, '0'),
    isPredefined,
    components,
  }));
}

export const identifiers: ReadonlyMap<string, Identifier> = new Map(
  dictionary.entries.flatMap(readEntry).map((one) => [one.ai, one]),
);

/** Identifier lengths by the first two digits, which determine them. */
const lengths = new Map([...identifiers.keys()].map((ai) => [ai.slice(0, 2), ai.length]));

/** Returns the identifier that starts at `at`. It is unambiguous: its first two digits determine its length. */
export const identifierAt = (text: string, at: number): Identifier | null =>
  identifiers.get(text.slice(at, at + (lengths.get(text.slice(at, at + 2)) ?? 2))) ?? null;

const isDay = (text: string, mayBeOpen: boolean): boolean => {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2)));
  const last = new Date(Date.UTC(2000 + year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day <= last && (day > 0 || mayBeOpen);
};

/** The dictionary's content checks that distinguish a real value from a random match. */
const contentChecks: Readonly<Record<string, (text: string) => boolean>> = {
  csum: (text) => Number(text.at(-1)) === gtinCheckDigit(text.slice(0, -1)),
  yymmdd: (text) => isDay(text, false),
  yymmd0: (text) => isDay(text, true),
  hhmi: (text) => /^(?:[01]\d|2[0-3])[0-5]\d$/.test(text),
  hh: (text) => /^(?:[01]\d|2[0-3])$/.test(text),
  mi: (text) => /^[0-5]\d$/.test(text),
  ss: (text) => /^[0-5]\d$/.test(text),
  yesno: (text) => /^[01]$/.test(text),
  zero: (text) => text === '0',
  pieceoftotal: (text) => {
    const [piece, total] = [Number(text.slice(0, 2)), Number(text.slice(2))];
    return piece >= 1 && piece <= total;
  },
};

const areRight = (text: string, checks: readonly string[]): boolean =>
  checks.every((check) => contentChecks[check]?.(text) !== false);

/** Returns how many characters from `at` on belong to a character set: the longest possible value there. */
export type RunLengths = (set: CharacterSet, at: number) => number;

export function measureRuns(text: string): RunLengths {
  const measured = new Map<CharacterSet, number[]>();
  return (set, at) => {
    let runs = measured.get(set);
    if (!runs) {
      runs = [];
      for (let place = text.length - 1; place >= 0; place -= 1)
        runs[place] = members[set][text.charCodeAt(place)] ? (runs[place + 1] ?? 0) + 1 : 0;
      measured.set(set, runs);
    }
    return runs[at] ?? 0;
  };
}

/** Returns every possible end of a value that begins at `at`, nearest first. */
export function valueEnds(
  { components }: Identifier,
  text: string,
  at: number,
  runs: RunLengths,
): number[] {
  const ends: number[] = [];
  let start = at;
  for (const { set, most, isVariable, isOptional, checks } of components) {
    if (isOptional) ends.push(start);
    const run = Math.min(runs(set, start), most);
    if (isVariable) {
      for (let length = 1; length <= run; length += 1) ends.push(start + length);
      return ends;
    }
    if (run < most || !areRight(text.slice(start, start + most), checks)) return ends;
    start += most;
  }
  ends.push(start);
  return ends;
}

/** True when an identifier's value has a variable length. */
export const hasOpenLength = ({ components }: Identifier): boolean =>
  components.some(({ isVariable }) => isVariable);

/** True when the text is exactly one valid value of the identifier. */
export const isValueOf = (identifier: Identifier, value: string): boolean =>
  value !== '' && valueEnds(identifier, value, 0, measureRuns(value)).includes(value.length);
