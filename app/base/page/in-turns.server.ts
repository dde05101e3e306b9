/** Runs long work in steps, so that other requests can run in between (P-88). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapSteps, type Steps } from '~/base/kernel/steps';

/** Milliseconds of work after which other requests get a turn. */
const turnMs = 4;

/** Starts a turn; the returned function reports whether it has lasted long enough. */
function startTurn(): () => boolean {
  const start = performance.now();
  return () => performance.now() - start >= turnMs;
}

let last: Promise<void> | null = null;

/**
 * Waits for a turn of the event loop that no other long task uses. So a dozen long tasks leave other requests as much
 * time as one.
 */
export function ownTurn(): Promise<void> {
  const turn = last === null ? nextTurn() : last.then(() => nextTurn());
  last = turn;
  void turn.then(() => {
    if (last === turn) last = null;
  });
  return turn;
}

/** Runs the steps in turns. `start` replaces the measure of a turn, for tests that count steps. */
export async function inTurns<T>(steps: Steps<T>, start = startTurn): Promise<T> {
  for (let isOver = start(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (!isOver()) continue;
    await ownTurn();
    isOver = start();
  }
}

/** `map` over the list, in turns. */
export const mapInTurns = <T, R>(items: readonly T[], work: (item: T, index: number) => R) =>
  inTurns(mapSteps(items, work));
