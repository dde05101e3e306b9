/**
 * Corrects typing slips to a known word:
 * - a neighbouring key (`aeringue`),
 * - the other keyboard layout (`qmoxicilline`, typed as on AZERTY),
 * - a first letter that is missing, doubled or swapped with the second.
 * Other mistakes keep the first letter (`spelling-guard.ts`). A word that ends like a medicine is corrected only for
 * such a slip (`benazpril`).
 */
import { plain } from './folding';
import type { Lexicon } from './lexicon';
import { findMedicineBySound } from './medicine-sounds';
import { areOneName, asSold, hasSecond } from './spelling-guard';
import type { Vocabulary } from './vocabulary';

const layouts = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
];
const shortestSwapped = 4;
const shortest = 6;
const longest = 30;

const neighbours = new Map<string, Set<string>>();
for (const rows of layouts)
  for (const [row, keys] of rows.entries())
    for (const [at, key] of [...keys].entries()) {
      const beside = [
        keys[at - 1], keys[at + 1],
        rows[row - 1]?.[at],
          rows[row - 1]?.[at + 1],
          rows[row + 1]?.[at - 1],
          rows[row + 1]?.[at],
      ];
      const all = neighbours.get(key) ?? new Set();
      for (const one of beside) if (one !== undefined) all.add(one);
      neighbours.set(key, all);
    }

const otherLayout: Readonly<Record<string, string>> = { a: 'q', q: 'a', z: 'w', w: 'z' };
const swapLayout = (word: string): string => word.replace(/[aqzw]/g, (key) => otherLayout[key] ?? key);
const restoreLayout = (word: string): string => word.replace(/[qw]/g, (key) => otherLayout[key] ?? key);

function listNeighbourVariants(word: string): string[] {
  return [...word].flatMap((key, at) =>
    [...(neighbours.get(key) ?? [])].map((one) => word.slice(0, at) + one + word.slice(at + 1)),
  );
}

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * Variants of the word: with a letter inserted, a double letter made single, or two letters swapped, at each of its
 * first `places` positions.
 */
function listStrokeVariants(word: string, places: number): string[] {
  return [...word].slice(0, places).flatMap((key, at) => {
    const [before, after, next = ''] = [word.slice(0, at), word.slice(at + 1), word[at + 1]];
    return [
      ...alphabet.map((letter) => before + letter + key + after),
      ...(next === key ? [before + after] : []),
      ...(next === '' || next === key ? [] : [before + next + key + word.slice(at + 2)]),
    ];
  });
}

/**
 * The one known word that a typing slip turned into the typed word. Null if there is none, if there are several, or if
 * a second medicine is as near. Next to other words, a missing first letter is restored only for medicines, because
 * such a word is more often a different one (`ouverture`, `version`).
 */
export function correctTypingMistake(
  typed: string,
  isByItself: boolean,
  lexicon: Lexicon,
  vocabulary: Vocabulary,
): string | null {
  if (!/^[a-z]+$/.test(typed) || typed.length > longest || lexicon.medicines.has(typed))
    return null;
  const isKnown = (word: string): boolean =>
    word !== typed &&
    !lexicon.isNeverInterchangeable(typed, word) &&
    (vocabulary.words.has(word) || lexicon.findOwn([word])?.isExact === true);
  if (typed.length >= shortestSwapped && /[qw]/.test(typed)) {
    const other = [restoreLayout(typed), swapLayout(typed)].find(isKnown);
    if (other !== undefined) return other;
  }
  if (typed.length < shortest) return null;
  const isMedicine = (word: string): boolean =>
    vocabulary.isMedicine(word) || lexicon.isMedicine(word);
  const slips = listStrokeVariants(typed, lexicon.isMedicine(typed) ? typed.length : 1).filter(
    // There are hundreds of candidates, so their other grammatical numbers are not looked up.
    (word) =>
      (vocabulary.words.has(word) || lexicon.isOwn(word)) && (isByItself || isMedicine(word)),
  );
  const [word, ...others] = [...listNeighbourVariants(typed), ...slips].filter(isKnown);
  if (word === undefined) return findMedicineBySound(typed, lexicon, vocabulary);
  if (others.some((other) => !areOneName(other, word, lexicon))) return null;
  if (!isMedicine(word)) return word;
  return hasSecond(typed, word, lexicon, vocabulary) ? null : asSold(word, lexicon, vocabulary);
}

/** Characters on the other keyboard layout at the position of `m`: `,eloxica,`, `co;presse`. */
const keyOfM = /[,;]/g;
const measured = /^(\d+(?:[.,]\d+)?)[,;]([lg])$/i;

/**
 * Replaces a comma or semicolon by `m` if that gives a known word. Leaves the text unchanged if a part between these
 * characters is itself a known word.
 */
export function restoreLetterM(text: string, lexicon: Lexicon, vocabulary: Vocabulary | null) {
  const read: { typed: string; read: string }[] = [];
  const isKnown = (word: string): boolean =>
    vocabulary?.words.has(plain(word)) === true || lexicon.isOwn(plain(word));
  const right = (typed: string): string | undefined => {
    const [, figure, unit] = measured.exec(typed) ?? [];
    if (figure !== undefined && unit !== undefined) return `${figure}m${unit}`;
    const parts = typed.split(keyOfM).filter((part) => part.length > 1);
    if (parts.some(isKnown)) return undefined;
    return [typed, typed.replace(/[,;]$/, '')]
      .map((word) => word.replace(keyOfM, 'm'))
      .find((word) => word.length >= shortest && /^\p{L}+$/u.test(word) && isKnown(word));
  };
  const said = text.replace(/\S+/g, (typed) => {
    const word = /[,;]/.test(typed) ? right(typed) : undefined;
    if (word === undefined) return typed;
    read.push({ typed, read: word });
    return word;
  });
  return { text: said, read };
}
