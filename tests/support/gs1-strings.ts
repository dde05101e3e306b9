/**
 * Valid GS1 element strings, generated from the Syntax Dictionary with a seed, in every notation of scanners, keyboards
 * and labels.
 */
import { gtinCheckDigit } from '../../app/catalogue/products/codes/check-digit';
import { identifiers, type Identifier } from '../../app/catalogue/products/codes/gs1-identifiers';

/** Numbers from 0 to below `below`, the same for the same seed (mulberry32). */
function seededNumbers(seed: number): (below: number) => number {
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
/** Most generated lots and serial numbers use these characters; the others use any character that GS1 allows. */
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
  /** The GTIN of the label; null for a label without a product. */
  gtin: string | null;
  /** The count in field 37, next to field 01 or 02. */
  count: number | null;
}

const names = [...identifiers.keys()].filter((ai) => !['03', '8006', '8026'].includes(ai));

/**
 * Generates element strings. Nine of ten have a product; lots, dates and counts are more frequent than other fields;
 * the order is random.
 */
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

/** Joins the fields, with `sign` for each FNC1 that the GS1 General Specifications require. */
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

type Fields = ElementString['fields'];

/**
 * Separates the primary key of a Digital Link from the other fields. A label with the content of a carton (02), or with
 * neither product nor carton, gets the key of a sample carton.
 */
function withKey(fields: Fields): { key: Fields[0]; others: Fields } {
  const key =
    fields.find(([ai]) => ['01', '8006', '00'].includes(ai)) ??
    (['00', '354123450000000120'] as const);
  return { key, others: fields.filter(([ai]) => ai !== key[0]) };
}

/** A Digital Link: product or carton and `inPath` are in the path, the other fields in the query. */
const linkOf =
  (inPath: readonly string[]) =>
  (fields: Fields): string => {
    const { key, others } = withKey(fields);
    const isQualifier = ([ai]: Fields[0]): boolean => key[0] !== '00' && inPath.includes(ai);
    const path = [key, ...others.filter(isQualifier)]
      .map(([ai, value]) => `/${ai}/${escaped(value)}`)
      .join('');
    const query = others
      .filter((field) => !isQualifier(field))
      .map(([ai, value]) => `${ai}=${escaped(value)}`)
      .join('&');
    return `https://id.gs1.org${path}${query === '' ? '' : `?${query}`}`;
  };

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const binary = (value: bigint | number, width: number): string =>
  value.toString(2).padStart(width, '0');
const widthOf = (digits: number): number => Math.ceil(digits * Math.log2(10) + 0.01);
const lengthOf = (length: number, most: number): string =>
  binary(length, Math.ceil(Math.log2(most) + 0.01));
const numberBits = (digits: string): string =>
  binary(BigInt(digits || '0'), widthOf(digits.length));

/** Bits of an alphanumeric value: the number of its encoding, its length if `most` is given, then its characters. */
function textBits(text: string, most: number | null): string {
  const length = most === null ? '' : lengthOf(text.length, most);
  if (/^\d+$/.test(text)) return `000${length}${numberBits(text)}`;
  const sets: readonly (readonly [RegExp, string, number, (sign: string) => number])[] = [
    [/^[\dA-F]+$/, '010', 4, (sign) => Number.parseInt(sign, 16)],
    [/^[\da-f]+$/, '001', 4, (sign) => Number.parseInt(sign, 16)],
    [/^[-\w]+$/, '011', 6, (sign) => base64.indexOf(sign)],
    [/^/, '100', 7, (sign) => sign.charCodeAt(0)],
  ];
  const [, code, width, numberOf] = sets.find(([set]) => set.test(text)) ?? [/^/, '', 0, () => 0];
  return `${code}${length}${Array.from(text, (sign) => binary(numberOf(sign), width)).join('')}`;
}

/**
 * Bits of a field as in the GS1 Digital Link compression standard: four for each digit of the application identifier.
 */
function fieldBits([ai, value]: Fields[0]): string {
  const components = identifiers.get(ai)?.components ?? [];
  const isOpen = ({ isVariable, isOptional }: Identifier['components'][0]): boolean =>
    isVariable || isOptional;
  const digits = components.filter((one) => one.set === 'N');
  const sumOf = (some: readonly Identifier['components'][0][]): number =>
    some.reduce((sum, { most }) => sum + most, 0);
  const fixed = value.slice(0, sumOf(digits.filter((one) => !isOpen(one))));
  const [open, texts] = [digits.filter(isOpen), components.filter((one) => one.set !== 'N')];
  const rest = value.slice(fixed.length);
  const most = texts.some(isOpen) ? sumOf(texts) : null;
  return [
    ...Array.from(ai, (digit) => binary(Number(digit), 4)),
    fixed === '' ? '' : numberBits(fixed),
    open.length > 0 ? `${lengthOf(rest.length, sumOf(open))}${numberBits(rest)}` : '',
    texts.length > 0 ? textBits(rest, most) : '',
  ].join('');
}

/**
 * The compressed form of a Digital Link. With `isWhole` the primary key is compressed too; otherwise only the fields
 * after it are.
 */
const compressedOf =
  (isWhole: boolean) =>
  (fields: Fields): string => {
    const { key, others } = withKey(fields);
    const packed = isWhole ? [key, ...others] : others;
    const bits = packed.map(fieldBits).join('');
    const part = bits
      .match(/.{1,6}/g)
      ?.map((six) => base64[Number.parseInt(six.padEnd(6, '0'), 2)]);
    const path = isWhole ? [] : [key[0], escaped(key[1])];
    return ['https://id.gs1.org', ...path, part?.join('') ?? ''].join('/').replace(/\/$/, '');
  };

/** Printed notation has no escape for brackets, so values with brackets are omitted. */
const printed =
  (gap: string) =>
  (fields: ElementString['fields']): string =>
    fields
      .map(([ai, value]) => `(${ai})${gap}${value.replace(/[()]/g, '-')}${gap}`)
      .join('')
      .trim();

const behind =
  (front: string, write: (fields: Fields) => string) =>
  (fields: Fields): string =>
    `${front}${write(fields)}`;

export const notations: Readonly<Record<string, (fields: Fields) => string>> = {
  GS: joined('\x1d'),
  'GS in front too': behind('\x1d', joined('\x1d')),
  ']d2 and GS': behind(']d2', joined('\x1d')),
  ']C1 and GS': behind(']C1', joined('\x1d')),
  ']Q3 and ^': behind(']Q3', joined('^')),
  ']e0 and {GS}': behind(']e0', joined('{GS}')),
  '^ in front too': behind('^', joined('^')),
  '^]': joined('^]'),
  '~': joined('~'),
  '~ in front too': behind('~', joined('~')),
  '|': joined('|'),
  '| in front too': behind('|', joined('|')),
  '#': joined('#'),
  '# in front too': behind('#', joined('#')),
  '<GS>': joined('<GS>'),
  '<GS> in front too': behind('<GS>', joined('<GS>')),
  '{GS} in front too': behind('{GS}', joined('{GS}')),
  space: joined(' '),
  lost: joined(''),
  brackets: printed(''),
  'brackets and spaces': printed(' '),
  'Digital Link': linkOf([]),
  'Digital Link with qualifiers': linkOf(['22', '10', '21']),
  'Digital Link, compressed': compressedOf(true),
  'Digital Link, partly compressed': compressedOf(false),
};
