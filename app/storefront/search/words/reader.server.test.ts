import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { wordReader } from './reader.server';

type Page = Parameters<typeof wordReader>[0];

it('P-88 parallel searches get the context for parsing in different turns of the event loop', async () => {
  const context = {
    // The engine does not count the index terms.
    cache: { get: () => Promise.resolve(null), delete: () => undefined },
    operatorWords: { read: () => Promise.resolve({ stamp: 'none', text: '{"concepts":[]}' }) },
    log: { info: () => undefined, warn: () => undefined },
  };
  const page = { locale: 'fr', context } as unknown as Page;
  await wordReader(page);
  let turn = 0;
  const parsedIn: number[] = [];
  const searches = Promise.all(
    Array.from({ length: 5 }, () => wordReader(page).then(() => parsedIn.push(turn))),
  );
  for (; parsedIn.length < 5; turn += 1) await nextTurn();
  await searches;
  expect(new Set(parsedIn).size).toBe(5);
});
