/**
 * Numbers with their units, in every notation that a catalogue may use: `5ml`, `5 ml`, `5cc`. `2,5 %` is also `25
 * mg/ml`, an animal of 12 kg matches `10–25 kg`, and `0,8 x 40` is a needle `21G, 40 mm`.
 */
import type { Locale } from '~/base/i18n/locales';
import type { Quantity } from '../meaning/query-term';
import { figure, signsOf, valueOf, writtenIn } from './figures';
import type { IndexFigures } from './index-figures';

/** A quantity with the number of words that it consists of. */
export interface Measure extends Quantity {
  used: number;
}

/** The context for parsing measures: the number notation of the language, and the numbers in the index. */
export interface MeasureReader {
  locale: Locale;
  figures: IndexFigures | null;
}

const joined = new RegExp(`^(${figure})([a-zµμ]+)$`);
const before = /^(g|ga|gauge|u|ch|fr)$/;
const joinedBefore = new RegExp(`^(g|ga|u|ch|fr)(${figure})$`);
const sides = new RegExp(`^(${figure})x(${figure})(?:x(${figure}))?([a-z]+)?$`);
const alone = new RegExp(`^${figure}$`);
const thread = /^\d{1,2}\/0$/;

/** Units: the spellings that people use in searches, then those of catalogues. */
const units: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['mg|milligram|milligramme|milligrammes|milligrams|mgr', 'mg'],
    ['g|gr|gram|gramme|grammes|grams|gauge|ga', 'g'],
    ['kg|kilo|kilos|kilogram|kilogramme|kilogrammes|kilograms|kgs', 'kg'],
    ['mcg|ug|µg|μg|microgram|microgramme|microgrammes|micrograms', 'µg|mcg|ug|microgram'],
    ['ml|cc|millilitre|millilitres|milliliter|milliliters|mls', 'ml'],
    ['cl|centilitre|centilitres|centiliter', 'cl'],
    ['l|litre|litres|liter|liters', 'l|litre|liter|litres'],
    ['cm|centimetre|centimetres|centimeter|centimeters', 'cm'],
    ['mm|millimetre|millimetres|millimeter|millimeters', 'mm'],
    ['m|metre|meter|metres', 'm'],
    ['ui|ie|iu|i.e|u|unit|units|unite|unites|eenheid|eenheden', 'ui|ie|iu'],
    ['ch|fr|charriere|french', 'ch|fr'],
    ['mmol', 'mmol'],
  ].flatMap(([typed = '', written = '']) =>
    typed.split('|').map((unit): [string, string[]] => [unit, written.split('|')]),
  ),
);
const doses: ReadonlySet<string> = new Set(['mg', 'µg', 'ui', 'mmol']);
const strengthUnits = ['mg', 'µg', 'ui', 'ie', 'iu'];
const isOver = (word: string): boolean => /^(?:ml|g|kg|l|h)$/.test(word);
/** True if the unit is a denominator, as in `mg/ml`, or `ml/kg` of a dose. */
const isPer = (unit: string, after: string): boolean => {
  const name = units.get(unit)?.[0] ?? '';
  return doses.has(name) ? isOver(after) : name === 'ml' && after === 'kg';
};

/** Relative sizes of units of one kind: 1000 ml in a search may be sold as 1 l. */
const scales: readonly Readonly<Record<string, number>>[] = [
  { µg: 0.000_001, mg: 0.001, g: 1, kg: 1000 },
  { ml: 0.001, cl: 0.01, l: 1 },
  { mm: 0.001, cm: 0.01, m: 1 },
];
/** True for numbers as they occur in product names. */
const isUsual = (value: number): boolean =>
  value >= 0.1 && value < 5000 && Number.isInteger(Math.round(value * 1e6) / 1e4);

function inOtherUnits(value: number, unit: string, locale: Locale): string[] {
  const scale = scales.find((one) => one[unit] !== undefined) ?? {};
  return Object.entries(scale).flatMap(([other, size]) => {
    const same = Math.round(((value * (scale[unit] ?? 1)) / size) * 1e6) / 1e6;
    return other !== unit && isUsual(same) ? [`${writtenIn(same, locale)} ${other}`] : [];
  });
}

/** Gauges of needles by their outer width in millimetres (ISO 6009). */
const gauges: ReadonlyMap<number, number> = new Map([
  ...([
    [0.3, 30],
    [0.33, 29],
    [0.36, 28],
    [0.4, 27],
    [0.45, 26],
    [0.5, 25],
    [0.55, 24],
  ] as const),
  ...([
    [0.6, 23],
    [0.7, 22],
    [0.8, 21],
    [0.9, 20],
    [1, 19],
    [1.1, 19],
    [1.2, 18],
  ] as const),
  ...([
    [1.4, 17],
    [1.5, 17],
    [1.6, 16],
    [1.8, 15],
    [2, 14],
    [2.1, 14],
  ] as const),
]);
const isGauge = (value: number): boolean => Number.isInteger(value) && value >= 12 && value <= 34;

/**
 * The two parts of a combination, as names write them. Customers ask for it by the sum: 250 mg of amoxicillin and
 * clavulanic acid are `200 + 50 mg`.
 */
function sums(amount: number): string[] {
  const parts = [
    [0.8, 0.2],
    [5 / 6, 1 / 6],
    [0.5, 0.5],
  ].map((shares) => shares.map((share) => Math.round(share * amount * 100) / 100));
  return parts
    .filter(([left = 0, right = 0]) => amount >= 20 && left + right === amount)
    .map(([left, right]) => `${left} + ${right} mg`);
}

const plainMeasure = {
  kind: 'measure', strengths: [], percents: [], isWeight: false, isDose: false, isAge: false,
  others: [], correctedTo: null, isKnown: true, isDemanded: true, used: 1,
} satisfies Partial<Measure>;

interface Counted {
  typed: string;
  value: number;
  unit: string;
  /** The unit of the denominator: `ml` of `mg/ml`; null without one. */
  over: string | null;
  used: number;
}

/** The name of international units in this language. */
const unitIn = (names: readonly string[], locale: Locale): string =>
  names.includes('ui') ? { fr: 'ui', nl: 'ie', en: 'iu' }[locale] : (names[0] ?? '');

function counted({ typed, value, unit, over, used }: Counted, reader: MeasureReader): Measure {
  const { locale, figures } = reader;
  const names = units.get(unit) ?? [unit];
  const [name = unit] = names;
  const per = over ? `/${over}` : '';
  const own = writtenIn(value, locale);
  const written = `${own} ${unitIn(names, locale)}${per}`;
  const isWeight = name === 'kg' && !over;
  const isDose = over === 'kg' && (doses.has(name) || name === 'ml');
  const ways = [
    written,
    ...signsOf(value, locale).flatMap((sign) => names.map((one) => `${sign} ${one}${per}`)),
    ...(over ? [] : names.map((one) => `${own}${one}`)),
    ...(over ? [] : inOtherUnits(value, name, locale)),
    ...(name === 'mg' && !over ? sums(value) : []),
    ...(name === 'ui' ? insulinUnits(value) : []),
    ...(name === 'ch' ? [`ch ${own}`, `fr ${own}`] : []),
    ...(isWeight ? (figures?.ranges(value, value) ?? []) : []),
    ...(over ? [] : (figures?.sides(value, name) ?? [])),
  ];
  return {
    ...plainMeasure, typed, written, ways: [...new Set(ways)], isWeight, used,
    // No product name contains a dose or an age, so neither excludes a product.
    isDose, isDemanded: !isDose,
    kind: doses.has(name) || over !== null ? 'strength' : 'measure',
    strengths: doses.has(name) && !over ? names.map((one) => `${own} ${one}`) : [],
  };
}

const thinnest = 12;
/** Other thread sizes whose notation contains this number: `5/0` contains `0`, and `2/0` contains `2`. */
const thinner = (value: number): string[] => {
  if (!Number.isInteger(value) || value > thinnest) return [];
  return value === 0
    ? Array.from({ length: thinnest - 1 }, (_, at) => `${at + 2}/0`)
    : [`${value}/0`];
};

const packs: Readonly<Record<Locale, RegExp>> = {
  fr: /^(?:boites?|bte|paquet|pack|conditionnement)$/,
  nl: /^(?:doos|doosje|pak|pakje|pack|verpakking)$/,
  en: /^(?:box|pack|packet)$/,
};
const packOf: Readonly<Record<Locale, string>> = { fr: 'boite de', nl: 'doos van', en: 'box of' };

/** Parses a pack size: `boîte de 100` is a number of pieces, not a request for a box. */
function packAt(word: string, next: string, { locale }: MeasureReader): Measure | null {
  if (!packs[locale].test(word) || !/^\d{1,4}$/.test(next)) return null;
  const ways = [`${packOf[locale]} ${next}`, next];
  return { ...plainMeasure, typed: `${word} ${next}`, written: `${word} ${next}`, ways, used: 2 };
}

/** Notations of insulin strengths: insulin and its syringes are sold by the units in one millilitre. */
const insulinUnits = (value: number): string[] => [`u ${value}`, `u${value}`];

/** The notations of a percentage in product names. */
export function inHundred(typed: string, { locale, figures }: MeasureReader): string[] {
  const value = valueOf(typed, locale);
  if (value === null) return [];
  const perUnit = Math.round(value * 10 * 1000) / 1000;
  return [
    ...signsOf(perUnit, locale).flatMap((one) => [`${one} mg/ml`, `${one} mg/g`, `${one} g/l`]),
    ...(figures?.percentages(value) ?? []),
  ];
}

/** Parses a percentage. Its number without a sign never matches, because that is another strength. */
function percentage(bare: string, reader: MeasureReader): Measure {
  const ways = inHundred(bare, reader);
  const typed = `${bare} %`;
  return { ...plainMeasure, typed, written: '', ways, kind: 'strength', used: 2 };
}

/** `10x10 cm`; a needle is also sized by its gauge and length. */
function readSize(match: RegExpExecArray, next: string, locale: Locale): Measure | null {
  const [typed = '', ...written] = match;
  const values = written.slice(0, 3).flatMap((one) => (one ? [valueOf(one, locale) ?? NaN] : []));
  if (values.some(Number.isNaN)) return null;
  const own = values.map((value) => writtenIn(value, locale));
  const other = own.map((one) => one.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.')));
  const [width = 0, length] = values;
  const gauge = values.length === 2 ? gauges.get(width) : undefined;
  const unit = written[3] ?? (/^(?:mm|cm|ml|mg|g|kg|m)$/.test(next) ? next : null);
  const ways = [own, other].flatMap((signs) => [
    signs.join(' x '),
    signs.join(' '),
    signs.join('x'),
  ]);
  return {
    ...plainMeasure, typed, written: own.join(' x '),
    ways: [
      ...new Set([
        ...(unit ? [`${own.join(' x ')} ${unit}`] : []),
        ...ways,
        ...signsOf(width, locale).map((one) => [one, ...own.slice(1)].join(' x ')),
        ...(gauge ? [`${gauge}g ${length} mm`, `${gauge}g x ${length}`] : []),
      ]),
    ],
    used: unit && written[3] === undefined ? 2 : 1,
  };
}

/** Parses a measure whose unit comes before the number: `G21`, `ch 8`, `U-100`. */
function countedAfter(
  name: string,
  { typed, value, used }: Pick<Counted, 'typed' | 'value' | 'used'>,
  reader: MeasureReader,
): Measure | null {
  const own = writtenIn(value, reader.locale);
  if (name === 'ch' || name === 'fr') {
    return {
      ...counted({ typed, value, unit: 'ch', over: null, used }, reader),
      written: `ch ${own}`,
    };
  }
  if (name === 'u') {
    const perMl = ['ui', 'ie', 'iu'].map((one) => `${own} ${one}/ml`);
    const ways = [...insulinUnits(value), ...perMl];
    return { ...plainMeasure, typed, written: `u ${own}`, ways, kind: 'strength', used };
  }
  if (!isGauge(value)) return null;
  return { ...plainMeasure, typed, written: `${own}g`, ways: [`${own}g`, `${own} g`], used };
}

const ages: Readonly<Record<Locale, RegExp>> = {
  fr: /^(?:ans?|mois|semaines?|sem|jours?)$/,
  nl: /^(?:jaar|jaren|jarige?|maand(?:en)?|mnd|we?ek(?:en)?|wk|dag(?:en)?)$/,
  en: /^(?:years?|yrs?|months?|mths?|weeks?|wks?|days?)$/,
};

/** Parses an age such as `5 ans` or `8wk`, which is neither a strength nor a weight. */
function ageAt(word: string, next: string, { locale }: MeasureReader): Measure | null {
  const stuck = joined.exec(word);
  const unit = stuck ? stuck[2] : alone.test(word) ? next : undefined;
  if (!unit || !ages[locale].test(unit)) return null;
  const typed = stuck ? word : `${word} ${next}`;
  return { ...plainMeasure, typed, written: '', ways: [typed], isAge: true, isDemanded: false, used: stuck ? 1 : 2 };
}

/**
 * True for units of which product names contain ranges: weights and lengths. `5 20 ml` is a strength and a volume, not
 * a range.
 */
const isRanged = (unit: string): boolean => /^(?:kg|mm|cm|m)$/.test(unit);

/** Parses a range such as `20-40 kg`. It matches this range as written, and any range that includes all of it. */
function rangeAt(words: readonly string[], at: number, reader: MeasureReader): Measure | null {
  const [low = '', high = '', next = ''] = words.slice(at, at + 3);
  const stuck = joined.exec(high);
  const unit = stuck ? stuck[2] : next;
  const name = units.get(unit ?? '')?.[0];
  const values = [low, stuck?.[1] ?? high].map((one) =>
    alone.test(one) ? valueOf(one, reader.locale) : null,
  );
  const [from, to] = values;
  if (!name || !isRanged(name)) return null;
  if (typeof from !== 'number' || typeof to !== 'number' || from >= to) return null;
  const own = values.map((one) => writtenIn(one ?? 0, reader.locale)).join(' ');
  const isWeight = name === 'kg';
  return {
    ...plainMeasure,
      typed: `${low} ${stuck ? high : `${high} ${next}`}`,
      written: `${own} ${name}`,
    ways: [`${own} ${name}`, ...(isWeight ? (reader.figures?.ranges(from, to) ?? []) : [])],
    isWeight, used: stuck ? 2 : 3,
  };
}

function afterItsUnit(words: readonly string[], at: number, reader: MeasureReader): Measure | null {
  const [word = '', next = ''] = words.slice(at, at + 2);
  const stuck = joinedBefore.exec(word);
  const apart = before.test(word) && alone.test(next);
  if (!stuck && !apart) return null;
  const value = valueOf(stuck ? (stuck[2] ?? '') : next, reader.locale);
  const name = (stuck?.[1] ?? word).replace(/^(?:ga|gauge)$/, 'g');
  if (value === null) return null;
  const typed = stuck ? word : `${word} ${next}`;
  return countedAfter(name, { typed, value, used: stuck ? 1 : 2 }, reader);
}

/** The measure that starts at the word at this position; null if none does. */
export function measureAt(
  words: readonly string[],
  at: number,
  reader: MeasureReader,
): Measure | null {
  const [word = '', next = '', after = ''] = words.slice(at, at + 3);
  const counting = afterItsUnit(words, at, reader) ?? packAt(word, next, reader);
  if (counting) return counting;
  if (!/^\d/.test(word)) return null;
  const age = ageAt(word, next, reader);
  if (age) return age;
  const { locale } = reader;
  const stuck = joined.exec(word);
  if (stuck?.[1] && stuck[2] && units.has(stuck[2])) {
    const value = valueOf(stuck[1], locale);
    const over = isPer(stuck[2], next) ? next : null;
    const typed = over ? `${word} ${over}` : word;
    return value === null
      ? null
      : counted({ typed, value, unit: stuck[2], over, used: over ? 2 : 1 }, reader);
  }
  const two = sides.exec(word);
  if (two) return readSize(two, next, locale);
  if (thread.test(word)) {
    const ways = [word, word.replace('/', '-')];
    return { ...plainMeasure, typed: word, written: word, ways };
  }
  const value = alone.test(word) ? valueOf(word, locale) : null;
  if (value === null) return null;
  if (next === '%') return percentage(word, reader);
  const range = rangeAt(words, at, reader);
  if (range) return range;
  if (units.has(next)) {
    const over = isPer(next, after) ? after : null;
    const typed = over ? `${word} ${next} ${over}` : `${word} ${next}`;
    return counted({ typed, value, unit: next, over, used: over ? 3 : 2 }, reader);
  }
  const written = writtenIn(value, locale);
  const both = sums(value);
  const strengths = [...strengthUnits.map((unit) => `${written} ${unit}`), ...both];
  return {
    ...plainMeasure, typed: word, written, strengths, others: thinner(value),
    ways: [...signsOf(value, locale), ...both],
  };
}
