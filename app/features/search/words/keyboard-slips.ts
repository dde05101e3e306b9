/**
 * A word that a slip on the keys made of one that is known: a key beside the right one (`aeringue`), or the other layout
 * (`qmoxicilline`, typed as on AZERTY). Other mistakes leave the first letter as it was (`spelling-guard.ts`).
 */
import type { Lexicon } from './lexicon';
import { distance, oneOf } from './spelling-guard';
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

/** The one known word, or null: none, several, or a medicine as near to which there is a second one. */
export function wordOfSlip(typed: string, lexicon: Lexicon, vocabulary: Vocabulary): string | null {
  if (!/^[a-z]+$/.test(typed) || typed.length > longest || lexicon.medicines.has(typed))
    return null;
  const isKnown = (word: string): boolean =>
    word !== typed &&
    !lexicon.isNever(typed, word) &&
    (vocabulary.words.has(word) || lexicon.find([word])?.isExact === true);
  if (typed.length >= shortestSwapped && /[qw]/.test(typed)) {
    const other = [unswapped(typed), swapped(typed)].find(isKnown);
    if (other !== undefined) return other;
  }
  if (typed.length < shortest) return null;
  const [word, second] = besides(typed).filter(isKnown);
  if (word === undefined || second !== undefined) return null;
  const isMedicine = vocabulary.isMedicine(word) || lexicon.isMedicine(word);
  return isMedicine && hasSecond(typed, word, lexicon, vocabulary) ? null : word;
}

function hasSecond(typed: string, word: string, lexicon: Lexicon, vocabulary: Vocabulary): boolean {
  const isAsNear = (name: string): boolean =>
    name !== typed && !oneOf(name, word) && distance(typed, name, 1) <= 1;
  return (
    [...lexicon.medicines].some(isAsNear) ||
    [...vocabulary.words].some((name) => isAsNear(name) && vocabulary.isMedicine(name))
  );
}
