import { expect, it } from 'vitest';
import { otherLocalHost } from './own-host';

it('P-28 only a shop on a loopback name knows other names of its machine', () => {
  const demo = otherLocalHost('http://localhost:3000', 'Desk');
  for (const authority of ['127.0.0.1:3000', '[::1]:3000', 'DESK:3000', 'desk:3000'])
    expect(demo(authority), authority).toBe(true);
  for (const authority of ['', 'localhost:3000', '127.0.0.1', '127.0.0.1:4000', 'other:3000'])
    expect(demo(authority), authority).toBe(false);
  expect(otherLocalHost('http://127.0.0.1', 'desk')('localhost')).toBe(true);
  const shop = otherLocalHost('https://shop.example', 'desk');
  for (const authority of ['localhost', '127.0.0.1', 'desk']) expect(shop(authority)).toBe(false);
});
