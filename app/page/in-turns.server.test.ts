import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { flatMapInTurns, mapInTurns } from './in-turns.server';

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
