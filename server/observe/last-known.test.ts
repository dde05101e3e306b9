import { expect, it } from 'vitest';
import { lastKnown } from './last-known';

it('OPS-08 P-74 lastKnown returns the last value without waiting and refreshes it in the background', async () => {
  let time = 0;
  const asked: ((found: number[] | Error) => void)[] = [];
  const known = lastKnown(
    () =>
      new Promise<number[]>((resolve, reject) => {
        asked.push((found) => (found instanceof Error ? reject(found) : resolve(found)));
      }),
    { everyMs: 1_000, now: () => time },
  );
  expect(await known()).toEqual([]);
  asked[0]?.([1]);
  await Promise.resolve();
  expect(await known()).toEqual([1]);
  time = 999;
  expect(await known()).toEqual([1]);
  expect(asked).toHaveLength(1);
  time = 1_000;
  expect(await known()).toEqual([1]);
  expect(asked).toHaveLength(2);
  asked[1]?.(new Error('away'));
  await Promise.resolve();
  expect(await known()).toEqual([1]);
});
