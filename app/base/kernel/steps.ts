/** Long work in steps, between which its caller may let others have their turn (P-88, `in-turns.server.ts`). Pure. */

/** Work that can stop after each of its steps; none of them takes longer than some milliseconds. */
export type Steps<T> = Generator<void, T>;

/** The result, without a turn for others. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As `flatMap` of the list, one item a step. */
export function* flatMapSteps<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => readonly R[],
): Steps<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    // One by one: an item may have more results than a call may have arguments.
    for (const result of work(item, index)) results.push(result);
    yield;
  }
  return results;
}

/** As `map` of the list, one item a step. */
export const mapSteps = <T, R>(items: readonly T[], work: (item: T, index: number) => R) =>
  flatMapSteps(items, (item, index) => [work(item, index)]);
