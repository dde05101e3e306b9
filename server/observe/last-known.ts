/** Returns the last value at once; when it is older than `everyMs`, reads a new one in the background. */
export function lastKnown<T>(
  read: () => Promise<readonly T[]>,
  { everyMs, now = () => performance.now() }: { everyMs: number; now?: () => number },
): () => Promise<readonly T[]> {
  let known: readonly T[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - readAt >= everyMs) {
      readAt = now();
      // A failed read has its own alert and is repeated later.
      read().then(
        (found) => (known = found),
        () => undefined,
      );
    }
    return Promise.resolve(known);
  };
}
