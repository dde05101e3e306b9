/**
 * A word that a slip on the keys made of one that is known: a key beside the right one (`aeringue`), the other layout
 * (`qmoxicilline`, typed as on AZERTY), or a first letter that was left out, struck twice or after the second. Other
 * mistakes leave the first letter as it was (`spelling-guard.ts`), unless the word ends like a medicine, which is read as
 * another one by a slip only (`benazpril`).
 */
import { plain } from './folding';
import type { Lexicon } from './lexicon';
import { medicineLike } from './misheard';
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
        ...[keys[at - 1], keys[at + 1]],
        ...[
          rows[row - 1]?.[at],
          rows[row - 1]?.[at + 1],
          rows[row + 1]?.[at - 1],
          rows[row + 1]?.[at],
        ],
      ];
      const all = neighbours.get(key) ?? new Set();
      for (const one of beside) if (one !== undefined) all.add(one);
      neighbours.set(key, all);
    }

const otherLayout: Readonly<Record<string, string>> = { a: 'q', q: 'a', z: 'w', w: 'z' };
const swapped = (word: string): string => word.replace(/[aqzw]/g, (key) => otherLayout[key] ?? key);
const unswapped = (word: string): string => word.replace(/[qw]/g, (key) => otherLayout[key] ?? key);

function besides(word: string): string[] {
  return [...word].flatMap((key, at) =>
    [...(neighbours.get(key) ?? [])].map((one) => word.slice(0, at) + one + word.slice(at + 1)),
  );
}

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The word with a letter put in, a double one made single or two exchanged, at each of its first places. */
function struck(word: string, places: number): string[] {
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
 * The one known word, or null: none, several, or a medicine as near to which there is a second one. Beside others a word
 * without its first letter is another word more often (`ouverture`, `version`), so there it is read as a medicine only.
 */
export function wordOfSlip(
  typed: string,
  isByItself: boolean,
  lexicon: Lexicon,
  vocabulary: Vocabulary,
): string | null {
  if (!/^[a-z]+$/.test(typed) || typed.length > longest || lexicon.medicines.has(typed))
    return null;
  const isKnown = (word: string): boolean =>
    word !== typed &&
    !lexicon.isNever(typed, word) &&
    (vocabulary.words.has(word) || lexicon.findOwn([word])?.isExact === true);
  if (typed.length >= shortestSwapped && /[qw]/.test(typed)) {
    const other = [unswapped(typed), swapped(typed)].find(isKnown);
    if (other !== undefined) return other;
  }
  if (typed.length < shortest) return null;
  const isMedicine = (word: string): boolean =>
    vocabulary.isMedicine(word) || lexicon.isMedicine(word);
  const slips = struck(typed, lexicon.isMedicine(typed) ? typed.length : 1).filter(
    // Hundreds: whether a file has them in another number is not asked.
    (word) =>
      (vocabulary.words.has(word) || lexicon.isOwn(word)) && (isByItself || isMedicine(word)),
  );
  const [word, ...others] = [...besides(typed), ...slips].filter(isKnown);
  if (word === undefined) return medicineLike(typed, lexicon, vocabulary);
  if (others.some((other) => !areOneName(other, word, lexicon))) return null;
  if (!isMedicine(word)) return word;
  return hasSecond(typed, word, lexicon, vocabulary) ? null : asSold(word, lexicon, vocabulary);
}

/** What stands where the other layout has its `m`: `,eloxica,`, `co;presse`. */
const keyOfM = /[,;]/g;
const measured = /^(\d+(?:[.,]\d+)?)[,;]([lg])$/i;

/** The text with an `m` where its words are known so, and no part of them is without. */
export function withM(text: string, lexicon: Lexicon, vocabulary: Vocabulary | null) {
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
