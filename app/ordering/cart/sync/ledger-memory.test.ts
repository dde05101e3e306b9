import { Session } from 'node:inspector/promises';
import { expect, it } from 'vitest';
import {
  emptyLedger,
  formatLedger,
  parseCart,
  parseHead,
  parseLedger,
  type Ledger,
} from './ledger.server';

async function heapMb(): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  return process.memoryUsage().heapUsed / 1e6;
}

/** A ledger document whose last line, which this test does not parse, has a megabyte. */
function largeDocument(at: number): string {
  const snapshot = { uuid: null, at, quantities: [] };
  const [head, sale] = formatLedger({ ...emptyLedger(), snapshot }, at).split('\n');
  return Buffer.from(`${head}\n${sale}\n${'x'.repeat(1_000_000)}`).toString();
}

it('P-63 a cached head of a ledger document does not keep the rest of the document in memory', async () => {
  const before = await heapMb();
  for (let at = 1; at <= 60; at += 1) {
    const text = largeDocument(at);
    expect(parseHead(text).snapshot?.at).toBe(at);
    expect(parseCart(text).snapshot?.at).toBe(at);
  }
  expect((await heapMb()) - before).toBeLessThan(15);
});

it('P-88 CART-06 a write of the ledger caches its settled edits, and the next change does not alter them', () => {
  const acked = { state: 'acked', at: 5, mark: 'mark' } as const;
  const ledger: Ledger = { ...emptyLedger(), settled: new Map([['a', acked]]) };
  const text = formatLedger(ledger, 6);
  ledger.settled.set('b', acked);
  const next = parseLedger(text);
  // The same object: the text was not validated again.
  expect(next.settled.get('a')).toBe(acked);
  next.settled.set('c', acked);
  expect([...parseLedger(text).settled]).toEqual([['a', acked]]);
});
