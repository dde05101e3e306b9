import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atOnce, flatMapInTurns, inTurns, mapInTurns } from './in-turns.server';

it('P-88 a list of a thousand is read as one, in its order, and others have their turn meanwhile', async () => {
  const list = Array.from({ length: 1_000 }, (_, at) => at);
  const others: number[] = [];
  let done = 0;
  const reading = flatMapInTurns(list, (item, at) => {
    done += 1;
    return item % 2 === 0 ? [item, at] : [];
  });
  // Another request, which takes its turn whenever it can.
  while (done < list.length) {
    others.push(done);
    await nextTurn();
  }
  expect(await reading).toEqual(list.flatMap((one) => (one % 2 === 0 ? [one, one] : [])));
  expect(others).toEqual([200, 400, 600, 800]);
  expect(await mapInTurns(list, (item, at) => item - at)).toEqual(list.map(() => 0));
  expect(await mapInTurns([], () => 1)).toEqual([]);
});

it('P-88 work in steps gives what it gives at once, and others have their turn after each', async () => {
  let steps = 0;
  function* work(): Generator<void, string> {
    for (; steps < 3; steps += 1) yield;
    return 'done';
  }
  const others: number[] = [];
  const working = inTurns(work());
  for (; steps < 3; await nextTurn()) others.push(steps);
  expect(await working).toBe('done');
  expect(others).toEqual([0, 1, 2]);
  steps = 0;
  expect(atOnce(work())).toBe('done');
});
