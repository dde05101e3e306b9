import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AppContext } from '../../../server/context';
import {
  findAnswer,
  speaksNoLanguage,
  storeAnswer,
  type StoredAnswer,
} from './stored-answers.server';

type LoadContext = Parameters<typeof storeAnswer>[0];
type Store = AppContext['keyValueStore'];

/** The two parts of the context that answers go through; `busy`: so many writes come second. */
function world(options: { busy?: number } = {}) {
  const documents = new Map<string, { value: string; version: number }>();
  let busy = options.busy ?? 0;
  let now = Date.UTC(2026, 10, 22);
  const store = {
    read: (key: string) => Promise.resolve(documents.get(key) ?? null),
    write: (key: string, value: string, { version }: { version: number | null }) => {
      const is = documents.get(key)?.version ?? null;
      busy -= 1;
      if (is !== version || busy >= 0) return Promise.resolve(false);
      documents.set(key, { value, version: (version ?? 0) + 1 });
      return Promise.resolve(true);
    },
    delete: (key: string) => Promise.resolve(void documents.delete(key)),
  } as unknown as Store;
  const contextOf = (owner: string | null): LoadContext => ({
    context: {
      clock: { now: () => new Date(now) },
      keyValueStore: store,
      session:
        owner === null
          ? { kind: 'guest' }
          : ({ kind: 'customer', customer: { owner } } as AppContext['session']),
    },
  });
  return { documents, contextOf, later: (ms: number) => void (now += ms) };
}

const path = '/fr/cart';
const answer = (data: unknown): StoredAnswer => ({ kind: 'form', path, data });
/** Text that does not pack. */
const noise = (bytes: number): string => randomBytes(bytes).toString('latin1');
const kept = async (contextOf: LoadContext, data: unknown): Promise<string> =>
  (await storeAnswer(contextOf, answer(data))) ?? '';

it.each([
  [answer({ kind: 'quick-order', order: {} }), true],
  [answer({ kind: 'sheet-answer', lines: {} }), true],
  [{ kind: 'oversized' as const, path, mb: 5, fields: [] }, true],
  [answer({ kind: 'form-answer', general: ['Choisissez une adresse.'] }), false],
  [answer({ kind: 'form-answer', typed: { to: '/' }, faults: {}, general: [] }), true],
  [
    answer({ kind: 'form-answer', typed: {}, faults: { q: 'Quantité illisible' }, general: [] }),
    false,
  ],
  [answer(null), false],
])('I18N-02 an answer without a sentence can be shown in every language: %j', (given, is) => {
  expect(speaksNoLanguage(given)).toBe(is);
});

describe('answers that wait for their page', () => {
  it('CART-01 are found by their customer on their page only', async () => {
    const { contextOf } = world();
    const id = await kept(contextOf('one'), { typed: '2O' });
    expect(await findAnswer(contextOf('one'), id, path)).toEqual(answer({ typed: '2O' }));
    expect(await findAnswer(contextOf('other'), id, path)).toBeNull();
    expect(await findAnswer(contextOf(null), id, path)).toBeNull();
    expect(await findAnswer(contextOf('one'), id, '/fr/quick-order')).toBeNull();
    expect(await findAnswer(contextOf('one'), id, '/nl/cart')).toEqual(answer({ typed: '2O' }));
    expect(await findAnswer(contextOf('one'), id, '/cart')).toBeNull();
    for (const wrong of ['', 'x', '../x', 'A'.repeat(22)])
      expect(await findAnswer(contextOf('one'), wrong, path)).toBeNull();
    expect(await storeAnswer(contextOf(null), answer('of a visitor'))).toBeNull();
  });

  it('P-31 are bounded for a customer, in count and in bytes; the oldest go, and leave nothing behind', async () => {
    const { documents, contextOf } = world();
    const small: string[] = [];
    for (let at = 0; at < 20; at += 1) small.push(await kept(contextOf('one'), at));
    const found = await Promise.all(small.map((id) => findAnswer(contextOf('one'), id, path)));
    expect(found.map((one) => one !== null)).toEqual([
      ...Array<boolean>(4).fill(false),
      ...Array<boolean>(16).fill(true),
    ]);
    expect(documents.size).toBe(17);
    for (let at = 0; at < 8; at += 1) await kept(contextOf('one'), noise(50_000));
    const bytes = [...documents.values()].reduce((sum, { value }) => sum + value.length, 0);
    expect(bytes).toBeLessThan(520 * 1024);
    expect(documents.size).toBeGreaterThan(3);
    expect(await storeAnswer(contextOf('one'), answer(noise(200_000)))).toBeNull();
  });

  it('P-31 are bounded for an instance in half an hour', async () => {
    const { contextOf, later } = world();
    const [one, large] = [answer('x'), noise(60_000)];
    let customers = 0;
    while (
      customers < 5_000 &&
      (await storeAnswer(contextOf(`c${customers}`), answer(large))) !== null
    )
      customers += 1;
    expect(customers).toBeGreaterThan(500);
    expect(customers).toBeLessThan(2_000);
    later(31 * 60_000);
    expect(await storeAnswer(contextOf('late'), one)).not.toBeNull();
  });

  it('CART-01 many requests of a customer at once all keep theirs, or are answered at once', async () => {
    const { contextOf } = world({ busy: 3 });
    expect(await storeAnswer(contextOf('one'), answer(1))).not.toBeNull();
    expect(await storeAnswer(world({ busy: 100 }).contextOf('one'), answer(1))).toBeNull();
  });
});
