/** The last log lines of this process, for the support page: as many as fit into a bound of bytes. */
export interface RecentLines {
  add(line: string): void;
  /** Oldest first; the lines that hold one of the texts. */
  holding(texts: readonly string[]): string[];
  /** The lines in memory, for the reader to know how far back they go. */
  extent(): { lines: number; bytes: number; oldest: string | null };
}

/** Emptied places at the front are given back together. */
const emptied = 4_096;

export function createRecentLines(maxBytes: number): RecentLines {
  let kept: string[] = [];
  let first = 0;
  let bytes = 0;

  function drop(): void {
    bytes -= Buffer.byteLength(kept[first] ?? '');
    kept[first] = '';
    first += 1;
    if (first < emptied) return;
    kept = kept.slice(first);
    first = 0;
  }

  return {
    add(line) {
      kept.push(line);
      bytes += Buffer.byteLength(line);
      while (bytes > maxBytes) drop();
    },
    holding: (texts) =>
      kept.slice(first).filter((line) => texts.some((text) => line.includes(text))),
    extent: () => ({ lines: kept.length - first, bytes, oldest: kept[first] ?? null }),
  };
}
