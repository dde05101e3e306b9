/** After an ERP outage, a probe of the circuit breaker closes it. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { patience } from '../../support/until';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ tuning: { upstream: {} } });
});
afterAll(() => shop.stop());

it('P-41 DEG-01 pages work within seconds after the ERP is back, and the circuit breaker’s probe is no customer’s call', async () => {
  const customer = await shop.customer('vet@demo.example');
  const orders = '/fr/account/sales';
  expect((await customer.get(orders)).status).toBe(200);
  const { control } = shop.sandbox.erp;
  control.fault({ match: { path: '*' }, status: 503, times: 1_000 });
  for (let count = 0; count < 6; count += 1) expect((await customer.get(orders)).status).toBe(503);
  const called = (): number => shop.logs.filter(({ event }) => event === 'erp.called').length;
  control.clearFaults();
  const before = called();
  // The stand-in receives only the probe; customer pages are allowed once it succeeds.
  control.forgetRequests();
  await vi.waitFor(() => expect(control.requests().length).toBeGreaterThan(0), patience);
  expect(called()).toBe(before);
  expect(control.requests().every(({ path }) => path.endsWith('customer'))).toBe(true);
  await vi.waitFor(async () => expect((await customer.get(orders)).status).toBe(200), patience);
});
