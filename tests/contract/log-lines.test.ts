import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { addCall, matches, summarise, tableOf, type Calls } from '../../tools/log-lines';
import { linesOf } from '../../tools/logs/files';
import { isNumber } from '../../tools/logs/known-customer';
import { askedFor, readOptions } from '../../tools/logs/options';
import { readTime } from '../../tools/logs/times';
import { routeTable } from '~/base/routing/table';
import { localTime } from '../../server/observe/local-time';
import { inWords } from '../../server/observe/in-words';
import {
  interpretReference,
  listPossibleReferences,
  sameNumber,
} from '../../server/observe/meant-reference';
import { isCall, parseLine, type LogEntry } from '../../server/observe/log-entry';

const line = (fields: object): string =>
  JSON.stringify({
    time: '2026-11-20T10:00:00.000Z',
    level: 'info',
    event: 'erp.called',
    reference: 'abc123',
    customer: 'C1',
    method: 'GET',
    path: 'sales/{id}',
    status: 200,
    ms: 12,
    attempts: 1,
    ...fields,
  });
const entry = (fields: object): LogEntry => {
  const parsed = parseLine(line(fields));
  if (!parsed) throw new Error('not a log line');
  return parsed;
};

describe('lines of the log reader for support', () => {
  it('OPS-03 npm run logs filters by reference or customer', () => {
    expect(matches(entry({}), { references: ['abc123'], failuresOnly: false })).toBe(true);
    expect(matches(entry({}), { references: ['other'], failuresOnly: false })).toBe(false);
    expect(
      matches(entry({ customer: 'C2' }), { isCustomer: sameNumber(['C1']), failuresOnly: false }),
    ).toBe(false);
  });

  it('OPS-03 npm run logs finds an order by the last digits of its number, and by a confirmation whose response was lost', () => {
    const found = entry({
      event: 'order.placed',
      path: undefined,
      method: undefined,
      name: 'S100472',
      confirmation: 'def456',
      status: undefined,
      detail: 'found after a lost answer',
    });
    for (const sought of ['abc123', 'def456'])
      expect(
        matches(found, { references: listPossibleReferences(sought), failuresOnly: false }),
      ).toBe(true);
    for (const sought of ['S100472', 's 100472', '100472', '0472', 'commande S100472 du 26/11'])
      expect([sought, interpretReference(sought).isPartOf(found)]).toEqual([sought, 'order']);
    for (const sought of ['472', '00473', 'S10047', 'du 26/11/2026'])
      expect([sought, interpretReference(sought).isPartOf(found)]).toEqual([sought, null]);
    expect(summarise(found)).toContain('order.placed S100472 found after a lost answer');
  });

  it('CHK-05 OPS-03 npm run logs does not count a started payment as an order; the line of its return has number and result', () => {
    const payment = { path: undefined, method: undefined, status: undefined, name: 'S100473' };
    const begun = { ...payment, event: 'payment.begun', transaction: 'S100473-1' };
    const told = 'payment of S100473 begun (transaction S100473-1)';
    expect(inWords(entry(begun))).toBe(told);
    const back = entry({ ...begun, event: 'payment.returned', reason: 'cancelled' });
    expect(inWords(back)).toBe(
      'back from the payment of S100473 (cancelled, transaction S100473-1)',
    );
    expect(summarise(back)).toContain('payment.returned S100473 cancelled; transaction S100473-1');
  });

  it('P-25 OPS-03 npm run logs names the host missing from PAYMENT_HOSTS for a rejected payment redirect', () => {
    const refused = entry({
      event: 'payment.host_refused',
      path: undefined,
      method: undefined,
      status: undefined,
      reason: 'host-refused',
      host: 'pay.example:8443',
    });
    for (const told of [summarise(refused), inWords(refused)])
      expect(told).toMatch(/host-refused.*host pay\.example:8443/);
  });

  it('OPS-03 PRICE-01 npm run logs describes an outdated cart price in words', () => {
    const differs = { event: 'cart.price_differs', path: undefined, method: undefined };
    expect(inWords(entry({ ...differs, lines: 1, detail: 'VT-1: index 64.61, cart 55.21' }))).toBe(
      'cart has other prices than the catalogue (VT-1: index 64.61, cart 55.21)',
    );
  });

  it('AUTH-07 OPS-03 npm run logs shows reason and advice for a failed sign-in', () => {
    const advice = 'compare OIDC_CLIENT_SECRET with the client there';
    const failed = entry({
      event: 'sign_in.failed',
      path: undefined,
      method: undefined,
      status: undefined,
      error: 'ProviderFault: unavailable',
      reason: 'provider-setup',
      advice,
    });
    for (const told of [summarise(failed), inWords(failed)])
      expect(told).toMatch(
        /ProviderFault: unavailable.+provider-setup; compare OIDC_CLIENT_SECRET/,
      );
  });

  it('OPS-03 npm run logs filters failures, or slow calls', () => {
    expect(matches(entry({}), { failuresOnly: true })).toBe(false);
    const back = { event: 'upstream.back', dependency: 'erp', detail: 'away 10:02–10:09' };
    expect(matches(entry({ ...back, status: undefined }), { failuresOnly: true })).toBe(true);
    expect(matches(entry({ status: 503, level: 'warn' }), { failuresOnly: true })).toBe(true);
    expect(matches(entry({ ms: 900 }), { failuresOnly: false, slowerThanMs: 1000 })).toBe(false);
    expect(matches(entry({ ms: 1100 }), { failuresOnly: false, slowerThanMs: 1000 })).toBe(true);
  });

  it('OPS-03 npm run logs does not count start-up checks and configuration warnings as failures', () => {
    const survey = { reference: 'survey', customer: undefined, level: 'warn' };
    const warning = { event: 'config.warning', level: 'warn', status: undefined };
    const refused = [401, 404, 422].map((status) => ({ ...survey, status }));
    for (const well of [...refused, warning])
      expect(matches(entry(well), { failuresOnly: true }), JSON.stringify(well)).toBe(false);
    const missing = {
      event: 'erp.call_missing',
      level: 'warn',
      path: undefined,
      method: undefined,
    };
    const named = { ...missing, status: undefined, call: 'POST carts/current/request_quotation' };
    for (const ill of [{ ...survey, status: 503 }, { status: 401 }, named])
      expect(matches(entry(ill), { failuresOnly: true }), JSON.stringify(ill)).toBe(true);
    expect(summarise(entry(named))).toContain('erp.call_missing POST carts/current/request_quot');
  });

  it('OPS-03 npm run logs summarises an upstream call and its result in one line', () => {
    const shown = summarise(
      entry({ status: null, ms: 8000, attempts: 2, error: 'timeout', level: 'warn' }),
    );
    expect(shown).toContain('abc123');
    expect(shown).toContain('GET sales/{id} (2 tries) timeout');
    expect(shown).toContain('8000 ms');
  });

  it('P-72 OPS-03 npm run logs prints no control characters from visitors or upstreams to the terminal', () => {
    const hostile = '\u001b]0;title\u0007\u001b[2J\u009b31m gone \u202egnp.exe\r\nforged line';
    const shown = summarise(entry({ error: hostile, path: hostile, customer: hostile }));
    expect(shown).toContain('forged line');
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('OPS-03 npm run logs counts upstream calls by path, with failures and percentiles', () => {
    const calls = [1, 2, 3, 4, 100]
      .map((ms) => entry({ ms }))
      .concat(entry({ path: 'carts/sync', method: 'POST', status: 500 }));
    expect(calls.every(isCall)).toBe(true);
    const table: Calls = new Map();
    for (const call of calls) addCall(table, call);
    const [, first, second] = tableOf(table).split('\n');
    expect(first?.split(/\s{2,}/)).toEqual(['erp GET sales/{id}', '5', '0', '3', '100', '100']);
    expect(second).toContain('erp POST carts/sync');
    expect(second?.trim().split(/\s{2,}/)[2]).toBe('1');
  });

  it('OPS-03 npm run logs ignores lines that are not log lines', () => {
    expect(parseLine('Warning: something')).toBeNull();
    expect(parseLine('{"other":1}')).toBeNull();
  });

  it('OPS-03 npm run logs matches references and customers in any case, and customer numbers in any usual spelling', () => {
    expect(
      matches(entry({}), { references: listPossibleReferences('ABC123'), failuresOnly: false }),
    ).toBe(true);
    expect(matches(entry({}), { isCustomer: sameNumber(['c1']), failuresOnly: false })).toBe(true);
    expect(matches(entry({}), { isCustomer: sameNumber(['1']), failuresOnly: false })).toBe(true);
    const well = entry({ customer: 'C10021' });
    for (const typed of ['C 10021', 'c-10021', 'C1OO21', '1OO21']) {
      expect(matches(well, { isCustomer: sameNumber([typed]), failuresOnly: false }), typed).toBe(
        true,
      );
      expect(isNumber(typed), typed).toBe(true);
    }
    for (const customer of ['c11', '11', 'd1'])
      expect(
        matches(entry({}), { isCustomer: sameNumber([customer]), failuresOnly: false }),
        customer,
      ).toBe(false);
  });

  it('OPS-03 npm run logs prints times with date in the shop’s time zone, in summer and winter', () => {
    expect(localTime('2026-11-22T07:41:03.120Z')).toBe('2026-11-22 08:41:03');
    expect(localTime('2026-07-01T22:30:00Z')).toBe('2026-07-02 00:30:00');
    expect(localTime('no time')).toBe('no time');
  });

  it('OPS-03 npm run logs parses time bounds in many notations', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    const read = (typed: string): string | null => {
      const at = readTime(typed, now);
      return at === null ? null : new Date(at).toISOString();
    };
    expect(read('2h')).toBe('2026-11-22T10:00:00.000Z');
    expect(read('08:41')).toBe('2026-11-22T07:41:00.000Z');
    expect(read('2026-07-01 00:30')).toBe('2026-06-30T22:30:00.000Z');
    expect(read('2026-11-22')).toBe('2026-11-21T23:00:00.000Z');
    expect(read('2026-11-22T07:41:00Z')).toBe('2026-11-22T07:41:00.000Z');
    expect(read('90min')).toBe('2026-11-22T10:30:00.000Z');
    for (const typed of [
      '22/11/2026',
      '22-11-2026',
      '22.11.2026',
      'today',
      'Vandaag',
      'aujourd’hui',
    ])
      expect(read(typed), typed).toBe('2026-11-21T23:00:00.000Z');
    for (const typed of ['yesterday', 'hier', 'Gisteren', '21/11/2026'])
      expect(read(typed), typed).toBe('2026-11-20T23:00:00.000Z');
    for (const typed of ['hier 8h41', '21/11/2026 08:41', '2026-11-21T08:41'])
      expect(read(typed), typed).toBe('2026-11-21T07:41:00.000Z');
    expect(readTime('hier', now, 'until')).toBe(Date.parse('2026-11-21T22:59:59.999Z'));
    // The date in the shop's time zone, an hour ahead of UTC.
    expect(readTime('hier', Date.parse('2026-11-21T23:30:00Z'))).toBe(
      Date.parse('2026-11-20T23:00Z'),
    );
    for (const wrong of [
      'soon',
      '',
      '25',
      '2026-13-77',
      '8.41',
      '11/26/2026',
      '31/11/2026',
      '26/11',
      '25:10',
      '2 fortnights',
      '08:41 hier',
      'hier 08:41 09:41',
    ])
      expect(read(wrong), wrong).toBeNull();
    const since = { failuresOnly: false, sinceMs: Date.parse('2026-11-20T10:00:01Z') };
    expect(matches(entry({}), since)).toBe(false);
    expect(matches(entry({}), { ...since, sinceMs: 0, untilMs: since.sinceMs })).toBe(true);
  });

  it.each([
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25 01:59', '2026-10-24T23:59:00.000Z', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25 03:00', '2026-10-25T02:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ['2026-03-29 01:59', '2026-03-29T00:59:00.000Z', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29 03:00', '2026-03-29T01:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  ])(
    'OPS-03 a time bound in an ambiguous hour includes it completely, and a skipped hour is empty: %s',
    (typed, since, until) => {
      const read = (bound: 'since' | 'until'): string =>
        new Date(readTime(typed, 0, bound) ?? Number.NaN).toISOString();
      expect([read('since'), read('until')]).toEqual([since, until]);
    },
  );

  it('OPS-03 npm run logs extracts matching lines from blocks of any size', async () => {
    const text = ['{"a":"ref-1"}', 'noise', '{"b":"ref-2"}', '{"c":"ref-1 à"}'].join('\n');
    const bytes = Buffer.from(text);
    for (const size of [1, 3, 7, 14, 1_000]) {
      const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const found: string[] = [];
      for await (const line of linesOf(Readable.from(blocks), ['ref-1'])) found.push(line);
      expect(found, `blocks of ${size}`).toEqual(['{"a":"ref-1"}', '{"c":"ref-1 à"}']);
      const all: string[] = [];
      for await (const line of linesOf(Readable.from(blocks), null)) all.push(line);
      expect(all).toHaveLength(4);
    }
  });

  it('OPS-03 npm run logs describes an hour of a customer in words, with the ERP’s cause and without user input', () => {
    const words = (fields: object): string | null => inWords(entry(fields));
    const page = { event: 'request.answered', method: 'GET', status: 200 };
    expect(words({ event: 'sign_in.succeeded', path: undefined })).toBe('signed in');
    expect(words({ ...page, path: '/fr/search' })).toBe('searched');
    expect(words({ ...page, path: '/nl/p/x', method: 'POST', status: 303 })).toBe(
      'lines sent from a product',
    );
    expect(words({ ...page, path: '/fr/autocomplete' })).toBeNull();
    expect(words({ ...page, path: '/fr/cart', ms: 8012, aborted: true })).toBe(
      'looked at the cart: not received whole, the browser went away after 8012 ms',
    );
    expect(words({ ...page, path: '/fr/account/documents/7/download', status: 502, ms: 5 })).toBe(
      'downloaded a document: answered 502 after 5 ms',
    );
    expect(words({ ...page, path: '/fr/cart-confirm/payment' })).toBe('payment');
    // A write in doubt, its outcome, and the page: no line contradicts another.
    const cart = { path: undefined, method: undefined };
    expect(words({ ...cart, event: 'cart.sync.doubt' })).toBe('cart change in doubt');
    expect(words({ ...cart, event: 'cart.sync.resolved', verdict: 'applied' })).toBe(
      'cart change no longer in doubt (applied)',
    );
    const late = {
      event: 'block.unavailable',
      block: 'most ordered',
      error: 'Late: after 1500 ms',
    };
    expect(words({ ...late, path: undefined })).toBe(
      'part of the page left out (most ordered: Late: after 1500 ms)',
    );
    expect(words({ ...page, path: '/fr/cart', method: 'POST', status: 303 })).toBe(
      'cart change sent',
    );
    const terms = 'vet, may order, gross list 12, discount lists 7 9';
    expect(words({ event: 'sign_in.succeeded', path: undefined, detail: terms })).toBe(
      `signed in (${terms})`,
    );
    const stopped = { event: 'order.not_placed', path: undefined };
    expect(words({ ...stopped, detail: 'Le total a changé' })).toBe(
      'order not placed (Le total a changé)',
    );
    const toCheck = { event: 'cart.sync.divergence', verdict: 'unclear', products: [830093, 7] };
    expect(words({ ...toCheck, path: undefined })).toBe(
      'cart differs from what was sent: call the customer (unclear: products 830093, 7)',
    );
    expect(words({ event: 'cart.sync.divergence', path: undefined })).toBe(
      'cart differs from what was sent: call the customer',
    );
    expect(words({ ...page, path: '/fr/account/sales/7', status: 503, ms: 9 })).toBe(
      'looked at an order: answered 503 after 9 ms',
    );
    const placed = { event: 'order.placed', path: undefined, name: 'S100472' };
    expect(words({ ...placed, lines: 3 })).toBe('order S100472 placed (3 lines)');
    expect(words({ ...placed, lines: 1, detail: 'payment begun' })).toBe(
      'order S100472 placed (1 line, payment begun)',
    );
    expect(words({ ...placed, found: true, detail: 'found after a lost answer' })).toBe(
      'order S100472 placed (found after a lost answer)',
    );
    expect(words({ event: 'cart.lines_added', path: undefined, lines: 3 })).toBe('3 lines added');
    expect(words({ event: 'cart.lines_reduced', path: undefined, lines: 1 })).toBe(
      '1 line reduced',
    );
    expect(words({ event: 'cart.lines_removed', path: undefined, lines: 2 })).toBe(
      '2 lines removed',
    );
    const again = { event: 'form.repeated', path: undefined };
    expect(words(again)).toBe('sent again: nothing counted twice');
    expect(words({ ...again, lines: 2 })).toBe('sent again: nothing counted twice (2 lines)');
    const typed = { lines: 2, products: [7], detail: 'other quantities typed, not taken' };
    expect(words({ ...again, ...typed })).toBe(
      'sent again: nothing counted twice (2 lines: other quantities typed, not taken: products 7)',
    );
    const twice = { ...again, event: 'checkout.repeated', name: 'S100472' };
    expect(words({ ...twice, detail: 'other choices, not in the order' })).toBe(
      'checkout sent again: nothing ordered twice (S100472: other choices, not in the order)',
    );
    expect(words({})).toBeNull();
    expect(words({ status: 503 })).toBe('ERP 503 (GET sales/{id})');
    const failed = { event: 'erp.failed', path: undefined, operation: 'GET sales/{id}' };
    expect(words({ ...failed, detail: 'KeyError account.move' })).toBe(
      'ERP failed (GET sales/{id}: KeyError account.move)',
    );
  });

  it('OPS-03 npm run logs describes every page of the shop in words instead of its URL', () => {
    const addresses = routeTable
      .filter(({ pattern, policy }) => pattern.startsWith(':locale') && !policy.anyText)
      .map(({ pattern }) =>
        `/${pattern}`.replace(':locale', 'fr').replace('*', 'x').replace(/:\w+/g, '7'),
      );
    expect(addresses.length).toBeGreaterThan(50);
    for (const path of addresses)
      for (const method of ['GET', 'POST']) {
        const fields = { event: 'request.answered', method, status: 303, path };
        expect(inWords(entry(fields)) ?? '', `${method} ${path}`).not.toContain('/');
      }
    expect(
      inWords(entry({ event: 'request.answered', path: '/fr/[9 characters]', status: 404 })),
    ).toBe('asked for /fr/[9 characters]: answered 404 after 12 ms');
  });

  it('OPS-03 npm run logs reports an invalid option and exits', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(readOptions(['--help'], now)).toBe('help');
    expect(readOptions(['shop.log', '-'], now)).toMatchObject({ files: ['shop.log'] });
    expect(readOptions(['--ref', ' a '], now)).toMatchObject({ reference: 'a' });
    for (const reference of ['4f1c-09a2-b3de', '1234d', '2h', 'req-12-34'])
      expect(readOptions(['-r', reference], now)).toMatchObject({ reference });
    for (const [wrong, said] of [
      [['--since', 'soon'], /^--since soon is no time; examples: 26\/11\/2026, .*gisteren/],
      [['--slow', 'x'], /^--slow x is no number$/],
      [['--refrence', 'a'], /^Unknown option '--refrence'/],
      [['--reference', ' '], /^--reference: expected what to look for$/],
      [['--customer', '""'], /^--customer: expected what to look for$/],
      ...[
        ['-r', '14:05'],
        ['-r', '26/11/2026'],
        ['-c', 'hier'],
        ['shop.log', '14h05'],
      ].map(
        (args) =>
          [args, /^\S+ is a time: ask with --since "\S+" and --until, .* --customer too$/] as const,
      ),
      [
        ['--since', '2026-11-22 09:00', '--until', '2026-11-22 08:00'],
        /^--until 2026-11-22 08:00:00 is before --since 2026-11-22 09:00:00$/,
      ],
    ] as const)
      expect(() => readOptions(wrong, now), wrong.join(' ')).toThrow(said);
  });

  it('OPS-03 npm run logs prints the search with times in the shop’s time zone, and distinguishes customer numbers from names', () => {
    const asked = ['--customer', 'vet@demo.example', '--since', '2026-11-22T07:41:00Z'];
    const options = readOptions(asked, 0);
    if (options === 'help') throw new Error('not asked for');
    expect(askedFor(options)).toBe('customer vet@demo.example, since 2026-11-22 08:41:00');
    for (const name of ['vet@demo.example', 'Peeters', 'dr.janssens2'])
      expect(isNumber(name), name).toBe(false);
    for (const number of ['C10021', '4711', 'c-17']) expect(isNumber(number)).toBe(true);
  });
});
