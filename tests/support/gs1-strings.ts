/**
 * Valid GS1 element strings, made from the Syntax Dictionary by a seeded generator, in each notation in which scanners,
 * keyboards and labels give them.
 */
import { gtinCheckDigit } from '../../app/features/catalogue/codes/check-digit';
import { identifiers, type Identifier } from '../../app/features/catalogue/codes/gs1-identifiers';

/** Numbers from 0 up to `below`, the same ones for the same seed (mulberry32). */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Random = (below: number) => number;

const sets = {
  N: '0123456789',
  X: '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
  Y: '-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  Z: '-0123456789=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
};
/** Most lots and serial numbers are made of these; the others have any character. */
const plain = '0123456789ABCDEFGHJKLMNPRSTUVXYZ';

const two = (number: number): string => String(number).padStart(2, '0');
const pick = <One>(random: Random, from: ArrayLike<One>): One => from[random(from.length)] as One;
const textOf = (random: Random, from: string, length: number): string =>
  Array.from({ length }, () => pick(random, from)).join('');

function componentOf(
  random: Random,
  { set, most, isVariable, checks }: Identifier['components'][0],
) {
  const date = `${two(20 + random(30))}${two(1 + random(12))}${two(1 + random(28))}`;
  const [check = ''] = checks;
  const known: Readonly<Record<string, string>> = {
    yymmd0: date,
    yymmdd: date,
    yyyymmdd: `20${date}`,
    hhmi: `${two(random(24))}${two(random(60))}`,
    hh: two(random(24)),
    mi: two(random(60)),
    ss: two(random(60)),
    yesno: String(random(2)),
    zero: '0',
    pieceoftotal: '0102',
    hyphen: '-',
  };
  if (known[check] !== undefined) return known[check];
  const body = random(4) > 0 && set === 'X' ? plain : sets[set];
  const text = textOf(random, body, isVariable ? 1 + random(Math.min(most, 20)) : most);
  return check === 'csum' ? `${text.slice(0, -1)}${gtinCheckDigit(text.slice(0, -1))}` : text;
}

const valueOf = (random: Random, { components }: Identifier): string =>
  components
    .filter(({ isOptional }, at) => at === 0 || !isOptional || random(2) === 0)
    .map((component) => componentOf(random, component))
    .join('');

export interface ElementString {
  fields: readonly (readonly [ai: string, value: string])[];
  /** Null: a label of no product. */
  gtin: string | null;
  /** Of 37, beside 01 or 02. */
  count: number | null;
}

const names = [...identifiers.keys()].filter((ai) => !['03', '8006', '8026'].includes(ai));

/** Products in nine of ten; lots, dates and counts oftener than any other field; in any order. */
export function elementStrings(seed: number, length: number): ElementString[] {
  const random = seededNumbers(seed);
  return Array.from({ length }, () => {
    const key = pick(random, ['01', '01', '01', '01', '02', '02', '8006', '8026', '03', '00']);
    const ais = new Set([key]);
    for (const ai of ['10', '17', '30', '37', '21', '15']) if (random(3) === 0) ais.add(ai);
    for (let more = random(4); more > 0; more -= 1) ais.add(pick(random, names));
    if (!['01', '02'].includes(key)) ['01', '02'].forEach((ai) => ais.delete(ai));
    else ais.delete(key === '01' ? '02' : '01');
    const fields = [...ais].flatMap((ai): [string, string][] => {
      const identifier = identifiers.get(ai);
      return identifier ? [[ai, valueOf(random, identifier)]] : [];
    });
    for (let at = fields.length - 1; at > 0; at -= 1) {
      const other = random(at + 1);
      const [one, two] = [fields[at], fields[other]];
      if (one && two) [fields[at], fields[other]] = [two, one];
    }
    const value = new Map(fields);
    return {
      fields,
      gtin: key === '00' ? null : (value.get(key) ?? '').slice(0, 14),
      count: ['01', '02'].includes(key) ? Number(value.get('37')) || null : null,
    };
  });
}

/** Fields one behind the other, with `sign` for each FNC1 that the standard asks for. */
const joined =
  (sign: string) =>
  (fields: ElementString['fields']): string =>
    fields
      .map(([ai, value], at) =>
        at < fields.length - 1 && !identifiers.get(ai)?.isPredefined
          ? `${ai}${value}${sign}`
          : `${ai}${value}`,
      )
      .join('');

const escaped = (value: string): string => encodeURIComponent(value);

/** A Digital Link: the product in the path, all else in the query. */
function linkOf(fields: ElementString['fields']): string {
  const [[key, value] = ['', '']] = fields.filter(([ai]) => ['01', '8006', '00'].includes(ai));
  const query = fields
    .filter(([ai]) => ai !== key)
    .map(([ai, text]) => `${ai}=${escaped(text)}`)
    .join('&');
  return key === ''
    ? joined('\x1d')(fields)
    : `https://id.gs1.org/${key}/${value}${query === '' ? '' : `?${query}`}`;
}

/** Brackets in a value have no notation of their own in print: such values are left out of it. */
const printed =
  (gap: string) =>
  (fields: ElementString['fields']): string =>
    fields
      .map(([ai, value]) => `(${ai})${gap}${value.replace(/[()]/g, '-')}${gap}`)
      .join('')
      .trim();

export const notations: Readonly<Record<string, (fields: ElementString['fields']) => string>> = {
  GS: joined('\x1d'),
  ']d2 and GS': (fields) => `]d2${joined('\x1d')(fields)}`,
  '^ in front too': (fields) => `^${joined('^')(fields)}`,
  '~': joined('~'),
  '|': joined('|'),
  '#': joined('#'),
  '<GS>': joined('<GS>'),
  space: joined(' '),
  lost: joined(''),
  brackets: printed(''),
  'brackets and spaces': printed(' '),
  'Digital Link': linkOf,
};
