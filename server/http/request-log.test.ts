import { describe, expect, it } from 'vitest';
import { routeOf } from '../../app/base/routing/match';
import { loggedPath } from './request-log';

const logged = (path: string, status = 404) => loggedPath(path, routeOf, status);

describe('loggedPath', () => {
  it.each(['/', '/fr', '/fr/cart', '/nl/p/gants-42', '/en/account/sales/17', '/robots.txt'])(
    'P-70 loggedPath keeps the path of the page %s',
    (path) => {
      expect(logged(path)).toBe(path);
      expect(logged(path, 503)).toBe(path);
    },
  );

  it('P-70 loggedPath keeps the key of a product or category if the address led to a page', () => {
    expect(logged('/fr/gants-42', 301)).toBe('/fr/gants-42');
  });

  it.each([
    ['/fr/MyPassw0rd!', '/fr/[11 characters]'],
    ['/MyPassw0rd!', '/[11 characters]'],
    ['/fr/account/MyPassw0rd!/sales', '/fr/account/[11 characters]/[5 characters]'],
    ['/wp-admin/setup.php', '/[8 characters]/[9 characters]'],
  ])(
    'P-71 loggedPath replaces the segments of %s, which is no page, by their length',
    (path, shape) => {
      expect(logged(path)).toBe(shape);
      expect(logged(path, 503)).toBe(shape);
    },
  );

  it('P-71 loggedPath stays short for any requested address', () => {
    expect(logged('/x'.repeat(4_000)).length).toBeLessThan(600);
    expect(logged(`/fr/p/${'x'.repeat(4_000)}`).length).toBeLessThan(600);
  });
});
