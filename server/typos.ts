/** Edit distance (Levenshtein) between two spellings: misspelt setting names, misheard references. */

/**
 * Number of letters to replace, insert or delete; any number above `most` when the words differ by more than `most`.
 */
export function typosBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [below, its] of [...other].entries()) {
      const replaced = (row[below] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(replaced, (row[below + 1] ?? 0) + 1, (next[below] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
