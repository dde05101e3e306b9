/** Long work is done in pieces, so that other requests have their turn between them (P-88). */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Some milliseconds of the costliest codes. */
const ofOneTurn = 200;

/** As `map` of the list. */
export const mapInTurns = <T, R>(items: readonly T[], work: (item: T, index: number) => R) =>
  flatMapInTurns(items, (item, index) => [work(item, index)]);

/** As `flatMap` of the list. */
export async function flatMapInTurns<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => readonly R[],
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += ofOneTurn) {
    if (start > 0) await nextTurn();
    const piece = items.slice(start, start + ofOneTurn);
    results.push(...piece.flatMap((item, at) => work(item, start + at)));
  }
  return results;
}

/** Work that stops after each of its steps, some milliseconds apart. */
type Steps<T> = Generator<void, T>;

export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** The same without a turn for others, where there are none. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
