/**
 * Runs the conformance check against the ERP stand-in: no difference to the reference, and each deviation by its name.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examineErp, exitCodeOf, type Conformance } from '../../../tools/conformance/examine';
import { conformancePage, conformancePaper } from '../../../tools/generate-conformance-docs';
import { optionsOf } from '../../../tools/conformance/options';
import { reportOf } from '../../../tools/conformance/report';
import { createWorld } from '../../../sandbox/seed/create-world';
import { startErp, type ErpServer } from '../../../sandbox/erp/server';
import { AUDIENCE, TOKEN_SECRET, tokenFor } from '../../../sandbox/erp/testing/client';
import { QUIRKS, type Quirk } from '../../../sandbox/erp/quirks';
import { erpCalls } from '../../../server/upstream/erp/calls';
import { freePort } from '../../support/free-port';
import { commandFile } from '../../support/command-file';
import { until } from '../../support/until';
import { listening } from '../../support/listening';

/** Deviations that no GET and no reversible write can reveal, each with the reason. */
const untold: Partial<Record<Quirk, string>> = {
  'many-open-carts': 'two first syncs at once would leave a cart',
  'void-sync-clears-delivery': 'needs a carrier chosen on the cart',
  'late-apply': 'needs a lock in the data base',
  'empty-sync-reads-old': 'needs a lock in the data base',
  'contention-500': 'would hold the customer up',
  'bad-quantity-500': 'would fill the log of the ERP with faults',
  'html-404-when-down': 'needs the data base to be away',
  'foreign-403': 'needs a record of another customer',
  'state-400': 'needs a quotation that cannot be taken back',
  'pickup-by-code': 'needs an address near a pick-up point',
  'raw-400-texts': 'texts are not compared',
  'bare-204': 'needs a customer without a cart',
  'doubled-email-401': 'needs a second customer with the address',
  'released-faults': 'sums that the shop does not read',
  'promo-once': 'needs a promotion code',
  'stale-payable': 'needs a payment',
  'quotations-list-unpaid': 'needs an order that waits for its payment',
  'late-401': 'needs a token that runs out on the way',
  'carrier-path-only': 'told as an absent call',
  'released-calls-only': 'told as absent calls',
  'released-shapes': 'told as missing fields',
  'public-price-list': 'told with --list-price alone',
  'api-user-rights': 'told as refused calls',
  'unported-modules': 'told as absent calls',
  'unchecked-address': 'needs an address of another customer',
  'signin-needs-partner': 'needs a token of a person whom the ERP does not know',
  'unknown-key-500': 'needs a token of another key',
  'wishlists-of-18': 'nothing that the shop reads',
  'warehouse-keys': 'nothing that the shop reads',
  'translated-constraints': 'texts are not compared',
};

const world = createWorld({ mediaBase: 'http://127.0.0.1:9/media', products: 60 });
const login = 'vet@demo.example';
let erp: ErpServer;
let token = '';
beforeAll(async () => {
  erp = await startErp({ world, tokenSecret: TOKEN_SECRET, audience: AUDIENCE });
  const customer = world.customers.find((one) => one.login === login);
  token = tokenFor(customer?.email ?? '', Date.now());
});
afterAll(() => erp.close());
beforeEach(() => erp.control.reset());

const examined = (mayWrite = false): Promise<Conformance> =>
  examineErp({ base: `${erp.url}/`, patienceMs: 10_000 }, { token, mayWrite, productId: null });
const pieces = () =>
  erp.control
    .cartsOf(world.customers.find((one) => one.login === login)?.id ?? 0)
    .flatMap((cart) => cart.lines.filter((line) => line.productId > 0))
    .map((line) => [line.productId, line.qty]);
const absent = ({ calls }: Conformance): string[] =>
  calls.filter(({ presence }) => presence === 'absent').map(({ facts }) => facts.call);
const fields = ({ calls }: Conformance): string[] =>
  calls.flatMap(({ differences }) => differences.map(({ field }) => field));
const ids = ({ traits }: Conformance): string[] => traits.map(({ id }) => id).sort();

describe('CFG-08 the conformance table', () => {
  it('CFG-08 the conformance check reports no difference for the reference ERP, and writes nothing without permission', async () => {
    const carts = erp.control.requests().length;
    const found = await examined();
    expect(ids(found)).toEqual([]);
    expect(fields(found)).toEqual([]);
    // These two calls exist in released ERPs only; the reference ERP has other calls for the same purpose (17.4).
    expect(absent(found)).toEqual([
      'POST carts/current/request_quotation',
      'POST quotations/{id}/confirm',
    ]);
    const done = erp.control
      .requests()
      .slice(carts)
      .filter(({ method, status }) => method !== 'GET' && status < 400);
    expect(done.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /signout']);
  });

  it.each(['odoo16', 'odoo18'] as const)(
    'CFG-08 the conformance check reports exactly the observable deviations of the ERP profile %s',
    async (profile) => {
      const { control } = erp;
      const { quirks } = control.profile({ profile });
      const found = await examined(true);
      const expected = QUIRKS.filter((quirk) => quirks[quirk] && !(quirk in untold)).sort();
      expect(ids(found)).toEqual(expected);
      expect(fields(found)).toContain('items[].lines[].product');
      expect(exitCodeOf(found)).toBe(1);
      const report = reportOf(found);
      // A missing call disables nothing if another call does the same.
      expect(report).toMatch(
        /^absent +POST v2\/cart\/sync .*→ no feature lost: POST carts\/\{uuid\}\/sync replaces it$/m,
      );
      expect(report).not.toMatch(/features lost: every change of the cart/);
      for (const id of expected) expect(report).toContain(`[${id}]`);
    },
  );

  it('CFG-08 DEG-01 the conformance check fails an Odoo 18 with its released modules alone, because no module there takes an order', async () => {
    erp.control.profile({ profile: 'odoo18', quirks: { 'released-calls-only': true } });
    const found = await examined();
    expect(exitCodeOf(found)).toBe(2);
    expect(found.stops).toEqual([expect.stringContaining('ordering is off')]);
    expect(absent(found)).toEqual(
      expect.arrayContaining(['GET payment/methods', 'POST carts/current/set_carrier']),
    );
  });

  it('CFG-08 the conformance check undoes its own writes', async () => {
    const { control } = erp;
    control.profile({ profile: 'odoo16' });
    const before = pieces();
    await examined(true);
    expect(pieces()).toEqual(before);
  });

  describe('test writes whose response is lost', () => {
    const written = (patienceMs = 10_000): Promise<Conformance> =>
      examineErp(
        { base: `${erp.url}/`, patienceMs },
        { token, mayWrite: true, productId: null, settleMs: 4_000 },
      );
    const listed = async (path: string): Promise<unknown> => {
      const answer = await fetch(`${erp.url}/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.json();
    };
    const sync = { method: 'POST', path: 'carts/sync' };
    const own = () => world.customers.find((one) => one.login === login)?.id ?? 0;

    it('CFG-08 the conformance check undoes a cart write that the ERP applied without a response', async () => {
      const before = pieces();
      erp.control.fault({ match: sync, drop: 'after' });
      const found = await written();
      expect(pieces()).toEqual(before);
      expect(found.notUndone).toEqual([]);
      expect(found.unwritten).toContain('answers nothing');
    });

    it('CFG-08 the conformance check undoes a cart write that the ERP applies after the response timed out', async () => {
      const before = pieces();
      erp.control.profile({ quirks: { 'late-apply': true } });
      erp.control.fault({ match: sync, delay_ms: 3_000 });
      const found = await written(1_500);
      expect(pieces()).toEqual(before);
      expect(found.notUndone).toEqual([]);
    });

    it('CFG-08 the conformance check undoes its writes when the response to the undoing one is lost', async () => {
      const before = pieces();
      erp.control.fault({ match: sync, status: 201, applied: true, body: { lines: [] } });
      erp.control.fault({ match: sync, drop: 'after' });
      const found = await written();
      expect(pieces()).toEqual(before);
      expect(found.notUndone).toEqual([]);
    });

    it('CFG-08 the conformance check reports a cart write as NOT UNDONE if the ERP may still apply it, stops writing and fails', async () => {
      const since = erp.control.requests().length;
      erp.control.fault({ match: sync, drop: 'before' });
      const found = await written();
      expect(exitCodeOf(found)).toBe(1);
      expect(reportOf(found)).toMatch(
        /^NOT UNDONE {2}product \d+ in this customer’s cart: POST carts\/sync has no response: a change by 1 may still arrive/m,
      );
      const later = erp.control.requests().slice(since);
      const made = later.filter(({ method, path }) => method === 'POST' && path === '/wishlists');
      expect(made.filter(({ status }) => status < 400)).toEqual([]);
    });

    it('CFG-08 the conformance check reports the quantity to set if the ERP refuses to undo', async () => {
      erp.control.fault({ match: sync, status: 201, applied: true, body: { lines: [] } });
      erp.control.fault({ match: sync, status: 400, body: { detail: 'No.' }, times: 9 });
      const found = await written();
      const [left] = found.notUndone;
      expect(left?.record).toMatch(/^product \d+ in this customer’s cart$/);
      expect(left?.why).toMatch(/^POST carts\/sync answers 400; set it to \d+$/);
      expect(exitCodeOf(found)).not.toBe(0);
    });

    it('CFG-08 the conformance check restores the carrier that a change of goods removes', async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const post = (path: string, body: unknown) =>
        fetch(`${erp.url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const [productId] = pieces()[0] ?? [world.variants.keys().next().value];
      await post('carts/sync', {
        uuid: null,
        transactions: [{ uuid: randomUUID(), product_id: productId, qty: 1 }],
      });
      const [carrier] = (await listed('carts/current/delivery_carriers')) as { id: number }[];
      await post('carts/current/set_carrier', { carrier_id: carrier?.id });
      const cartNow = () => erp.control.cartsOf(own()).map((cart) => cart.carrierId);
      expect(cartNow()).toContain(carrier?.id);
      const [before, goods] = [cartNow(), pieces()];
      const found = await written();
      expect([cartNow(), pieces()]).toEqual([before, goods]);
      expect(found.notUndone).toEqual([]);
      erp.control.fault({ match: { method: 'POST', path: 'carts/*_*' }, status: 400, times: 50 });
      erp.control.fault({
        match: { method: 'POST', path: 'carts/current/carrier' },
        status: 400,
        times: 50,
      });
      expect((await written()).notUndone).toEqual([
        {
          record: 'carrier of this customer’s cart',
          why: `was ${String(carrier?.id)}, is null`,
        },
      ]);
    });

    it.each([
      ['wishlists', 'wishlists?page=1&page_size=200'],
      ['addresses/delivery', 'addresses/delivery'],
      ['quotations/create', 'quotations?page=1&page_size=200'],
    ])(
      'CFG-08 the conformance check finds and deletes the record that POST %s created without a response',
      async (path, list) => {
        const before = await listed(list);
        // The first, unauthenticated call is the survey's.
        erp.control.fault({ match: { method: 'POST', path }, status: 401 });
        erp.control.fault({ match: { method: 'POST', path }, drop: 'after' });
        const found = await written();
        expect(await listed(list)).toEqual(before);
        expect(found.notUndone).toEqual([]);
      },
    );

    it('CFG-08 the conformance check reports a record as NOT UNDONE if its DELETE fails', async () => {
      erp.control.fault({
        match: { method: 'DELETE', path: 'wishlists/*' },
        status: 500,
        times: 9,
      });
      const found = await written();
      expect(reportOf(found)).toMatch(
        /^NOT UNDONE {2}wishlist "conformance \S+", id \d+: DELETE wishlists\/\d+ answers 500$/m,
      );
      expect(reportOf(found)).not.toContain('The test writes were undone');
      expect(exitCodeOf(found)).toBe(1);
    });
  });

  it('CFG-08 when interrupted, the conformance check waits for the current write and undoes it', async () => {
    const { control } = erp;
    control.profile({ profile: 'odoo16' });
    const before = pieces();
    // This proxy holds the response to the first write until the command has logged the interruption.
    let noted: Promise<unknown> | undefined;
    const between = createServer((request, response) => {
      const pass = async (): Promise<void> => {
        const { method = 'GET', url = '' } = request;
        const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
        const found = await fetch(`${erp.url}${url}`, {
          method,
          redirect: 'manual',
          headers: { authorization, 'content-type': type },
          ...(method === 'GET' ? {} : { body: await text(request) }),
        });
        const body = await found.text();
        if (JSON.stringify(pieces()) !== JSON.stringify(before)) {
          noted ??= once(child.stderr, 'data');
          await noted;
        }
        response.writeHead(found.status, { 'content-type': 'application/json' }).end(body);
      };
      pass().catch(() => response.destroy());
    });
    const port = await listening(between);
    const target = ['--erp', `http://127.0.0.1:${port}/`, '--token', token];
    const child = spawn(process.execPath, [
      commandFile('tools/conformance.ts'),
      ...target,
      '--customer-may-be-changed',
    ]);
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until(() => noted !== undefined);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(pieces()).toEqual(before);
    between.close();
  });

  it('CFG-08 PRICE-01 with --list-price the conformance check reports a cart that costs more than the price list', async () => {
    const { control } = erp;
    const customer = world.customers.find((one) => one.login === login);
    const product = [...world.variants.values()].find(
      ({ discounts, gross }) =>
        gross.length > 0 &&
        discounts.some(
          ({ pricelist, discount, minQuantity, dateStart, dateEnd }) =>
            customer?.pricelistDiscounts.includes(pricelist) === true &&
            discount > 2 &&
            minQuantity <= 1 &&
            dateStart === null &&
            dateEnd === null,
        ),
    );
    const priced = async (listPrice: number) => {
      const found = await examineErp(
        { base: `${erp.url}/`, patienceMs: 10_000 },
        { token, mayWrite: true, productId: product?.id ?? 0, listPrice },
      );
      return found.traits.find(({ id }) => id === 'public-price-list')?.seen;
    };
    const before = pieces();
    const own = Number(await priced(0));
    expect(own).toBeGreaterThan(0);
    expect(await priced(own)).toBeUndefined();
    control.profile({ quirks: { 'public-price-list': true } });
    expect(Number(await priced(own))).toBeGreaterThan(own);
    expect(pieces()).toEqual(before);
    const given = { erp: erp.url, token, 'auth-mode': 'oidc-token', seconds: '15', minutes: '10' };
    expect(optionsOf({ ...given, 'list-price': '13,14' }).listPrice).toBe(13.14);
    expect(() => optionsOf({ ...given, 'list-price': 'x' })).toThrow('--list-price');
  });

  it('CFG-08 the conformance check does not write to a cart that it cannot read', async () => {
    const { control } = erp;
    control.profile({ profile: 'odoo16' });
    const before = pieces();
    control.fault({ match: { path: 'carts/current', method: 'GET' }, status: 500 });
    await examined(true);
    expect(pieces()).toEqual(before);
  });

  it('CFG-08 DEG-01 the conformance check reports an API user without permissions, and fails once it tries a cart', async () => {
    const { control } = erp;
    control.profile({ profile: 'odoo16', quirks: { 'api-user-rights': true } });
    const read = await examined();
    const settings = read.calls.find(({ facts }) => facts.call === 'GET settings');
    expect(settings?.presence).toBe('refused');
    expect(reportOf(read)).toMatch(
      /^refused +GET settings .*rights of the API user.*→ features lost:/m,
    );
    expect(reportOf(read)).toMatch(/^NOT PROVEN .*API user may write carts.*--customer-may-be/m);
    expect(exitCodeOf(read)).toBe(1);

    const before = pieces();
    const tried = await examined(true);
    expect(exitCodeOf(tried)).toBe(2);
    expect(tried).toMatchObject({ wrote: false, unwritten: null });
    const report = reportOf(tried);
    expect(report).toMatch(/^STOPS THE SHOP +POST carts\/sync answers 403.*lacks rights/m);
    expect(report).toContain('The ERP refused the cart write');
    expect(report).not.toContain('The test writes were undone');
    expect(ids(tried)).toEqual(expect.arrayContaining(['address-refused', 'newsletter-refused']));
    expect(pieces()).toEqual(before);
  });

  it('CFG-08 without a past order the conformance check has no product to try, and its report asks for one', async () => {
    erp.control.fault({
      match: { path: 'sales', method: 'GET' },
      status: 200,
      body: { count: 0, items: [] },
      times: 20,
    });
    const found = await examined(true);
    expect(found.wrote).toBe(false);
    expect(found.unwritten).toContain('--product');
    expect(reportOf(found)).not.toContain('Read only');
  });

  it('CFG-08 the conformance check deletes the address that it created', async () => {
    const addresses = async (): Promise<unknown> => {
      const answer = await fetch(`${erp.url}/addresses/delivery`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.json();
    };
    const before: unknown = await addresses();
    expect(await examined(true)).toMatchObject({ wrote: true, unwritten: null });
    expect(await addresses()).toEqual(before);
  });

  it.each([
    ['401 for all', 401, 'application/json', '{"detail":"Unauthorized"}', 'the token is refused'],
    ['a redirect', 302, 'text/plain', '', 'answers 302'],
    ['a page', 200, 'text/html', '<title>Odoo</title>', 'no JSON'],
    ['half a document', 200, 'application/json', '{"a":[1,', 'no JSON'],
    ['an empty list for all', 200, 'application/json', '[]', 'a nonexistent call'],
  ])(
    'CFG-08 the conformance check finds no calls at an ERP URL that answers %s',
    async (_what, status, type, body, why) => {
      const server = createServer((_request, response) => {
        response.writeHead(status, { 'content-type': type, location: '/web/login' }).end(body);
      });
      const port = await listening(server);
      const found = await examineErp(
        { base: `http://127.0.0.1:${port}/`, patienceMs: 10_000 },
        { token, mayWrite: true, productId: 1 },
      );
      server.close();
      expect(found.calls.filter(({ presence }) => presence === 'present')).toEqual([]);
      expect(exitCodeOf(found)).toBe(2);
      expect(reportOf(found)).toMatch(new RegExp(`^STOPS THE SHOP .*${why}`, 'm'));
    },
  );

  it('CFG-08 the conformance check reports a rejected token first, and derives no behaviour from the responses', async () => {
    const found = await examineErp(
      { base: `${erp.url}/`, patienceMs: 10_000 },
      { token: 'another', mayWrite: true, productId: 1 },
    );
    expect(found).toMatchObject({ traits: [], wrote: false });
    expect(found.unwritten).toContain('the token is refused');
    expect(found.stops[0]).toContain('the token is refused');
    expect(exitCodeOf(found)).toBe(2);
  });

  it('CFG-08 the conformance check names the parts of the shop that each missing call disables', async () => {
    erp.control.profile({ quirks: { 'released-calls-only': true } });
    const found = await examined();
    expect(absent(found)).toEqual(
      expect.arrayContaining(['POST carts/confirm', 'GET documents', 'GET carts/next_suite_name']),
    );
    expect(reportOf(found)).toMatch(
      /^absent +POST carts\/confirm .*features lost: payment "on account".*instead: payment online/m,
    );
    expect(exitCodeOf(found)).toBe(1);
    erp.control.availability(false);
    expect(exitCodeOf(await examined())).toBe(2);
  });

  it('OPS-06 the conformance check reports whether the cart sync call exists, and fails without one', async () => {
    const withPath = (cartSync: string) =>
      examineErp(
        { base: `${erp.url}/`, patienceMs: 10_000 },
        { token, mayWrite: false, productId: null, cartSync, mode: 'credentials' },
      );
    const right = await withPath('carts/{uuid}/sync');
    expect(exitCodeOf(right)).toBe(1);
    const rows = right.calls.map(({ facts, presence }) => `${facts.call} ${presence}`);
    expect(rows).toContain('POST carts/{uuid}/sync present');
    expect(rows).toContain('POST auth/login untold');
    const wrong = await withPath('v3/basket/sync');
    expect(exitCodeOf(wrong)).toBe(2);
    expect(reportOf(wrong)).toMatch(/^STOPS THE SHOP {2}POST v3\/basket\/sync/m);
  });

  it('OPS-06 the conformance check fails an ERP that has neither a confirmation call nor a payment method', async () => {
    erp.control.profile({ quirks: { 'released-calls-only': true } });
    expect((await examined()).stops).toEqual([]);
    erp.control.fault({
      match: { path: 'payment/methods' },
      status: 200,
      body: { providers: [] },
      times: 10,
    });
    const found = await examined();
    expect(exitCodeOf(found)).toBe(2);
    expect(reportOf(found)).toMatch(/^STOPS THE SHOP {2}ordering is off/m);
  });

  it('OPS-06 the conformance check reads records with ids from the customer’s own lists', async () => {
    const since = erp.control.requests().length;
    await examined();
    const read = erp.control
      .requests()
      .slice(since)
      .filter(
        ({ method, path, status }) =>
          method === 'GET' && /^\/sales\/[1-9]\d*$/.test(path) && status === 200,
      );
    expect(read).toHaveLength(1);
  });

  it('OPS-06 the conformance table in the guide shows the results of the ERP profiles', async () => {
    const page = readFileSync(conformancePage, 'utf8');
    expect(page.split('\n').length).toBeGreaterThan(80);
    expect(await conformancePaper(erp, token, page)).toBe(page);
  });

  it('OPS-06 the conformance command prints a table, JSON or its usage, each with its own exit code', async () => {
    const command = (...args: string[]): Promise<{ status: number | null; said: string }> => {
      const child = spawn(process.execPath, [commandFile('tools/conformance.ts'), ...args], {
        env: { ...process.env, CONFORMANCE_TOKEN: '' },
      });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      return new Promise((resolve) => child.once('close', (status) => resolve({ status, said })));
    };
    const to = ['--erp', erp.url, '--token', token];
    const [table, json, help, slip] = await Promise.all([
      command(...to),
      command(...to, '--json', '--cart-sync', 'no/such/path'),
      command('--help'),
      command('--erp', erp.url),
    ]);
    expect(table.status).toBe(1);
    expect(table.said).toMatch(/^present +GET sales\b/m);
    expect(json.status).toBe(2);
    expect(JSON.parse(json.said)).toMatchObject({ wrote: false, stops: [expect.any(String)] });
    expect(help).toMatchObject({ status: 0, said: expect.stringMatching(/^Usage/) as string });
    expect(slip.status).toBe(64);
    expect(slip.said).toMatch(/^--token: .+\n\nUsage/);
  });

  it.each([
    ['--erp', { erp: '' }],
    ['--erp', { erp: 'ftp://erp.example/' }],
    ['--erp', { erp: 'https://user:word@erp.example/' }],
    ['--erp', { erp: 'https://erp.example/?db=one' }],
    ['--token', { token: 'two words' }],
    ['--auth-mode', { 'auth-mode': 'magic' }],
    ['--seconds', { seconds: 'Infinity' }],
    ['--minutes', { minutes: '0' }],
    ['--product', { product: 'VT-1' }],
  ])('OPS-06 the conformance command reports an invalid %s: %o', (option, slip) => {
    const right = { erp: 'https://erp.example/', token: 'x', 'auth-mode': 'credentials' };
    const values = { ...right, seconds: '15', minutes: '10', product: '7' };
    expect(optionsOf(values)).toMatchObject({ mode: 'credentials', productId: 7, seconds: 15 });
    expect(() => optionsOf({ ...values, ...slip })).toThrow(`${option}: `);
  });

  it('CFG-08 an ERP without responses does not block the conformance check, which reports the skipped questions', async () => {
    const silent = createServer(() => undefined);
    const port = await listening(silent);
    const ends = new AbortController();
    const target = { base: `http://127.0.0.1:${port}/`, patienceMs: 60_000, ends: ends.signal };
    silent.once('request', () => ends.abort());
    const found = await examineErp(target, { token, mayWrite: true, productId: 1 });
    silent.close();
    silent.closeAllConnections();
    const presences = new Set(found.calls.map(({ presence }) => presence));
    expect(presences).toEqual(new Set(['slow', 'unasked', 'untold']));
    expect(found.traits).toEqual([]);
    expect(exitCodeOf(found)).toBe(2);
    expect(reportOf(found)).toMatch(/^unasked +GET sales \(the time limit was reached\)/m);
    expect(reportOf(found)).toMatch(/\d{2} calls were not tested/);
  });

  it('CFG-08 the conformance check defines for every deviation of an ERP whether it is observable', () => {
    const named = Object.keys(untold);
    expect(QUIRKS.filter((quirk) => named.includes(quirk))).toHaveLength(named.length);
  });

  it('CFG-08 DEG-01 the conformance check covers every ERP call that the code makes', () => {
    const files = ['app', 'server'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
        .map((name) => join(folder, name)),
    );
    const known = new Set(erpCalls.map(({ call }) => call.replace(/^\w+ /, '')));
    const own = new Set([
      '/',
      '/_msearch',
      'web/content',
      'net_prices',
      'specials',
      'loyalty_rules',
    ]);
    const unknown = files
      .filter((file) => !/upstream|i18n|create-context|search\/(query|facets\/facet)/.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/path: '([^']+)'/g)])
      .map(([, path = '']) => path)
      .filter((path) => !known.has(path) && !own.has(path) && !path.startsWith('auth/'));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('CFG-08 the conformance commands of the Odoo guide print the results that the guide lists', async () => {
    const started = (...args: string[]) =>
      spawn(process.execPath, ['--import', 'tsx', ...args], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const base = String(await freePort());
    const profile = ['--erp', 'odoo16', '--released-only', '--products', '60', '--fresh'];
    const sandbox = started('sandbox/index.ts', ...profile, '--port-base', base);
    let said = '';
    sandbox.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes('Ctrl-C'));
    const given = (name: string): string => new RegExp(`${name}=(\\S+)`).exec(said)?.[1] ?? '';
    const asked = ['--erp', given('ERP_URL'), '--token', given('CONFORMANCE_TOKEN'), '--json'];
    const answer = await text(started('tools/conformance.ts', ...asked).stdout);
    sandbox.kill();
    await once(sandbox, 'close');
    rmSync(`.data/sandbox-${base}`, { recursive: true, force: true });
    const page = readFileSync(conformancePage, 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+ \S+)` +\| [^|]+ \| absent +\|/gm)];
    expect(rows.length).toBeGreaterThan(30);
    expect(absent(JSON.parse(answer) as Conformance)).toEqual(rows.map(([, call]) => call));
  });
});
