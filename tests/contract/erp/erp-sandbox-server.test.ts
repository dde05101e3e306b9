/** The HTTP layer of the ERP stand-in: clients that disconnect, cut connections, bodies that are too large. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { quantities, type Caller } from '../../../sandbox/erp/testing/client';
import { startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';

let erp: TestErp;
afterEach(() => erp.close());

const put = (who: Caller, extra: { signal?: AbortSignal } = {}) =>
  who('POST', 'carts/sync', { transactions: [{ product_id: 51, qty: 1 }] }, extra);
const handled = (count: number) =>
  vi.waitFor(() => expect(erp.control.requests()).toHaveLength(count), { timeout: 60_000 });

describe('HTTP layer of the ERP stand-in', () => {
  it.each([
    ['seed', { 51: 1 }],
    ['odoo16', { 51: 2 }],
  ] as const)(
    'CART-06 in the ERP profile %s, a waiting write whose client disconnects ends as %o',
    async (profile, expected) => {
      erp = await startTestErp({ profile });
      const anne = erp.as('anne');
      await put(anne);
      erp.control.lock(100, 0.5);
      const caller = new AbortController();
      const waiting = put(anne, { signal: caller.signal });
      setTimeout(() => {
        caller.abort();
      }, 100);
      await expect(waiting).rejects.toThrow(/abort/);
      await handled(2);
      expect(quantities(await anne('GET', 'carts/current'))).toEqual(expected);
    },
  );

  it('CART-06 when the connection is cut, the client gets no response, and the ERP completes the call', async () => {
    erp = await startTestErp();
    const anne = erp.as('anne');
    erp.control.fault({ match: { path: 'carts/sync' }, drop: 'after' });
    await expect(put(anne)).rejects.toThrow('fetch failed');
    expect(quantities(await anne('GET', 'carts/current'))).toEqual({ 51: 1 });
    expect(erp.control.requests()[0]).toMatchObject({
      path: '/carts/sync',
      status: 0,
      customer_id: 100,
    });
  });

  it('SHELL-02 a path that cannot be decoded is answered as an unknown path', async () => {
    erp = await startTestErp();
    expect((await erp.guest()('GET', '%E0%A4%A')).status).toBe(404);
    expect((await erp.guest()('HEAD', 'settings')).status).toBe(405);
  });
});
