/**
 * Long work in steps, so that its caller can let other requests run in between (P-88, `in-turns.server.ts`). It has no
 * timers of its own.
 */

/** Work that can pause after each step; no step takes longer than a few milliseconds. */
export type Steps<T> = Generator<void, T>;

/** Runs all steps without a pause and returns the result. */
export function runAllSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** `flatMap` over the list, one item per step. */
export function* flatMapSteps<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => readonly R[],
): Steps<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    // Pushes the results one by one, because an item may have more results than a function call may have arguments.
    for (const result of work(item, index)) results.push(result);
    yield;
  }
  return results;
}

/** `map` over the list, one item per step. */
export const mapSteps = <T, R>(items: readonly T[], work: (item: T, index: number) => R) =>
  flatMapSteps(items, (item, index) => [work(item, index)]);
