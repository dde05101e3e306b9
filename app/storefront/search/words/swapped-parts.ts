/** Minimum number of letters in the rest of a compound when one part is exchanged for a synonym. */
const shortestPartLeft = 3;
const shortestSwapped = 6;
const joint = /s$/;

/**
 * Variants of the compound with its beginning or end exchanged for synonyms; those with one exchanged part come first.
 */
export function swapped(word: string, groups: readonly (readonly string[])[]): string[] {
  if (word.length < shortestSwapped) return [];
  const ends = (of: string): string[] =>
    groups.flatMap((group) =>
      group.flatMap((end) => {
        if (!of.endsWith(end) || of.length - end.length < shortestPartLeft) return [];
        const head = of.slice(0, -end.length);
        return group.flatMap((other) => [head + other, head.replace(joint, '') + other]);
      }),
    );
  const beginnings = (of: string): string[] =>
    groups.flatMap((group) =>
      group.flatMap((start) => {
        if (!of.startsWith(start) || of.length - start.length < shortestPartLeft) return [];
        return group.map((other) => other + of.slice(start.length));
      }),
    );
  const once = [...ends(word), ...beginnings(word)];
  return [...new Set([...once, ...ends(word).flatMap(beginnings)])].filter((one) => one !== word);
}
