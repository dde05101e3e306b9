/** What was read last, given at once; older than `everyMs` it is read anew behind the answer. */
export function lastKnown<T>(
  read: () => Promise<readonly T[]>,
  { everyMs, now = () => performance.now() }: { everyMs: number; now?: () => number },
): () => Promise<readonly T[]> {
  let known: readonly T[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - readAt >= everyMs) {
      readAt = now();
      // What cannot be read now has an alert of its own, and is asked for again.
      read().then(
        (found) => (known = found),
        () => undefined,
      );
    }
    return Promise.resolve(known);
  };
}
