/**
 * Splits a GS1 element string into its fields, by the whole Syntax Dictionary. With all separators there is one
 * reading. Scanners and keyboards may drop separators: then all readings are evaluated together, as paths through the
 * positions of the text. The time grows linearly with its length.
 */
import { isGtin } from './check-digit';
import { identifierAt, measureRuns, valueEnds, type RunLengths } from './gs1-identifiers';

/** FNC1, as scanners send it: the ASCII group separator. */
export const separator = '\x1d';

/** Identifiers whose value begins with a product's GTIN: item, content, made to order, piece, pieces. */
const productIdentifiers = ['01', '02', '8006', '8026', '03'];

const gtinIn = (field: string): string | null => {
  const gtin = field.slice(0, 14);
  return isGtin(gtin) ? gtin : null;
};

export interface Readings {
  /** The product's GTIN when all readings agree on it, else null. */
  gtin: string | null;
  /**
   * The most likely reading: the fewest fields; fields usual in the trade and readings with an expiry date are
   * preferred.
   */
  fields: ReadonlyMap<string, string>;
  /** Fields whose value differs between readings, or that another reading lacks or adds. */
  unsure: ReadonlySet<string>;
}

interface Field {
  ai: string;
  start: number;
  value: number;
  end: number;
}

/** Maximum length of a text that may be a label: even the longest GS1 symbol of one pack holds fewer characters. */
const longest = 400;

/**
 * Returns the only possible reading of a text that contains all its separators. Returns null when a separator is
 * missing or the text is not an element string.
 */
function readExactly(text: string): ReadonlyMap<string, string> | null {
  const runs = measureRuns(text);
  const read = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const identifier = identifierAt(text, at);
    if (!identifier) return null;
    const start = at + identifier.ai.length;
    const { isPredefined } = identifier;
    const stop = text.indexOf(separator, start);
    const ends = valueEnds(identifier, text, start, runs);
    const end = isPredefined ? ends.at(-1) : stop < 0 ? text.length : stop;
    if (end === undefined || end === start || !ends.includes(end)) return null;
    if (!read.has(identifier.ai)) read.set(identifier.ai, text.slice(start, end));
    at = end;
    while (text[at] === separator) at += 1;
  }
  return read;
}

/** Finds the possible fields from each position, whether or not separators are missing, and counts the products. */
function networkOf(text: string): Network {
  const runs: RunLengths = measureRuns(text);
  const from: Field[][] = Array.from({ length: text.length }, () => []);
  /** The most product fields in a reading of the text from each position on; undefined without a reading. */
  const products: (number | undefined)[] = [];
  products[text.length] = 0;
  for (let start = text.length - 1; start >= 0; start -= 1) {
    const identifier = identifierAt(text, start);
    const value = start + (identifier?.ai.length ?? 0);
    if (text[start] === separator) products[start] = products[start + 1];
    for (const end of identifier ? valueEnds(identifier, text, value, runs) : []) {
      const rest = products[end];
      if (!identifier || end <= value || rest === undefined) continue;
      const { ai } = identifier;
      from[start]?.push({ ai, start, value, end });
      const here = rest + (ai === '01' || ai === '02' ? 1 : 0);
      products[start] = Math.max(products[start] ?? 0, here);
    }
  }
  return { text, from, products: products[0] ?? 0 };
}

/** Fields usual on packs of the trade; other fields cost a little more. */
const usual = new Set('00 01 02 10 11 15 17 21 30 37 240 710 711 712 713 714 715 716'.split(' '));
const weightOf = (ai: string): number => (ai === '17' ? -50 : usual.has(ai) ? 2 : 3);

interface Network {
  text: string;
  from: readonly (readonly Field[])[];
  /** The most fields of a product (01 or 02) that a reading has; 0 without a reading. */
  products: number;
}

const next = (
  { text, from }: Network,
  at: number,
): readonly { field: Field | null; to: number }[] => [
  ...(text[at] === separator ? [{ field: null, to: at + 1 }] : []),
  ...(from[at] ?? []).map((field) => ({ field, to: field.end })),
];

/** The likeliest reading; a field that comes twice has its first value. Null: there is none. */
function findLikeliest(network: Network): ReadonlyMap<string, string> | null {
  const { text } = network;
  const best: { weight: number; field: Field | null; to: number }[] = [];
  for (let at = text.length - 1; at >= 0; at -= 1)
    for (const { field, to } of next(network, at)) {
      const rest = to === text.length ? 0 : best[to]?.weight;
      if (rest === undefined) continue;
      const weight = rest + (field ? weightOf(field.ai) : 0);
      if (weight < (best[at]?.weight ?? Infinity)) best[at] = { weight, field, to };
    }
  if (!best[0]) return null;
  const read = new Map<string, string>();
  for (let step = best[0] as (typeof best)[number] | undefined; step; step = best[step.to]) {
    const { field } = step;
    if (field && !read.has(field.ai)) read.set(field.ai, text.slice(field.value, field.end));
  }
  return read;
}

/** Returns which positions the readings reach from the start without the fields that `isLeftOut` selects. */
function reached(network: Network, isLeftOut: (field: Field) => boolean): readonly boolean[] {
  const isReached = [true];
  for (let at = 0; at < network.text.length; at += 1)
    if (isReached[at])
      for (const { field, to } of next(network, at))
        if (!field || !isLeftOut(field)) isReached[to] = true;
  return isReached;
}

/** Returns all values of a field over all readings, and whether every reading has that field. */
function valuesOf(
  network: Network,
  fields: readonly Field[],
  ais: readonly string[],
): { values: ReadonlySet<string>; isAlways: boolean } {
  const { text } = network;
  const values = fields
    .filter(({ ai }) => ais.includes(ai))
    .map(({ value, end }) => text.slice(value, end));
  const without = reached(network, ({ ai }) => ais.includes(ai));
  return { values: new Set(values), isAlways: without[text.length] !== true };
}

/** Returns the product in the leading fields of known length. The text that follows cannot change it. */
function leadingGtin(text: string): { ai: string; gtin: string } | null {
  const runs = measureRuns(text);
  for (let at = 0; at < text.length;) {
    const identifier = identifierAt(text, at);
    const start = at + (identifier?.ai.length ?? 0);
    const [end, ...more] = identifier ? valueEnds(identifier, text, start, runs) : [];
    const gtin = gtinIn(text.slice(start));
    if (identifier && productIdentifiers.includes(identifier.ai) && end !== undefined && gtin)
      return { ai: identifier.ai, gtin };
    if (!identifier?.isPredefined || end === undefined || more.length > 0) return null;
    at = text[end] === separator ? end + 1 : end;
  }
  return null;
}

/** The fields with lot, dates and counts: of these, the parser reports which differ between readings. */
const readFields = ['10', '15', '16', '17', '7003', '30', '37'];

/** Returns null unless the whole text can be parsed. `text` has `separator` in place of each FNC1. */
export function readFieldsOf(text: string): Readings | null {
  if (text.length > longest || !/\d{14}/.test(text)) return null;
  const exact = text.includes(separator) ? readExactly(text) : null;
  if (exact) return { gtin: productOf(exact), fields: exact, unsure: new Set() };
  const network = networkOf(text);
  const fields = findLikeliest(network);
  if (!fields) return null;
  const isReached = reached(network, () => false);
  const all = network.from.flat().filter(({ start }) => isReached[start]);
  const unsure = readFields.filter((ai) => {
    const { values, isAlways } = valuesOf(network, all, [ai]);
    return values.size > 1 || (values.size === 1 && !isAlways);
  });
  return { gtin: onlyProduct(network, all), fields, unsure: new Set(unsure) };
}

export const productOf = (fields: ReadonlyMap<string, string>): string | null =>
  productIdentifiers.map((ai) => gtinIn(fields.get(ai) ?? '')).find((gtin) => gtin !== null) ??
  null;

/** For a text without separators: returns the leading product, or the only product that all readings contain. */
function onlyProduct(network: Network, all: readonly Field[]): string | null {
  const front = leadingGtin(network.text);
  if (front) return front.gtin;
  const { values, isAlways } = valuesOf(network, all, productIdentifiers);
  const gtins = new Set([...values].flatMap((value) => gtinIn(value) ?? []));
  const [gtin = null] = gtins;
  return gtins.size === 1 && isAlways ? gtin : null;
}

/** Returns the most fields of a product that a reading of the text has; 0 when the text is not an element string. */
export const mostProductsIn = (text: string): number =>
  text.length > longest ? 0 : networkOf(text).products;

/** Returns the leading GTIN of a text whose remaining fields cannot all be parsed. */
export const leadingProduct = (text: string): string | null => leadingGtin(text)?.gtin ?? null;
