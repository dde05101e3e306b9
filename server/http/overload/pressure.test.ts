import { describe, expect, it } from 'vitest';
import { routeOf } from '~/base/routing/match';
import { chanceOf, isVital, lagOfQueue, Pressure, priorityOf, type Priority } from './pressure';

const worth = (url: string, session = false, method = 'GET'): Priority =>
  priorityOf({ method, url, hasSession: () => session, load: routeOf(url)?.policy.load ?? null });
const session = true;

describe('priorities under overload', () => {
  it('P-60 health, files, cart, confirmation, payment and sign-in callbacks are never rejected', () => {
    for (const url of [
      '/healthz',
      '/readyz',
      '/assets/shop-1.css',
      '/favicon.svg',
      '/sw.js',
      '/fr/account/oidc-redirect?code=1',
    ])
      expect(worth(url), url).toBe('never-refused');
    for (const url of [
      '/fr/cart',
      '/nl/cart/sync',
      '/en/cart-confirm',
      '/fr/cart-confirm/payment?attempt=1',
      '/fr/cart-validated',
    ]) {
      expect(worth(url, session), url).toBe('never-refused');
      // A guest's request gets no priority at these addresses: otherwise a flood of anonymous requests would never be
      // rejected there.
      expect(worth(url), url).toBe('visitor');
    }
    expect(worth('/fr/quick-order', session, 'POST')).toBe('never-refused');
  });

  it('P-60 an address that only begins like health or a file has no priority', () => {
    for (const url of [
      '/healthzx',
      '/healthz/x',
      '/readyz2?x',
      '/sw.jsx',
      '/manifestx',
      '/account/backchannel-logoutx',
      '/fr/account/backchannel-logout',
      '/fr?/healthz',
    ]) {
      expect(worth(url), url).toBe('visitor');
      expect(isVital(url), url).toBe(false);
    }
    for (const url of ['/healthz', '/healthz?x=1', '/readyz', '/assets/a.js'])
      expect(isVital(url), url).toBe(true);
    expect(worth('/account/backchannel-logout', false, 'POST')).toBe('never-refused');
  });

  it('P-60 suggestions are rejected first, then requests of guests, then requests of customers', () => {
    expect(worth('/fr/autocomplete?q=ga', session)).toBe('suggestion');
    expect(worth('/fr/p/gants')).toBe('visitor');
    expect(worth('/fr/p/gants', session)).toBe('customer');
    for (const share of [0.1, 0.3, 0.6, 0.9]) {
      const chances = (['suggestion', 'visitor', 'customer', 'never-refused'] as const).map((one) =>
        chanceOf(one, share),
      );
      expect(chances).toEqual([...chances].sort((a, b) => b - a));
      expect(chances[3]).toBe(0);
    }
    expect(chanceOf('suggestion', 0.25)).toBe(1);
    expect(chanceOf('customer', 0.5)).toBe(0);
  });
});

describe('Pressure: share of rejected requests', () => {
  const seconds = (pressure: Pressure, lagMs: number, count: number): number => {
    for (let tick = 0; tick < count * 10; tick += 1) pressure.observe(lagMs);
    return pressure.share;
  };

  it('P-59 the share of rejected requests grows while the event loop lags and is zero five seconds later', () => {
    const pressure = new Pressure();
    expect(seconds(pressure, 5, 2)).toBe(0);
    expect(seconds(pressure, 400, 2)).toBeGreaterThan(0.9);
    // Some requests always pass; otherwise the end of the overload would go unnoticed.
    expect(seconds(pressure, 400, 10)).toBeLessThan(1);
    expect(seconds(pressure, 0, 5)).toBe(0);
  });

  it('P-59 the share of rejected requests grows while connections queue, even if the event loop keeps up', () => {
    const pressure = new Pressure();
    const after = (waiting: number, taken: number, count: number): number => {
      for (let tick = 0; tick < count * 10; tick += 1)
        pressure.observe(0, lagOfQueue({ waiting, taken, sinceMs: 100 }));
      return pressure.share;
    };
    expect(after(3, 20, 2)).toBe(0);
    // When rejections empty the queue at once, the share does not grow further.
    expect(after(20, 90, 2)).toBe(0);
    expect(after(20, 4, 2)).toBeGreaterThan(0.7);
    expect(after(0, 0, 5)).toBe(0);
    expect(after(6, 0, 2)).toBeGreaterThan(0.9);
    expect(after(0, 0, 5)).toBe(0);
    // Four hundred new connections: half of the requests are rejected within a second.
    expect(after(400, 20, 0.3)).toBeGreaterThan(0.5);
  });

  it('P-59 the share of rejected requests settles where the event loop keeps up', () => {
    // The simulated process has capacity for a quarter of the requests; its lag grows with the accepted share above
    // that.
    const pressure = new Pressure();
    for (let tick = 0; tick < 200; tick += 1)
      pressure.observe(Math.max(0, 1 - pressure.share - 0.25) * 1_000);
    expect(1 - pressure.share).toBeGreaterThan(0.2);
    expect(1 - pressure.share).toBeLessThan(0.45);
  });
});
