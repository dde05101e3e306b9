/** The last log lines of this process, for the support page, limited by bytes. */
export interface RecentLines {
  add(line: string): void;
  /** The lines that contain one of the texts, oldest first. */
  holding(texts: readonly string[]): string[];
  /** Number, size and oldest of the stored lines, to show how far back they reach. */
  extent(): { lines: number; bytes: number; oldest: string | null };
}

/** Dropped entries at the front are removed in batches of this size. */
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
