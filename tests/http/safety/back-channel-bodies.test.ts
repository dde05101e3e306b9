/** The one endpoint that accepts a post from anywhere: invalid requests are client errors, and rate-limited. */
import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';

const path = '/account/backchannel-logout';
let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { RATE_LIMITS: '1', TRUST_PROXY: '1' } });
});
afterAll(() => shop.stop());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const send = (
  address: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, ...headers },
    body,
  });
const errorLines = (from: number) =>
  shop.logs.slice(from).filter(({ level }) => level === 'error' || level === 'fatal');

describe('the back-channel logout endpoint', () => {
  it.each([
    ['no gzip that says it is', { ...form, 'content-encoding': 'gzip' }, 'logout_token=x', 415],
    ['gzip', { ...form, 'content-encoding': 'gzip' }, gzipSync('logout_token=x'), 415],
    ['an unknown encoding', { ...form, 'content-encoding': 'nonsense' }, 'logout_token=x', 415],
    [
      'an unknown charset',
      { 'content-type': 'application/x-www-form-urlencoded; charset=x' },
      'a=1',
      415,
    ],
    ['many fields', form, 'a=1&'.repeat(2_000), 413],
    ['more than it takes', form, 'x'.repeat(20_000), 413],
    ['JSON', { 'content-type': 'application/json' }, '{"logout_token":"x"}', 400],
    ['nothing', {}, '', 400],
    ['a token that is none', form, 'logout_token=x', 400],
  ])(
    'P-93 P-17 the back-channel logout endpoint answers %s with a client error',
    async (_what, headers, body, status) => {
      const from = shop.logs.length;
      const sent = typeof body === 'string' ? body : new Uint8Array(body);
      const answer = await send('10.1.0.1', headers, sent);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(errorLines(from)).toEqual([]);
    },
  );

  it('P-93 a logout body that breaks off is not logged as a program error of the shop', async () => {
    const from = shop.logs.length;
    const { hostname, port, host } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 10.1.0.2\r\nContent-Type: ${form['content-type']}\r\nContent-Length: 100\r\n\r\nlogout`,
    );
    // The response must be read, or the connection would never close.
    socket.resume();
    socket.end();
    await new Promise((resolve) => socket.once('close', resolve));
    await expect
      .poll(() => shop.logs.slice(from).some(({ event }) => event === 'request.refused'))
      .toBe(true);
    expect(errorLines(from)).toEqual([]);
  });

  it('P-61 P-73 the back-channel endpoint rejects calls after thirty invalid ones a minute from one address, but not from another', async () => {
    const from = shop.logs.length;
    const statuses: number[] = [];
    for (let call = 0; call < 32; call += 1)
      statuses.push((await send('10.1.0.3', form, 'logout_token=x')).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429, 429]);
    const late = await send('10.1.0.3', form, 'logout_token=x');
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      shop.logs.slice(from).filter(({ event }) => event === 'security.rate_limited').length,
    ).toBe(3);
    expect((await send('10.1.0.4', form, 'logout_token=x')).status).toBe(400);
  });
});
