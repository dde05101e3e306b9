import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AppContext } from '../../../../server/context';
import {
  findAnswer,
  forgetVisitorsAnswer,
  inEveryLanguage,
  storeAnswer,
  type StoredAnswer,
} from './stored-answers.server';

type LoadContext = Parameters<typeof storeAnswer>[0];
type Store = AppContext['keyValueStore'];

/** The two parts of the context that answers use; `busy`: number of writes that fail because of a concurrent write. */
function world(options: { busy?: number } = {}) {
  const documents = new Map<string, { value: string; version: number }>();
  const given: string[] = [];
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
  /**
   * A request context. `owner` is null for a guest; `visit` is the browser's cookie, null for a browser without
   * cookies.
   */
  const contextOf = (owner: string | null, visit: string | null = null): LoadContext => ({
    request: { headers: new Headers(visit === null ? {} : { cookie: `visit=${visit}` }) },
    context: {
      cookies: {
        read: () => visit ?? undefined,
        write: (_, value) => void given.push(value),
        written: () => false,
      },
      clock: { now: () => new Date(now) },
      keyValueStore: store,
      session:
        owner === null
          ? { kind: 'guest' }
          : ({ kind: 'customer', customer: { owner } } as AppContext['session']),
    },
  });
  return { documents, given, contextOf, later: (ms: number) => void (now += ms) };
}

const path = '/fr/cart';
const answer = (data: unknown): StoredAnswer => ({ kind: 'form', path, data });
/** Text that cannot be compressed. */
const noise = (bytes: number): string => randomBytes(bytes).toString('latin1');
const kept = async (contextOf: LoadContext, data: unknown): Promise<string> =>
  (await storeAnswer(contextOf, answer(data))) ?? '';

it.each([
  [answer({ kind: 'quick-order', order: {} }), answer({ kind: 'quick-order', order: {} })],
  [answer({ kind: 'sheet-answer', lines: {} }), answer({ kind: 'sheet-answer', lines: {} })],
  [
    answer({ kind: 'form-answer', typed: { a: '1' }, faults: { a: 'Trop.' }, general: ['Non.'] }),
    {
      ...answer({ kind: 'form-answer', typed: { a: '1' }, faults: {}, general: [] }),
      status: 200,
    },
  ],
  [
    answer({ status: 'error', initialValue: { a: '1', b: ['2'] }, error: { a: ['Trop.'] } }),
    { ...answer({ initialValue: { a: '1', b: ['2'] } }), status: 200 },
  ],
  [answer(null), null],
])(
  'I18N-02 inEveryLanguage preserves the form input of a stored answer and removes its messages: %j',
  (one, shown) => {
    expect(inEveryLanguage(one)).toEqual(shown);
  },
);

describe('stored answers', () => {
  it('CART-01 stored answers are returned only to their customer and page', async () => {
    const { contextOf } = world();
    const sheet = { kind: 'sheet-answer', typed: '2O' };
    const id = await kept(contextOf('one'), sheet);
    expect(await findAnswer(contextOf('one'), id, path)).toEqual(answer(sheet));
    expect(await findAnswer(contextOf('other'), id, path)).toBeNull();
    expect(await findAnswer(contextOf(null), id, path)).toBeNull();
    expect(await findAnswer(contextOf('one'), id, '/fr/quick-order')).toBeNull();
    expect(await findAnswer(contextOf('one'), id, '/nl/cart')).toEqual(answer(sheet));
    expect(await findAnswer(contextOf('one'), id, '/cart')).toBeNull();
    for (const wrong of ['', 'x', '../x', 'A'.repeat(22)])
      expect(await findAnswer(contextOf('one'), wrong, path)).toBeNull();
  });

  it('P-56 P-27 stored answers of a guest are returned to the same browser only, until the guest’s form succeeds', async () => {
    const { documents, given, contextOf } = world();
    const [one, other] = ['A'.repeat(22), 'B'.repeat(22)];
    const id = await kept(contextOf(null, one), 'typed');
    expect(given).toEqual([one]);
    expect(await findAnswer(contextOf(null, one), id, path)).toEqual(answer('typed'));
    // The same person has signed in by now.
    expect(await findAnswer(contextOf('customer', one), id, path)).toEqual(answer('typed'));
    for (const stranger of [contextOf(null, other), contextOf(null), contextOf('customer')])
      expect(await findAnswer(stranger, id, path)).toBeNull();
    // A browser with an invalid cookie gets a new number. A browser without cookies could not read the answer, so
    // nothing is stored.
    expect(await storeAnswer(contextOf(null, 'made up'), answer('typed'))).not.toBeNull();
    expect(given.at(-1)).toMatch(/^[\w-]{22}$/);
    const before = documents.size;
    expect(await storeAnswer(contextOf(null), answer('typed'))).toBeNull();
    expect(documents.size).toBe(before);
    expect(JSON.stringify([...documents.keys()])).not.toContain(one);
    await forgetVisitorsAnswer(contextOf(null, one), id);
    expect(await findAnswer(contextOf(null, one), id, path)).toBeNull();
  });

  it('P-31 P-61 stored answers of guests leave room for customers, and one address cannot fill the guests’ share', async () => {
    const { contextOf } = world();
    const large = answer(noise(17_000));
    const leave = (at: number) => storeAnswer(contextOf(null, String(at).padStart(22, '0')), large);
    let left = 0;
    while (left < 2_000 && (await leave(left)) !== null) left += 1;
    // One address may post ten forms a minute for half an hour.
    expect(left).toBeGreaterThan(10 * 30);
    expect(left).toBeLessThan(1_000);
    expect(await storeAnswer(contextOf('one'), large)).not.toBeNull();
    expect(await storeAnswer(contextOf(null, 'C'.repeat(22)), answer(noise(40_000)))).toBeNull();
  });

  it('P-31 stored answers are limited per customer in number and bytes; the oldest are deleted completely', async () => {
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

  it('P-31 stored answers are limited per instance and half an hour', async () => {
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

  it('CART-01 concurrent requests of a customer store all their answers, or send them directly', async () => {
    const { contextOf } = world({ busy: 3 });
    expect(await storeAnswer(contextOf('one'), answer(1))).not.toBeNull();
    expect(await storeAnswer(world({ busy: 100 }).contextOf('one'), answer(1))).toBeNull();
  });
});
