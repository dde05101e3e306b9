import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CartQueue, retryDelayMs, type QueueStorage } from './cart-queue';
import { CartRunner, type Flags, type SyncReply } from './cart-runner';
import { maxSyncBytes, type IslandAnswer, type IslandBody, type PageCart } from './island-wire';

function storage(): QueueStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
    keys: () => [...entries.keys()],
  };
}

let made = 0;
const uuid = (): string => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
const queueOn = (entries: QueueStorage, owner = 'me') =>
  Object.assign(new CartQueue(entries, owner), { uuid });
const answer = (given: Partial<IslandAnswer> = {}): IslandAnswer => ({
  state: 'synced',
  epoch: 'e1',
  at: 1_000,
  cart: { uuid: 'cart', lines: [['1', 2]] },
  waiting: 0,
  acked: [],
  rejected: [],
  review: [],
  dropped: [],
  notices: 0,
  ...given,
});

describe('browser queue', () => {
  it('CART-02 the queue outlives the page: another tab finds its edits in order', () => {
    const local = storage();
    queueOn(local).add({ productId: 1, quantity: 2 });
    queueOn(local).add({ productId: 2, quantity: -1 });
    queueOn(local).add({ productId: 1, quantity: 5 });
    expect(
      queueOn(local)
        .pending()
        .map(({ productId, quantity }) => [productId, quantity]),
    ).toEqual([
      [1, 2],
      [2, -1],
      [1, 5],
    ]);
  });

  it('CART-03 the queue ignores edits without a valid product or quantity', () => {
    const queue = queueOn(storage());
    for (const [product, quantity] of [
      [0, 1],
      [1, 0],
      [1, 1.5],
      [1, Number.NaN],
      [1, 1e9],
    ] as const)
      expect(queue.add({ productId: product, quantity })).toBeNull();
    expect(queue.pending()).toEqual([]);
  });

  it('P-51 sent edits are frozen: they are resent unchanged, and later edits wait behind them', () => {
    const page = { epoch: 'e1', at: 500, cart: { uuid: null, lines: [] } };
    const queue = new CartQueue(storage(), 'me', page);
    queue.add({ productId: 1, quantity: 2 });
    const first = queue.freeze();
    const sent = { epoch: 'e1', base: { uuid: null, lines: [] } };
    expect([first.to, first.sent]).toEqual([',', sent]);
    queue.add({ productId: 2, quantity: 1 });
    queue.settle(answer({ epoch: 'e2' }));
    const again = queue.freeze();
    expect(again.txs).toEqual(first.txs);
    expect([again.to, again.sent]).toEqual([',500', sent]);
    queue.settle(answer({ acked: first.txs.map((tx) => tx.uuid) }));
    const next = queue.freeze();
    expect(next.txs.map((tx) => [tx.product_id, tx.cart])).toEqual([[2, null]]);
    queue.add({ productId: 3, quantity: 1 });
    expect(queue.pending()).toHaveLength(2);
  });

  it.each([
    ['a change', (queue: CartQueue) => void queue.add({ productId: 1, quantity: 2 })],
    ['a look at the cart', (queue: CartQueue) => queue.settle(answer())],
  ])(
    'CART-08 P-54 a response to %s after a sign-out in another tab stores nothing',
    (_what, begin) => {
      const local = storage();
      const queue = queueOn(local);
      begin(queue);
      const { txs } = queue.freeze();
      queueOn(local).clear();
      queue.settle(answer({ at: 2_000, acked: txs.map((tx) => tx.uuid) }));
      expect([...local.entries]).toEqual([]);
      // When the customer signs in again in the same browser, a response stores the cart again.
      queueOn(local).settle(answer({ at: 3_000 }));
      expect(queueOn(local).remembered()?.at).toBe(3_000);
    },
  );

  it('P-54 each customer sees only their own edits, and sign-out clears only those', () => {
    const local = storage();
    queueOn(local, 'ann').add({ productId: 1, quantity: 1 });
    queueOn(local, 'bob').add({ productId: 2, quantity: 1 });
    expect(
      queueOn(local, 'bob')
        .freeze()
        .txs.map((tx) => tx.product_id),
    ).toEqual([2]);
    for (const owner of ['ann', 'bob', '']) local.set(`cart:v1:searches:${owner}`, '["kap"]');
    queueOn(local, 'bob').clear();
    expect(queueOn(local, 'ann').pending()).toHaveLength(1);
    expect(local.keys().filter((key) => key.includes('searches'))).toEqual([
      'cart:v1:searches:ann',
      'cart:v1:searches:',
    ]);
  });

  it('CART-02 when the browser’s storage is full, the queue stores all edits of a form or none', () => {
    const local = storage();
    let room = 2;
    const full: QueueStorage = {
      ...local,
      set: (key, value) => {
        if ((room -= 1) < 0) throw new Error('full');
        local.set(key, value);
      },
    };
    const edits = [1, 2, 3].map((productId) => ({ productId, quantity: 1 }));
    expect(() => queueOn(full).addAll(edits)).toThrow('full');
    expect(local.entries.size).toBe(0);
  });

  it('CART-02 when the browser’s storage is full, the queue still drops edits that the shop has settled', () => {
    const local = storage();
    const first = queueOn(local);
    first.add({ productId: 1, quantity: 1 });
    const { txs } = first.freeze();
    const full: QueueStorage = {
      ...local,
      set: () => {
        throw new Error('full');
      },
    };
    expect(() => queueOn(full).settle(answer({ acked: txs.map((tx) => tx.uuid) }))).toThrow('full');
    expect(queueOn(local).pending()).toEqual([]);
  });

  it('CART-05 retry delays are random below 1, 2, 4 … seconds and never exceed five minutes', () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (attempt, dice) => {
          const wait = retryDelayMs(attempt, () => dice);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThan(Math.min(1000 * 2 ** attempt, 300_000));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

function runnerOn(queue: CartQueue, replies: (SyncReply | Error)[]) {
  const sent: IslandBody[] = [];
  const waits: number[] = [];
  const flags: Flags[] = [];
  const runner = new CartRunner({
    queue,
    random: () => 0.5,
    onChange: () => flags.push(runner.flags),
    exclusively: (run) => run(),
    sleep: async (ms) => void waits.push(ms),
    post: async (body) => {
      sent.push(body);
      const reply = replies.shift() ?? { status: 200, retryAfterMs: null, answer: settles(body) };
      if (reply instanceof Error) throw reply;
      return reply;
    },
  });
  return { runner, sent, waits, flags };
}
const settles = (body: IslandBody): IslandAnswer =>
  answer({ acked: body.txs.map((tx) => tx.uuid) });

describe('cart that comes with the page', () => {
  const page = (at: number, quantity: number): PageCart => ({
    epoch: 'e2',
    at,
    waiting: 0,
    cart: { uuid: 'cart', lines: [['1', quantity]] },
  });
  const on = (local: QueueStorage, known: PageCart) => new CartQueue(local, 'me', known);

  it('CART-03 edits apply to the page’s cart before the first call to the shop', () => {
    const queue = on(storage(), page(2_000, 4));
    queue.add({ productId: 1, quantity: 3 });
    queue.add({ productId: 2, quantity: 1 });
    expect([...queue.view().lines]).toEqual([
      ['1', 7],
      ['2', 1],
    ]);
    expect(queue.view().pieces).toBe(8);
    expect(queue.freeze().txs.map(({ cart }) => cart)).toEqual(['cart', 'cart']);
  });

  it('CART-03 a later response of the shop replaces the page’s cart, and an older one does not', () => {
    const local = storage();
    queueOn(local).settle(answer({ at: 1_000 }));
    expect(on(local, page(500, 9)).view().pieces).toBe(2);
    expect(on(local, page(1_500, 9)).view().pieces).toBe(9);
    queueOn(local, 'other').settle(answer({ at: 5_000 }));
    expect(on(local, page(1_500, 9)).view().pieces).toBe(9);
  });

  it('CART-03 P-81 clearing the storage under an open page does not restore an older snapshot', () => {
    const local = storage();
    const queue = on(local, page(500, 9));
    queue.settle(answer({ at: 1_000 }));
    expect(queue.view().lines.get('1')).toBe(2);
    for (const key of local.keys()) local.remove(key);
    expect(queue.view().lines.get('1')).toBe(2);
  });

  it('CART-03 unsent edits of plain forms count in the badge, but not in the cart lines', () => {
    const queue = on(storage(), { ...page(2_000, 4), waiting: 2 });
    expect([queue.view().pieces, queue.view().lines.get('1')]).toEqual([6, 4]);
  });
});

describe('quantity entered in one of several tabs', () => {
  const cart = (quantity: number) => ({
    uuid: 'cart',
    lines: [['1', quantity]] as [string, number][],
  });
  const pageOf = (at: number, quantity: number): PageCart => ({
    epoch: 'e',
    at,
    waiting: 0,
    cart: cart(quantity),
  });
  const tab = (local: QueueStorage, at: number, quantity: number) =>
    new CartQueue(local, 'me', pageOf(at, quantity), new Map([['1', quantity]]));

  it('CART-02 a line’s quantity includes the edits of all tabs, sent or not', () => {
    const local = storage();
    const [a, b] = [tab(local, 1_000, 3), tab(local, 2_000, 3)];
    a.add({ productId: 1, quantity: 2 });
    expect(b.view().lines.get('1')).toBe(5);
    a.freeze();
    expect([b.view().lines.get('1'), b.view().pending.get('1')]).toEqual([5, false]);
    expect(b.view().pieces).toBe(5);
  });

  it('CART-02 a line waits for the response when the page may already include an edit sent earlier', () => {
    const local = storage();
    const first = tab(local, 1_000, 3);
    first.add({ productId: 1, quantity: 2 });
    const { txs } = first.freeze();
    // The page may or may not include the edit, so the quantity is known only after the response.
    for (const [added, quantity] of [3, 5].entries()) {
      const later = tab(local, 2_000, quantity);
      const { pending, lines } = later.view();
      expect([pending.get('1'), lines.get('1')]).toEqual([true, quantity + added]);
      later.add({ productId: 1, quantity: 1 });
      expect(later.view().pending.get('1')).toBe(true);
    }
    // An offline copy of the page, older than the edit, does not include the edit.
    const kept = tab(local, 1_000, 3).view();
    expect([kept.pending.get('1'), kept.lines.get('1')]).toEqual([false, 7]);
    const later = tab(local, 2_000, 5);
    later.settle(answer({ at: 3_000, acked: txs.map((tx) => tx.uuid), cart: cart(5) }));
    expect([later.view().pending.get('1'), later.view().lines.get('1')]).toEqual([false, 7]);
  });

  it('CART-02 an edit that waits in the browser and is unconfirmed at the shop counts once; older responses are ignored', () => {
    const local = storage();
    const queue = tab(local, 1_000, 3);
    queue.add({ productId: 1, quantity: 2 });
    const [own] = queue.pending();
    if (!own) throw new Error('nothing waits');
    const other = { uuid: 'of-another-device', productId: 1, quantity: 1 };
    queue.settle(answer({ at: 2_000, cart: cart(3), unsent: [own, other] }));
    expect(queue.view().lines.get('1')).toBe(6);
    queue.settle(answer({ at: 1_500, cart: cart(9) }));
    expect(queue.view().lines.get('1')).toBe(6);
  });
});

describe('size of a call', () => {
  const size = (body: IslandBody): number => new TextEncoder().encode(JSON.stringify(body)).length;
  const large = Array.from({ length: 2_500 }, (_, at): [string, number] => [String(at), 1]);

  it.each([
    ['200 changes', 210, undefined, 200],
    ['changes with long options', 30, { note: '€'.repeat(1_980) }, 9],
  ] as const)(
    'CART-02 P-31 requests with %s in a cart of 2,500 lines stay below the size limit, also when repeated',
    (_, count, options, most) => {
      const queue = queueOn(storage());
      queue.settle(
        answer({
          cart: { uuid: 'cart', lines: large },
          base: { uuid: 'cart', lines: [['*', 2_500]] },
        }),
      );
      for (let product = 1; product <= count; product += 1)
        queue.add({ productId: product, quantity: 9_999, options });
      const seen = new Set<string>();
      while (queue.pending().length > 0) {
        const first = queue.freeze();
        const again = queue.freeze();
        expect(again.txs).toEqual(first.txs);
        expect(first.txs.length).toBeLessThanOrEqual(most);
        expect(size(again)).toBeLessThan(maxSyncBytes);
        for (const tx of again.txs) seen.add(tx.uuid);
        queue.settle(answer({ acked: again.txs.map((tx) => tx.uuid) }));
      }
      expect(seen.size).toBe(count);
    },
  );
});

describe('sending the queue', () => {
  it('CART-05 a 503 sets “not available”, any other failure a sync error; success clears both', async () => {
    const queue = queueOn(storage());
    queue.add({ productId: 1, quantity: 1 });
    const { runner, sent, waits, flags } = runnerOn(queue, [
      { status: 503, retryAfterMs: null, answer: answer({ state: 'unavailable' }) },
      new Error('no network'),
      { status: 502, retryAfterMs: null, answer: answer({ state: 'error' }) },
    ]);
    await runner.kick();
    expect(flags).toEqual([
      { erpNotAvailable: true, syncError: false, stopped: false },
      { erpNotAvailable: false, syncError: true, stopped: false },
      { erpNotAvailable: false, syncError: true, stopped: false },
      { erpNotAvailable: false, syncError: false, stopped: false },
    ]);
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(new Set(sent.map((body) => body.txs[0]?.uuid)).size).toBe(1);
    expect(queue.pending()).toEqual([]);
  });

  it('CART-02 a batch that cannot be recorded as sent waits until the storage has room', async () => {
    const local = storage();
    queueOn(local).add({ productId: 1, quantity: 1 });
    let room = false;
    const narrow: QueueStorage = {
      ...local,
      set: (key, value) => {
        if (!room) throw new Error('full');
        local.set(key, value);
      },
    };
    const { runner, sent, flags, waits } = runnerOn(queueOn(narrow), []);
    const kicked = runner.kick();
    await Promise.resolve();
    expect(sent).toEqual([]);
    room = true;
    await kicked;
    expect([sent.length, flags[0]?.syncError, waits.length > 0]).toEqual([1, true, true]);
  });

  it('CART-05 the shop’s Retry-After takes precedence over the random delay', async () => {
    const queue = queueOn(storage());
    queue.add({ productId: 1, quantity: 1 });
    const busy = { status: 503, retryAfterMs: 90_000, answer: answer({ state: 'checking' }) };
    const { runner, waits } = runnerOn(queue, [busy]);
    await runner.kick();
    expect(waits).toEqual([90_000]);
  });

  it('CART-05 an offline browser with an empty queue polls every minute', async () => {
    const { runner, waits } = runnerOn(queueOn(storage()), [
      new Error('offline'),
      new Error('offline'),
    ]);
    await runner.kick();
    expect(waits).toEqual([60_000, 60_000]);
  });

  it('CART-05 a 200 from a hotel’s sign-in page is retried with growing delays', async () => {
    const queue = queueOn(storage());
    queue.add({ productId: 1, quantity: 1 });
    const portal = { status: 200, retryAfterMs: null, answer: null };
    const { runner, sent, waits } = runnerOn(queue, [portal, portal, portal]);
    await runner.kick();
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(new Set(sent.map(({ txs }) => txs[0]?.uuid)).size).toBe(1);
    expect(queue.pending()).toEqual([]);
  });

  it('CART-08 an ended session stops sending and preserves the queue', async () => {
    const queue = queueOn(storage());
    queue.add({ productId: 1, quantity: 1 });
    const refusal = { retryAfterMs: null, answer: null };
    const { runner, sent } = runnerOn(queue, [
      { status: 401, ...refusal },
      { status: 409, ...refusal },
    ]);
    for (const asked of [1, 2]) {
      await runner.kick();
      expect(runner.flags.stopped).toBe(true);
      expect(sent).toHaveLength(asked);
      expect(queue.pending()).toHaveLength(1);
    }
  });
});
