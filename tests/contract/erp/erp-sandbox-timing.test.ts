/**
 * Behaviour on which the shop's exactly-once proof relies: locks, lost responses, many parallel syncs and several
 * carts, in virtual time and without HTTP (contract/erp.md 10.5, 21.1).
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { createErp, type Erp } from '../../../sandbox/erp/erp';
import type { Profile, QuirkSwitches } from '../../../sandbox/erp/quirks';
import { virtualScheduler, type VirtualScheduler } from '../../../sandbox/erp/scheduler';
import { SMALL_WORLD } from '../../../sandbox/erp/testing/small-world';
import {
  AUDIENCE,
  TOKEN_SECRET,
  WireSale,
  erpCaller,
  quantities,
  tokenFor,
  type Answer,
  type Caller,
} from '../../../sandbox/erp/testing/client';

const START = new Date('2026-03-10T09:00:00Z');
const ANNE = 100;
let erp: Erp;
let time: VirtualScheduler;
let anne: Caller;

function start(profile: Profile, quirks: QuirkSwitches = {}): void {
  time = virtualScheduler(START);
  erp = createErp({
    world: SMALL_WORLD,
    scheduler: time,
    profile,
    quirks,
    tokenSecret: TOKEN_SECRET,
    audience: AUDIENCE,
  });
  const token = tokenFor('anne@practice.example', START.getTime(), {
    exp: START.getTime() / 1000 + 86_400,
  });
  anne = erpCaller(erp, { authorization: `Bearer ${token}`, 'accept-language': 'en' });
}
afterEach(() => erp.close());

const tx = (product_id: number, qty: number) => ({ uuid: randomUUID(), product_id, qty });
const send = (transactions: unknown[], signal?: AbortSignal) =>
  anne('POST', 'carts/sync', { transactions }, signal ? { signal } : {});

/** Advances virtual time until the response arrives. */
async function answered<T>(pending: Promise<T>): Promise<T> {
  await time.drain(600_000);
  return pending;
}

/** Whether the promise has settled after all currently possible events. */
async function state(pending: Promise<unknown>): Promise<'open' | 'settled'> {
  let now: 'open' | 'settled' = 'open';
  void pending.catch(() => null).then(() => (now = 'settled'));
  await time.advance(0);
  return now;
}

const current = () => anne('GET', 'carts/current');

describe.each(['seed', 'odoo16'] as const)('profile %s', (profile) => {
  it('CART-06 while a cart is locked, writes wait and reads return the old cart', async () => {
    start(profile);
    await answered(send([tx(51, 1)]));
    erp.control.lock(ANNE, 9);
    const waiting = send([tx(51, 1)]);
    await time.advance(5_000);
    expect(await state(waiting)).toBe('open');
    expect(quantities(await current())).toEqual({ 51: 1 });
    await time.advance(5_000);
    expect(quantities(await waiting)).toEqual({ 51: 2 });
    expect(quantities(await current())).toEqual({ 51: 2 });
  });

  it('CART-06 an empty sync waits behind the pending write', async () => {
    start(profile, { 'contention-500': false });
    await answered(send([tx(51, 1)]));
    erp.control.lock(ANNE, 9);
    const write = send([tx(51, 1)]);
    const read = send([]);
    await time.advance(8_000);
    expect(await state(read)).toBe('open');
    expect(quantities(await answered(read))).toEqual({ 51: 2 });
    await write;
  });

  it('CART-06 a write whose response is lost was applied; one whose request is lost was not', async () => {
    start(profile);
    await answered(send([tx(51, 1)]));
    erp.control.fault({ match: { path: 'carts/sync' }, drop: 'after' });
    await expect(answered(send([tx(51, 1)]))).rejects.toThrow('dropped after the work');
    erp.control.fault({ match: { method: 'POST', path: 'carts/*' }, drop: 'before' });
    await expect(answered(send([tx(51, 5)]))).rejects.toThrow('dropped before the work');
    expect(quantities(await current())).toEqual({ 51: 2 });
  });

  it('CART-05 an injected fault replaces the response a given number of times, before the call takes effect or after', async () => {
    start(profile);
    await answered(send([tx(51, 1)]));
    erp.control.fault({
      match: { path: 'carts/sync' },
      status: 502,
      body: '<h1>Bad gateway</h1>',
      times: 2,
    });
    for (const status of [502, 502, 201])
      expect((await answered(send([tx(51, 1)]))).status).toBe(status);
    expect(quantities(await current())).toEqual({ 51: 2 });
    erp.control.fault({ match: { path: 'carts/sync' }, status: 504, applied: true });
    expect((await answered(send([tx(51, 1)]))).status).toBe(504);
    expect(quantities(await current())).toEqual({ 51: 3 });
  });

  it('CART-06 a write that exceeds the ERP’s time limit is not applied', async () => {
    start(profile, { 'contention-500': false });
    await answered(send([tx(51, 1)]));
    erp.control.lock(ANNE, 100);
    const waiting = send([tx(51, 1)]).catch((cause: unknown) => String(cause));
    await time.advance(90_000);
    erp.control.lock(ANNE, 60);
    expect(await answered(waiting)).toContain('dropped before the work');
    expect(quantities(await current())).toEqual({ 51: 1 });
  });
});

describe('a client that timed out', () => {
  it.each([
    ['seed', { 51: 1 }],
    ['odoo16', { 51: 2 }],
  ] as const)(
    'CART-06 in the ERP profile %s, the waiting write of a client that timed out ends as %o',
    async (profile, expected) => {
      start(profile);
      await answered(send([tx(51, 1)]));
      erp.control.lock(ANNE, 9);
      const caller = new AbortController();
      const waiting = send([tx(51, 1)], caller.signal).catch(() => null);
      await time.advance(2_000);
      caller.abort();
      expect(quantities(await current())).toEqual({ 51: 1 });
      await answered(waiting);
      expect(quantities(await current())).toEqual(expected);
    },
  );

  it('CART-06 reading the cart and resending the edit right after a timeout doubles the quantity, as observed at a real ERP', async () => {
    start('odoo16');
    await answered(send([tx(51, 1)]));
    erp.control.lock(ANNE, 9);
    const change = tx(51, 1);
    const caller = new AbortController();
    const lost = send([change], caller.signal).catch(() => null);
    await time.advance(2_000);
    caller.abort();
    expect(quantities(await current())).toEqual({ 51: 1 });
    const again = send([change]);
    await answered(Promise.all([lost, again]));
    expect(quantities(await current())).toEqual({ 51: 3 });
  });

  it('CART-06 a delayed write locks the cart, and is applied when the delay ends', async () => {
    start('odoo16', { 'contention-500': false });
    await answered(send([tx(51, 1)]));
    erp.control.fault({ match: { path: 'carts/sync' }, delay_ms: 40_000 });
    const slow = send([tx(51, 1)]);
    await time.advance(1_000);
    const read = send([]);
    await time.advance(30_000);
    expect(await state(read)).toBe('open');
    expect(quantities(await answered(read))).toEqual({ 51: 2 });
    await slow;
  });

  it('CART-06 with the cart modules alone an empty sync returns the old cart at once', async () => {
    start('odoo16', { 'empty-sync-reads-old': true });
    await answered(send([tx(51, 1)]));
    erp.control.lock(ANNE, 9);
    const write = send([tx(51, 1)]);
    expect(quantities(await send([]))).toEqual({ 51: 1 });
    expect(quantities(await answered(write))).toEqual({ 51: 2 });
  });
});

describe('parallel syncs', () => {
  const uuids = (answers: readonly Answer[]) =>
    new Set(answers.map((answer) => WireSale.parse(answer.body).uuid));

  it('CART-04 parallel first syncs create one cart each on a released ERP, and a single cart otherwise', async () => {
    start('odoo16');
    const released = await answered(Promise.all([send([tx(51, 1)]), send([tx(51, 2)])]));
    expect(uuids(released).size).toBe(2);
    erp.close();
    start('seed');
    const proper = await answered(Promise.all([send([tx(51, 1)]), send([tx(51, 2)])]));
    expect(uuids(proper).size).toBe(1);
    expect(quantities(await current())).toEqual({ 51: 3 });
  });

  it('CART-04 once the newest cart is ordered, an older one reappears with its lines', async () => {
    start('odoo16', { 'section-note-lines': false });
    await answered(Promise.all([send([tx(51, 1)]), send([tx(52, 2)])]));
    const newest = WireSale.parse((await current()).body);
    await anne('POST', 'carts/confirm', { uuid: newest.uuid });
    const older = WireSale.parse((await current()).body);
    expect(older.uuid).not.toBe(newest.uuid);
    expect(older.lines).toHaveLength(1);
  });

  it('CART-05 a few parallel syncs all count; of many, some fail with a 500 without details', async () => {
    start('odoo16');
    await answered(send([tx(51, 1)]));
    const few = await answered(Promise.all(Array.from({ length: 5 }, () => send([tx(51, 1)]))));
    expect(few.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(quantities(await current())).toEqual({ 51: 6 });
    const storm = await answered(Promise.all(Array.from({ length: 10 }, () => send([tx(51, 1)]))));
    const lost = storm.filter(({ status }) => status === 500);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost[0]?.body).toEqual({ detail: 'Internal Server Error' });
    expect(quantities(await current())).toEqual({ 51: 6 + storm.length - lost.length });
  });

  it('CART-06 writes that wait for a lock retry after pauses, so they may be applied in another order', async () => {
    start('odoo16');
    await answered(send([tx(51, 1)]));
    erp.control.lock(ANNE, 5);
    const all = [send([tx(51, 1)]), send([tx(51, 1)]), send([tx(51, 1)])];
    await time.advance(5_100);
    expect(await state(all[0] ?? Promise.resolve())).toBe('settled');
    expect(await state(all[2] ?? Promise.resolve())).toBe('open');
    await answered(Promise.all(all));
    expect(quantities(await current())).toEqual({ 51: 4 });
  });
});

describe('the ERP stand-in when down', () => {
  it.each([
    ['seed', 503],
    ['odoo16', 404],
  ] as const)(
    'DEG-01 in the ERP profile %s, a stopped ERP answers every path with %i in HTML, and works again afterwards',
    async (profile, status) => {
      start(profile);
      erp.control.availability(false);
      for (const path of ['carts/current', 'customer', 'nothing']) {
        const answer = await anne('GET', path);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('content-type')).toContain('text/html');
      }
      erp.control.availability(true);
      expect((await current()).status).toBe(204);
    },
  );

  it('CART-06 stored state is restored after a restart with the same file', async () => {
    start('seed');
    const dbFile = `${mkdtempSync(`${tmpdir()}/erp-`)}/erp.db`;
    const common = { world: SMALL_WORLD, dbFile, scheduler: time, tokenSecret: TOKEN_SECRET };
    const first = createErp(common);
    const headers = {
      authorization: `Bearer ${tokenFor('anne@practice.example', START.getTime())}`,
    };
    const change = tx(51, 2);
    await erpCaller(first, headers)('POST', 'carts/sync', { transactions: [change] });
    first.close();
    const second = createErp(common);
    const again = await erpCaller(second, headers)('POST', 'carts/sync', {
      transactions: [change],
    });
    expect(quantities(again)).toEqual({ 51: 2 });
    second.close();
  });
});
