/** Minimum number of letters in the rest of a compound when one part is exchanged for a synonym. */
const shortestPartLeft = 3;
const shortestSwapped = 6;
const joint = /s$/;

/** A group of synonyms that contains a part. */
interface Place {
  /** Position of the part among all parts of all groups. */
  order: number;
  part: string;
  group: readonly string[];
}

/**
 * Returns a function that lists variants of a compound with its beginning or end exchanged for synonyms; those with one
 * exchanged part come first.
 */
export function createSwaps(
  groups: readonly (readonly string[])[],
): (word: string) => readonly string[] {
  const byPart = new Map<string, Place[]>();
  const all = groups.flatMap((group) => group.map((part) => ({ part, group })));
  for (const [order, { part, group }] of all.entries()) {
    const places = byPart.get(part) ?? [];
    byPart.set(part, [...places, { order, part, group }]);
  }
  const longest = Math.max(0, ...all.map(({ part }) => part.length));
  /** The parts that the word starts or ends with, in the order of the groups. */
  const partsOf = (word: string, cut: (word: string, length: number) => string): Place[] => {
    const found: Place[] = [];
    for (let length = Math.min(longest, word.length - shortestPartLeft); length > 0; length -= 1)
      found.push(...(byPart.get(cut(word, length)) ?? []));
    return found.sort((one, other) => one.order - other.order);
  };
  const ends = (of: string): string[] =>
    partsOf(of, (word, length) => word.slice(-length)).flatMap(({ part, group }) => {
      const head = of.slice(0, -part.length);
      return group.flatMap((other) => [head + other, head.replace(joint, '') + other]);
    });
  const beginnings = (of: string): string[] =>
    partsOf(of, (word, length) => word.slice(0, length)).flatMap(({ part, group }) =>
      group.map((other) => other + of.slice(part.length)),
    );
  return (word) => {
    if (word.length < shortestSwapped) return [];
    const once = [...ends(word), ...beginnings(word)];
    return [...new Set([...once, ...ends(word).flatMap(beginnings)])].filter((one) => one !== word);
  };
}
