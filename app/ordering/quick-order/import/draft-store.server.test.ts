/** Limits of stored order drafts in bytes, per customer and per instance. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CustomerRequest } from '~/base/page/page';
import type { Draft, DraftLine } from './draft';
import { findFate, keepDraft } from './draft-store.server';

const megabyte = 1024 * 1024;
const hourMs = 60 * 60 * 1000;

let time = 0;
/**
 * Lengths of the stored documents by key. The test does not store the texts of the lines, because nothing here parses
 * them.
 */
let lengths: Map<string, number>;
let texts: Map<string, string>;
let keyValueStore: object;

beforeEach(() => {
  time = Date.parse('2026-03-04T10:00:00Z');
  lengths = new Map();
  texts = new Map();
  keyValueStore = {
    read: (key: string) => {
      const value = texts.get(key);
      return Promise.resolve(value === undefined ? null : { value, version: 1 });
    },
    write: (key: string, value: string) => {
      lengths.set(key, value.length);
      if (!key.endsWith(':lines')) texts.set(key, value);
      return Promise.resolve(true);
    },
    delete: (key: string) => {
      lengths.delete(key);
      texts.delete(key);
      return Promise.resolve();
    },
  };
});

const pageOf = (owner: string): CustomerRequest =>
  ({
    context: { keyValueStore, clock: { now: () => new Date(time) } },
    customer: { owner },
  }) as unknown as CustomerRequest;

const line: DraftLine = {
  number: 1,
  entered: '',
  typed: '',
  quantity: 1,
  before: 0,
  productId: null,
  sku: null,
  title: '',
  presentation: '',
  amount: null,
  fault: null,
};
const draftOf = (bytes: number): Draft => ({
  token: randomUUID(),
  fileName: 'order.csv',
  readAt: time,
  order: null,
  unchecked: false,
  mark: 'a',
  fate: { kind: 'ready', returned: false },
  sure: false,
  passed: [],
  notes: [],
  lines: [{ ...line, entered: 'x'.repeat(bytes) }],
});

/** Stores `count` drafts of this size in turn and returns which of them still exist. */
async function storeDrafts(owner: string, count: number, bytes: number): Promise<boolean[]> {
  const page = pageOf(owner);
  const tokens: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const draft = draftOf(bytes);
    await keepDraft(page, draft);
    tokens.push(draft.token);
  }
  const fates = await Promise.all(tokens.map((token) => findFate(page, token)));
  return fates.map((fate) => fate !== null);
}

const storedBytes = (): number => [...lengths.values()].reduce((all, one) => all + one, 0);

describe('order drafts in the store', () => {
  it('P-63 ACC-01 keepDraft stores five small drafts per customer and deletes the oldest for a sixth', async () => {
    expect(await storeDrafts('a', 6, 1_000)).toEqual([false, true, true, true, true, true]);
    expect([...lengths.keys()].filter((key) => key.endsWith(':lines'))).toHaveLength(5);
  });

  it('P-63 keepDraft limits a customer’s drafts to 8 MB in total and always stores the newest', async () => {
    expect(await storeDrafts('a', 4, 3 * megabyte)).toEqual([false, false, true, true]);
    expect(storedBytes()).toBeLessThan(8 * megabyte);
    expect(await storeDrafts('b', 2, 9 * megabyte)).toEqual([false, true]);
  });

  it('P-63 keepDraft stores only the newest draft per customer above 256 MB per instance, for one day', async () => {
    for (let at = 0; at < 37; at += 1) await storeDrafts(`busy ${at}`, 1, 7 * megabyte);
    expect(await storeDrafts('a', 3, 1_000)).toEqual([false, false, true]);
    time += 25 * hourMs;
    expect(await storeDrafts('a', 2, 1_000)).toEqual([true, true]);
  });

  it('P-63 keepDraft reads an index of an earlier release, which has no bytes', async () => {
    await storeDrafts('a', 1, 1_000);
    for (const [key, text] of texts) {
      if (!key.startsWith('imports:')) continue;
      const { drafts, imported } = JSON.parse(text) as { drafts: string[]; imported: unknown[] };
      texts.set(key, JSON.stringify({ drafts, imported }));
    }
    expect(await storeDrafts('a', 2, 1_000)).toEqual([true, true]);
  });
});
