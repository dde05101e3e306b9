import { describe, expect, it } from 'vitest';
import { routeOf } from '~/base/routing/match';
import { chanceOf, isVital, lagOfQueue, Pressure, priorityOf, type Priority } from './pressure';

const worth = (url: string, session = false, method = 'GET'): Priority =>
  priorityOf({ method, url, hasSession: () => session, load: routeOf(url)?.policy.load ?? null });
const session = true;

describe('what is turned away when not all can be served', () => {
  it('P-60 never is health, a file, the cart, its confirmation, payment and a sign-in on its way back', () => {
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
      // A flood of strangers would be never refused there either.
      expect(worth(url), url).toBe('visitor');
    }
    expect(worth('/fr/quick-order', session, 'POST')).toBe('never-refused');
  });

  it('P-60 is no address that only begins like health or a file', () => {
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

  it('P-60 are suggestions first, visitors next, customers last', () => {
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

describe('the pressure', () => {
  const seconds = (pressure: Pressure, lagMs: number, count: number): number => {
    for (let tick = 0; tick < count * 10; tick += 1) pressure.observe(lagMs);
    return pressure.share;
  };

  it('P-59 grows while the event loop lags and is gone five seconds after', () => {
    const pressure = new Pressure();
    expect(seconds(pressure, 5, 2)).toBe(0);
    expect(seconds(pressure, 400, 2)).toBeGreaterThan(0.9);
    // A few requests always pass, or the end of the overload would not be noticed.
    expect(seconds(pressure, 400, 10)).toBeLessThan(1);
    expect(seconds(pressure, 0, 5)).toBe(0);
  });

  it('P-59 grows while connections wait to be taken, although the loop keeps up', () => {
    const pressure = new Pressure();
    const after = (waiting: number, taken: number, count: number): number => {
      for (let tick = 0; tick < count * 10; tick += 1)
        pressure.observe(0, lagOfQueue({ waiting, taken, sinceMs: 100 }));
      return pressure.share;
    };
    expect(after(3, 20, 2)).toBe(0);
    // A rush whose refusals are taken at once is not turned away more than it must.
    expect(after(20, 90, 2)).toBe(0);
    expect(after(20, 4, 2)).toBeGreaterThan(0.7);
    expect(after(0, 0, 5)).toBe(0);
    expect(after(6, 0, 2)).toBeGreaterThan(0.9);
    expect(after(0, 0, 5)).toBe(0);
    // Four hundred that were not there before: half of what comes is turned away before a second is over.
    expect(after(400, 20, 0.3)).toBeGreaterThan(0.5);
  });

  it('P-59 settles where the loop keeps up', () => {
    // Capacity for a quarter of what comes: lag is what the accepted share is above it.
    const pressure = new Pressure();
    for (let tick = 0; tick < 200; tick += 1)
      pressure.observe(Math.max(0, 1 - pressure.share - 0.25) * 1_000);
    expect(1 - pressure.share).toBeGreaterThan(0.2);
    expect(1 - pressure.share).toBeLessThan(0.45);
  });
});
