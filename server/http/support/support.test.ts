/** Support page from log lines and a ledger; its access control is tested on the running shop. */
import { describe, expect, it, vi } from 'vitest';
import { emptyLedger, formatLedger } from '~/ordering/cart/sync/ledger.server';
import { ledgerKey } from '~/ordering/cart/sync/ledger-store.server';
import { createRecentLines } from '../../observe/recent-lines';
import { hashLogin } from '../../observe/known-as';
import { createLogger } from '../../observe/logger';
import { ledgerKeyOf, viewOfLedger } from './cart-ledger';
import { createLedgerKeys } from './ledger-keys';
import { awayNow, findStory, findSimilarReferences } from './request-story';
import { supportMarkup } from './support-markup';

const at = Date.parse('2026-11-22T10:00:00.000Z');
const iso = (ms: number): string => new Date(at + ms).toISOString();
const line = (ms: number, fields: object): string =>
  JSON.stringify({ time: iso(ms), level: 'info', customer: 'C1', ...fields });

function ringOf(...lines: string[]) {
  const ring = createRecentLines(100_000);
  for (const one of lines) ring.add(one);
  return ring;
}

const call = (ms: number, took: number, more: object = {}): string =>
  line(ms, {
    event: 'erp.called',
    reference: 'abc123abc123',
    method: 'GET',
    path: 'sales/{id}',
    status: 200,
    ms: took,
    attempts: 1,
    ...more,
  });
const answered = (ms: number, took: number, status: number, path = '/fr/account/sales/7'): string =>
  line(ms, {
    event: 'request.answered',
    reference: 'abc123abc123',
    method: 'GET',
    path,
    status,
    ms: took,
  });

describe('support page', () => {
  it('OPS-07 the buffer of recent log lines keeps the newest within a limit of bytes', () => {
    const ring = createRecentLines(1_000);
    for (let number = 0; number < 20_000; number += 1) {
      ring.add(`${String(number).padStart(5, '0')} é`);
      expect(ring.extent().bytes).toBeLessThanOrEqual(1_000);
    }
    expect(ring.extent()).toMatchObject({ lines: 125, bytes: 1_000 });
    expect(ring.holding(['19999'])).toEqual(['19999 é']);
    expect(ring.holding(['00001'])).toEqual([]);
    ring.add('x'.repeat(2_000));
    expect(ring.extent()).toMatchObject({ lines: 0, bytes: 0 });
  });

  it('OPS-07 P-88 a search for a text that is in every line parses at most 4,000 of them, and a reference finds the oldest', () => {
    const ring = createRecentLines(10_000_000);
    ring.add(answered(0, 5, 200));
    const reference = '4f1c09a2b3de';
    const page = { event: 'request.answered', reference, customer: 'C4700', path: '/fr', ms: 1 };
    for (let ms = 1; ms <= 10_000; ms += 1) ring.add(line(ms, page));
    const parse = vi.spyOn(JSON, 'parse');
    for (const text of ['e', '"', '2026', '1']) {
      parse.mockClear();
      findStory(ring, text, at);
      expect(parse.mock.calls.length).toBeLessThanOrEqual(4_000);
      parse.mockClear();
      findSimilarReferences(ring, text);
      expect(parse.mock.calls.length).toBeLessThanOrEqual(4_000);
    }
    parse.mockRestore();
    expect(findStory(ring, 'abc123abc123', at)?.reference).toBe('abc123abc123');
  });

  it.each([
    '4f1c09a2b3be',
    '4f1d09a2b3de',
    '4f1c9a2b3de',
    '4fc109a2b3de',
    '4F1C',
    '4f1c o9',
    'b3de',
    '4f1c09a2b3dx',
    'sf1c09a2b3de',
  ])('OPS-07 findSimilarReferences finds a misheard or partly dictated reference: %s', (asked) => {
    const [reference, other] = ['4f1c09a2b3de', 'c09a2b3de4f1'];
    const page = { event: 'request.answered', method: 'GET', path: '/fr/cart', status: 503 };
    const ring = ringOf(
      line(0, { ...page, reference, ms: 9 }),
      line(1, { ...page, reference: other, ms: 9 }),
    );
    expect(findStory(ring, asked, at)).toBeNull();
    const near = findSimilarReferences(ring, asked);
    expect(near.map((one) => one.reference)).toEqual([reference]);
    const markup = supportMarkup({
      version: '1',
      asked,
      story: null,
      ledger: null,
      near,
      kept: { lines: 2, oldest: null },
    });
    expect(markup).toContain(`<a href="/support?q=${reference}"><code>${reference}</code></a>`);
    expect(markup).toContain('C1: looked at the cart: answered 503 after 9 ms');
  });

  it('OPS-07 the support page reports a response that the browser did not receive completely', () => {
    const white = { event: 'request.answered', reference: 'r9', method: 'GET', path: '/fr', ms: 7 };
    const ring = ringOf(line(0, { ...white, status: 200, aborted: true }));
    const markup = supportMarkup({
      version: '1',
      asked: 'r9',
      story: findStory(ring, 'r9', at),
      ledger: 'none',
      near: [],
      kept: { lines: 1, oldest: null },
    });
    expect(markup).toContain('not received whole: the browser went away');
  });

  it('OPS-07 findStory finds a request by its reference in any spelling, with start and duration of each call', () => {
    const ring = ringOf(
      call(120, 100, { attempts: 2 }),
      call(900, 700, { level: 'warn', status: null, error: 'socket hang up' }),
      line(905, { event: 'page.unavailable', level: 'warn', reference: 'abc123abc123' }),
      answered(1_000, 1_000, 503),
    );
    const story = findStory(ring, 'ABC123ABC123', at + 5_000);
    expect(story).toMatchObject({ reference: 'abc123abc123', customer: 'C1', totalMs: 1_000 });
    expect(story?.calls).toEqual([
      {
        what: 'erp GET sales/{id} (2 tries)',
        status: '200',
        ms: 100,
        startMs: 20,
        failed: false,
        detail: null,
      },
      {
        what: 'erp GET sales/{id}',
        status: 'no answer',
        ms: 700,
        startMs: 200,
        failed: true,
        detail: 'socket hang up',
      },
    ]);
    expect(story?.events.map(({ event }) => event)).toEqual(['page.unavailable']);
    for (const typed of [
      'abc1 23ab c123',
      'ABC-123-ABC-123',
      ' «abc123abc123».',
      'abc l23 abc i23',
      'abc123abc123,',
      'Bonjour, le code 5400000047119 : référence abc123abc123. Merci, Dr Peeters',
    ])
      expect(findStory(ring, typed, at)?.reference, typed).toBe('abc123abc123');
    expect(findStory(ring, 'c1.', at)?.customer).toBe('C1');
    expect(findStory(ring, 'ffffffffffff', at)).toBeNull();
  });

  it('OPS-07 findStory describes the customer’s last hour, without other customers and earlier lines', () => {
    const ring = ringOf(
      line(-4_000_000, { event: 'sign_in.succeeded', reference: 'r0' }),
      line(-60_000, { event: 'order.placed', reference: 'r1', name: 'S100472', lines: 3 }),
      line(-50_000, { event: 'order.placed', reference: 'r2', customer: 'C12', name: 'S2' }),
      answered(0, 50, 200),
    );
    const words = findStory(ring, 'abc123abc123', at)?.hour.map((one) => one.words);
    expect(words).toEqual(['order S100472 placed (3 lines)', 'looked at an order']);
    expect(findStory(ring, 'c1', at)?.hour.map((one) => one.words)).toEqual(words);
    const markup = supportMarkup({
      version: '1',
      asked: 'C1',
      story: findStory(ring, 'C1', at),
      ledger: 'none',
      near: [],
      kept: { lines: 4, oldest: null },
    });
    expect(markup).toContain('<a href="/support?q=r1"><code>r1</code></a>');
    expect(markup).toContain('Customer C1, the last hour');
    // On a busy day the lines in memory cover only minutes.
    const short = ringOf(line(-60_000, { event: 'sign_in.succeeded' }), answered(0, 50, 200));
    const story = findStory(short, 'C1', at);
    const minutes = supportMarkup({
      version: '1',
      asked: 'C1',
      story,
      ledger: 'none',
      near: [],
      kept: { lines: 2, oldest: null },
    });
    expect(minutes).toContain('Customer C1, since <time>2026-11-22 10:59:00</time>');
    const none = supportMarkup({
      version: '1',
      asked: 'Dr Peeters',
      story: null,
      ledger: null,
      near: [],
      kept: { lines: 4, oldest: null },
    });
    expect(none).toContain('Neither names nor product codes lead to a request');
  });

  it('OPS-03 OPS-07 an order number finds the confirmation that placed the order, or the last attempt', () => {
    const tries = ['aaaaaaaaaaa1', 'aaaaaaaaaaa2'].map((reference, second) =>
      line(second, { event: 'order.not_placed', reference, name: 'S100472' }),
    );
    expect(findStory(ringOf(...tries), 'S100472', at)?.reference).toBe('aaaaaaaaaaa2');
    const placed = line(9, { event: 'order.placed', reference: 'bbbbbbbbbbb1', name: 'S100472' });
    const later = line(20, { event: 'payment.twice', reference: 'ccccccccccc1', name: 'S100472' });
    const story = findStory(ringOf(...tries, placed, later), 'S100472', at);
    expect(story?.reference).toBe('bbbbbbbbbbb1');
    expect(story?.hour.filter(({ words }) => words.includes('S100472'))).toHaveLength(4);
  });

  it('OPS-07 an order that was found later is listed with its confirmation and leads to it by number', () => {
    const ring = ringOf(
      line(0, { event: 'order.answer_lost', level: 'error', reference: 'abc123abc123' }),
      answered(10, 10, 303, '/fr/cart-confirm'),
      line(60_000, {
        event: 'order.placed',
        reference: 'ffffffffffff',
        confirmation: 'abc123abc123',
        name: 'S100472',
        found: true,
        detail: 'found after a lost answer',
      }),
    );
    for (const asked of ['abc123abc123', 's100472', '100472', 'Ma commande S100472 du 22/11 ?']) {
      const story = findStory(ring, asked, at + 70_000);
      expect(story?.reference).toBe('abc123abc123');
      expect(story?.events.map(({ event }) => event)).toEqual([
        'order.answer_lost',
        'order.placed',
      ]);
      const markup = supportMarkup({
        version: '1',
        asked,
        story,
        ledger: 'none',
        near: [],
        kept: { lines: 3, oldest: null },
      });
      expect(markup).toContain('S100472');
      expect(markup).toContain('found after a lost answer');
    }
  });

  it('OPS-07 the support page lists unavailable services with time and cause until they recover', () => {
    const away = { dependency: 'erp', since: iso(-60_000), customer: undefined };
    const ring = ringOf(
      line(0, { ...away, event: 'upstream.away', level: 'warn', error: '503 of GET sales (r1)' }),
    );
    const page = () =>
      supportMarkup({
        version: '1',
        asked: '',
        story: null,
        ledger: null,
        near: [],
        away: awayNow(ring),
        kept: { lines: 1, oldest: null },
      });
    expect(page()).toContain(
      '<strong>erp</strong> since <time>2026-11-22 10:59:00</time>: 503 of GET sales (r1)',
    );
    ring.add(line(5, { ...away, event: 'upstream.back' }));
    expect(page()).not.toContain('Away now');
  });

  it('OPS-07 the support page escapes hostile text of a log line', () => {
    const hostile = `/fr/"><script>alert(1)</script><img src=x onerror='x'>`;
    const ring = ringOf(answered(10, 10, 404, hostile));
    const story = findStory(ring, 'abc123abc123', at);
    const asked = `"><svg onload=alert(1)>`;
    const markup = supportMarkup({
      version: '<b>1',
      asked,
      story,
      ledger: 'none',
      near: [],
      kept: { lines: 1, oldest: null },
    });
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(markup).not.toMatch(/<script|<img|<svg onload|<b>1/);
  });

  it('OPS-07 viewOfLedger reads the cart’s ledger: the in-doubt write, pending edits and settled transactions', () => {
    expect(ledgerKeyOf('https://id.example|7')).toBe(ledgerKey('https://id.example|7'));
    const edit = { productId: 501, quantity: 3, from: 'form' as const, cart: 'c-1' };
    const ledger = {
      ...emptyLedger(),
      queue: [{ ...edit, uuid: 'u-2', productId: 502, quantity: -1 }],
      doubt: {
        id: 'one',
        transactions: [{ ...edit, uuid: 'u-1' }],
        before: { uuid: 'c-1', quantities: [['501', 2] as [string, number]] },
        sentAt: at,
        until: at + 130_000,
      },
      failedAttempts: { 'u-2': 2 },
      trouble: 'unavailable' as const,
      snapshot: { uuid: 'c-1', at, quantities: [['501', 2] as [string, number]] },
      settled: new Map([['u-0', { state: 'acked' as const, at, mark: 'm' }]]),
    };
    const view = viewOfLedger(formatLedger(ledger, at));
    expect(view).toEqual({
      snapshot: { cart: 'c-1', lines: 1, at },
      doubt: {
        sentAt: at,
        until: at + 130_000,
        edits: ['product 501: +3, from the page’s form, transaction u-1, before: 2'],
      },
      pending: ['product 502: -1, from the page’s form, transaction u-2, answered 500 2 times'],
      notices: [],
      trouble: 'unavailable',
      settled: [{ fate: 'applied', count: 1, last: at }],
    });
    const markup = supportMarkup({
      version: '1',
      asked: 'abc123abc123',
      ledger: view,
      near: [],
      story: findStory(ringOf(answered(10, 10, 200)), 'abc123abc123', at),
      kept: { lines: 1, oldest: iso(0) },
    });
    expect(markup).toContain('In doubt: sent <time>2026-11-22 11:00:00</time>');
    expect(markup).toContain('Waiting to be sent: 1 (ERP: unavailable)');
    expect(markup).toContain('The ERP last showed cart <code>c-1</code> with 1 line at');
    const ordered = supportMarkup({
      version: '1',
      asked: 'abc123abc123',
      near: [],
      kept: { lines: 1, oldest: iso(0) },
      ledger: { ...view, snapshot: { cart: null, lines: 0, at } },
      story: findStory(
        ringOf(line(5, { event: 'order.placed', reference: 'abc123abc123', name: 'S100472' })),
        'S100472',
        at,
      ),
    });
    expect(ordered).toContain('The ERP last showed an empty cart at');
    expect(ordered).toContain('<td>order.placed</td><td>S100472</td>');
  });

  it('OPS-03 P-71 a log line maps a customer number to its hashed login once an hour', () => {
    const lines: string[] = [];
    let now = at;
    const keys = createLedgerKeys({
      log: createLogger({
        level: 'info',
        version: '1',
        destination: { write: (one) => lines.push(one) },
      }),
      clock: { now: () => new Date(now) },
      secrets: `${'n'.repeat(32)},${'o'.repeat(32)}`,
    });
    const vet = { ref: 'C1', owner: 'o', login: 'vet', email: 'Vet@Demo.example' };
    for (const minutes of [0, 1, 59, 61]) {
      now = at + minutes * 60_000;
      keys.note(vet);
    }
    keys.note({ ...vet, ref: null });
    expect(lines).toHaveLength(2);
    const [line = ''] = lines;
    expect(line).not.toMatch(/vet|demo/i);
    expect(JSON.parse(line)).toMatchObject({
      event: 'customer.known_as',
      customer: 'C1',
      names: ['VET', 'vet@demo.example'].flatMap((name) => hashLogin('n'.repeat(32), name)),
    });
    expect(keys.refByLogin('my login is <VET@demo.example>')).toBe('C1');
  });
});
