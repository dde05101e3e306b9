/**
 * Reads what was typed as the wishes it is made of: `thiamazol 5mg kat` wants a substance, a strength and an animal.
 * A wish is a word or a known group of words, with whatever the trade says instead of it.
 */
import type { Locale } from '~/i18n/locales';
import { animals, idleWords, things } from './trade-words';

export interface Wish {
  typed: string;
  /** Other words for the same, in the language of the index. */
  others: readonly string[];
  /** A compound read as two wishes that must both be met: `vlooienpipet`. */
  parts: readonly Wish[];
  /** A figure with its unit. */
  isMeasure: boolean;
  isAnimal: boolean;
}

interface Thing {
  words: Readonly<Record<Locale, readonly string[]>>;
  isAnimal: boolean;
}

const longestGroup = 4;
const shortestPart = 3;

/** Small letters without accents, words apart by single spaces; figures keep their signs. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/[^\p{L}\p{N}.,/%+]+/gu, ' ')
    .replace(/(^|\s)[.,/%+]+|[.,/%+]+(?=\s|$)/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');

const known: ReadonlyMap<string, readonly Thing[]> = index();

function index(): Map<string, Thing[]> {
  const map = new Map<string, Thing[]>();
  const add = ([fr, nl, en]: (typeof things)[number], isAnimal: boolean): void => {
    const words = { fr: fr.split('|'), nl: nl.split('|'), en: en.split('|') };
    const thing = { words, isAnimal };
    for (const word of new Set([...words.fr, ...words.nl, ...words.en].map(plain))) {
      map.set(word, [...(map.get(word) ?? []), thing]);
    }
  };
  for (const row of animals) add(row, true);
  for (const row of things) add(row, false);
  return map;
}

/** Singulars of what may have been typed in the plural; a wrong guess finds no row and does no harm. */
function* wordForms(word: string): Generator<string> {
  yield word;
  if (word.length < 4) return;
  if (/[sx]$/.test(word)) yield word.slice(0, -1);
  if (word.endsWith('en')) yield word.slice(0, -2);
  if (/(.)\1en$/.test(word)) yield word.slice(0, -3);
  if (word.endsWith('es')) yield word.slice(0, -2);
}

function thingsOf(word: string): readonly Thing[] {
  for (const form of wordForms(word)) {
    const found = known.get(form);
    if (found) return found;
  }
  return [];
}

const simple = (typed: string): Wish => ({
  typed,
  others: [],
  parts: [],
  isMeasure: false,
  isAnimal: false,
});

function wishOf(typed: string, locale: Locale): Wish | null {
  const found = thingsOf(typed);
  if (found.length === 0) return null;
  const others = found
    .flatMap(({ words }) => words[locale])
    .filter((word) => plain(word) !== typed);
  const isAnimal = found.some((thing) => thing.isAnimal);
  return { ...simple(typed), others: [...new Set(others)], isAnimal };
}

/** Both halves must be known words, so that no other word is ever taken apart. */
function compound(word: string, locale: Locale): Wish | null {
  if (/[^\p{L}]/u.test(word)) return null;
  for (let at = word.length - shortestPart; at >= shortestPart; at -= 1) {
    const first = wishOf(word.slice(0, at), locale);
    const second = first && wishOf(word.slice(at), locale);
    if (second) return { ...simple(word), parts: [first, second] };
  }
  return null;
}

const unit = /^(mg|g|kg|µg|mcg|ml|cl|l|cm|mm|m|ui|ie|iu|ch|fr)$/;

const figure = '\\d+(?:[.,]\\d+)?';
const joinedMeasure = new RegExp(`^(${figure})([a-z]+)$`);
const twoSides = new RegExp(`^(${figure})x(${figure})$`);
const figureAlone = new RegExp(`^${figure}$`);

/** `0,5` and `0.5` are one figure, whichever the catalogue of this language writes. */
const otherSign = (written: string): string =>
  written.replace(/(\d)([.,])(\d)/g, (_all, left: string, sign: string, right: string) =>
    [left, sign === '.' ? ',' : '.', right].join(''),
  );

function measured(typed: string, others: readonly string[]): Wish {
  const ways = [typed, ...others].flatMap((way) => [way, otherSign(way)]);
  return {
    ...simple(typed),
    others: [...new Set(ways)].filter((way) => way !== typed),
    isMeasure: true,
  };
}

/** `5mg`, `5 mg`, `10x10`: a figure and what it counts are one wish. */
function measure(words: readonly string[], at: number): { wish: Wish; used: number } | null {
  const word = words[at] ?? '';
  const joined = joinedMeasure.exec(word);
  if (joined?.[1] && joined[2] && unit.test(joined[2])) {
    return { wish: measured(word, [`${joined[1]} ${joined[2]}`]), used: 1 };
  }
  const sides = twoSides.exec(word);
  if (sides?.[1] && sides[2]) {
    return { wish: measured(word, [`${sides[1]} x ${sides[2]}`]), used: 1 };
  }
  if (!figureAlone.test(word)) return null;
  const next = words[at + 1] ?? '';
  if (unit.test(next)) return { wish: measured(`${word} ${next}`, [word + next]), used: 2 };
  return word === otherSign(word) ? null : { wish: measured(word, []), used: 1 };
}

function nextWish(words: readonly string[], at: number, locale: Locale) {
  for (let size = Math.min(longestGroup, words.length - at); size > 1; size -= 1) {
    const group = wishOf(words.slice(at, at + size).join(' '), locale);
    if (group) return { wish: group, used: size };
  }
  const word = words[at] ?? '';
  return (
    measure(words, at) ?? {
      wish: wishOf(word, locale) ?? compound(word, locale) ?? simple(word),
      used: 1,
    }
  );
}

export function readWishes(text: string, locale: Locale): Wish[] {
  const words = plain(text).split(' ').filter(Boolean);
  const wishes: Wish[] = [];
  for (let at = 0; at < words.length;) {
    const { wish, used } = nextWish(words, at, locale);
    if (!idleWords.has(wish.typed)) wishes.push(wish);
    at += used;
  }
  // A text of idle words only is searched as it is.
  return wishes.length > 0 ? wishes : words.map(simple);
}
