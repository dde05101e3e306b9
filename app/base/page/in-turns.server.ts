/** Long work is done in steps, so that other requests have their turn between them (P-88). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapSteps, type Steps } from '~/base/kernel/steps';

/** How long work goes on before other requests have their turn. */
const turnMs = 4;

/** A new turn; the function returned reports whether it has lasted long enough. */
function startTurn(): () => boolean {
  const start = performance.now();
  return () => performance.now() - start >= turnMs;
}

let last: Promise<void> | null = null;

/** A turn of the event loop that no other long work has: a dozen lists at once leave others as much time as one. */
function ownTurn(): Promise<void> {
  const turn = last === null ? nextTurn() : last.then(() => nextTurn());
  last = turn;
  void turn.then(() => {
    if (last === turn) last = null;
  });
  return turn;
}

/** `start`: another measure of a turn, for tests that count steps. */
export async function inTurns<T>(steps: Steps<T>, start = startTurn): Promise<T> {
  for (let isOver = start(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (!isOver()) continue;
    await ownTurn();
    isOver = start();
  }
}

/** As `map` of the list. */
export const mapInTurns = <T, R>(items: readonly T[], work: (item: T, index: number) => R) =>
  inTurns(mapSteps(items, work));
