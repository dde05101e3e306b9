import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runAllSteps, flatMapSteps, mapSteps, type Steps } from '~/base/kernel/steps';
import { inTurns, mapInTurns } from './in-turns.server';

/** Ends a turn after a fixed number of steps instead of some milliseconds. */
const ofSteps = (most: number) => () => {
  let steps = 0;
  return () => (steps += 1) >= most;
};

it('P-88 flatMapSteps returns what flatMap returns, and lets other work run in between', async () => {
  const list = Array.from({ length: 1_000 }, (_, at) => at);
  const others: number[] = [];
  let done = 0;
  const reading = inTurns(
    flatMapSteps(list, (item, at) => {
      done += 1;
      return item % 2 === 0 ? [item, at] : [];
    }),
    ofSteps(200),
  );
  // This loop stands for another request, which runs whenever the event loop is free.
  while (done < list.length) {
    others.push(done);
    await nextTurn();
  }
  expect(await reading).toEqual(list.flatMap((one) => (one % 2 === 0 ? [one, one] : [])));
  expect(others).toEqual([200, 400, 600, 800]);
  expect(await mapInTurns(list, (item, at) => item - at)).toEqual(list.map(() => 0));
  expect(await mapInTurns([], () => 1)).toEqual([]);
});

it('P-88 inTurns ends a turn of real work after some milliseconds', async () => {
  let other = 0;
  let isDone = false;
  const busy = inTurns(
    mapSteps([1, 2, 3], () => {
      for (const start = performance.now(); performance.now() - start < 10;);
    }),
  ).then(() => (isDone = true));
  for (; !isDone; await nextTurn()) other += 1;
  await busy;
  expect(other).toBeGreaterThanOrEqual(3);
});

it('P-88 flatMapSteps accepts 300 000 results for one item, more than a JavaScript call may have arguments', () => {
  const many = Array.from({ length: 300_000 }, (_, at) => at);
  expect(runAllSteps(flatMapSteps([1], () => many))).toHaveLength(many.length);
});

it('P-88 work in steps returns the same result, run at once or in turns', async () => {
  let steps = 0;
  function* work(): Steps<string> {
    for (; steps < 3; steps += 1) yield;
    return 'done';
  }
  const others: number[] = [];
  const working = inTurns(work(), ofSteps(1));
  for (; steps < 3; await nextTurn()) others.push(steps);
  expect(await working).toBe('done');
  expect(others).toEqual([0, 1, 2]);
  steps = 0;
  expect(runAllSteps(work())).toBe('done');
});

it('P-88 each turn of the event loop runs one step of one long task', async () => {
  let steps = 0;
  const works = Array.from({ length: 5 }, () =>
    inTurns(
      mapSteps(Array.from({ length: 40 }), () => (steps += 1)),
      ofSteps(1),
    ),
  );
  const ofTurns: number[] = [];
  for (let before = steps; steps < 200; before = steps) {
    await nextTurn();
    ofTurns.push(steps - before);
  }
  await Promise.all(works);
  expect(Math.max(...ofTurns)).toBe(1);
});
