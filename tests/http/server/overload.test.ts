/** Load shedding, slow clients, and an unavailable upstream that does not affect the rest. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { until } from '../../support/until';

let lagMs = 0;
let roll = 0.5;
let waiting = 0;
let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({
    products: 60,
    tuning: {
      upstream: { openMs: 300, concurrency: 4, queue: 4, maxWaitMs: 100 },
      server: { headersTimeout: 400, requestTimeout: 60_000, connectionsCheckingInterval: 100 },
      bodies: { graceMs: 300, everyMs: 50, bytesPerSecond: 1_000 },
      shedding: {
        lagMs: () => lagMs,
        waiting: () => waiting,
        random: () => roll,
        fewestInFlight: 0,
      },
    },
  });
});
afterAll(() => shop.stop());

const statusOf = async (path: string): Promise<number> =>
  (await fetch(shop.url + path, { redirect: 'manual' })).status;

describe('overload', () => {
  it('P-59 P-60 an overloaded shop rejects guests with a short page in their language, and no essential request', async () => {
    const customer = await shop.customer('C10021');
    lagMs = 1_000;
    try {
      await until(async () => (await statusOf('/fr')) === 503);
      const page = await shop.visitor().get('/nl/search?q=handschoen');
      expect(page.status).toBe(503);
      expect(page.words()).toContain('Het is erg druk in de webshop');
      expect(page.dom.querySelector('a.btn')?.getAttribute('href')).toBe('/nl/search?q=handschoen');
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(2_048);
      const seconds = Number(page.headers.get('retry-after'));
      expect(seconds).toBeGreaterThanOrEqual(2);
      expect(seconds).toBeLessThanOrEqual(10);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect((await shop.visitor().get('/fr/autocomplete?q=ga')).status).toBe(503);
      for (const path of ['/healthz', '/readyz', '/favicon.svg', '/fr/account/oidc-redirect'])
        expect(await statusOf(path), path).not.toBe(503);
      expect((await customer.get('/fr/cart')).status).toBe(200);
      expect((await customer.get('/fr/cart-confirm')).status).not.toBe(503);
    } finally {
      lagMs = 0;
    }
    await until(async () => (await statusOf('/fr')) === 200);
    await until(() => shop.logs.some((line) => line['event'] === 'overload.refused'));
  });

  it('P-60 an overloaded shop treats a forged cookie as a guest’s, without a read of the store', async () => {
    const customer = await shop.customer('C10021');
    const sid = /sid=([^;]+)/.exec(await customer.jar.getCookieString(shop.url))?.[1] ?? '';
    const asked = async (cookie: string): Promise<number> => {
      const headers = { cookie: `locale=fr; sid=${cookie}` };
      return (await fetch(`${shop.url}/fr/account`, { redirect: 'manual', headers })).status;
    };
    // A random number above the rejection probability of any customer and below that of a guest.
    roll = 0.97;
    lagMs = 1_000;
    try {
      await until(async () => (await statusOf('/fr')) === 503);
      expect(await asked(sid)).toBe(200);
      for (const forged of ['x', sid.split('.')[0] ?? '', `${sid.slice(0, -4)}AAAA`])
        expect(await asked(forged), forged).toBe(503);
    } finally {
      roll = 0.5;
      lagMs = 0;
    }
    await until(async () => (await statusOf('/fr')) === 200);
  });

  it('P-59 the shop rejects guests while the connection backlog is long, and stops when it is empty', async () => {
    const customer = await shop.customer('C10021');
    waiting = 400;
    try {
      await until(async () => (await statusOf('/fr')) === 503);
      expect(await statusOf('/healthz')).toBe(200);
      expect((await customer.get('/fr/cart')).status).toBe(200);
    } finally {
      waiting = 0;
    }
    await until(async () => (await statusOf('/fr')) === 200);
  });

  it('P-59 an overloaded shop returns a rejected form with its input', async () => {
    lagMs = 1_000;
    try {
      await until(async () => {
        const page = await shop
          .visitor()
          .post('/fr/quick-order', { codes: 'A1 "2" pâtée 5 € 🐶' }, { follow: false });
        if (page.status !== 503) return false;
        expect(Object.fromEntries(page.form('form').fields)).toEqual({
          codes: 'A1 "2" pâtée 5 € 🐶',
        });
        return true;
      });
    } finally {
      lagMs = 0;
    }
    await until(async () => (await statusOf('/fr')) === 200);
  });
});

describe('slow clients', () => {
  function opened(text: string): { socket: Socket; answer: () => string; closed: Promise<void> } {
    const target = new URL(shop.url);
    const socket = connect(Number(target.port), target.hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(text.replace('HOST', target.host));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return { socket, answer: () => answer, closed };
  }

  it('P-62 five hundred sockets with unfinished headers are closed while others are served', async () => {
    const drips = Array.from({ length: 500 }, () =>
      opened('GET /fr HTTP/1.1\r\nHost: HOST\r\nX-a: b'),
    );
    expect(await statusOf('/fr')).toBe(200);
    await Promise.all(drips.map(({ closed }) => closed));
    expect(await statusOf('/fr')).toBe(200);
  });

  it('P-62 request headers above 16 kB are rejected', async () => {
    const head = (accept: string, bytes: number): string =>
      `GET /nl/cart HTTP/1.1\r\nHost: HOST\r\nAccept: ${accept}\r\nCookie: a=${'b'.repeat(bytes)}\r\n\r\n`;
    const program = opened(head('application/json', 17_000));
    await program.closed;
    expect(program.answer()).toMatch(
      /^HTTP\/1\.1 431 [^]+\r\n\r\nRequest header fields too large$/,
    );
    // A browser with too many cookies; more than the server reads at once.
    const person = opened(head('text/html,*/*', 200_000));
    await person.closed;
    expect(person.answer()).toMatch(/^HTTP\/1\.1 431 [^]+nosniff[^]+<html lang="nl">/);
    expect(person.answer()).toContain('Wis de cookies van deze site');
  });

  it('P-62 P-93 invalid HTTP is answered with 400 and closed', async () => {
    const from = shop.logs.length;
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET /fr HTTP/1.1\r\n\r\n',
      'GET /fr HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\u0000\r\n\r\n',
      'POST /fr HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      'POST /fr HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n',
    ]) {
      const broken = opened(bytes);
      await broken.closed;
      expect(broken.answer(), bytes).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(shop.logs.slice(from)).toEqual([]);
  });

  const post = (length: number): string =>
    'POST /fr/cart/import HTTP/1.1\r\nHost: HOST\r\n' +
    `Origin: ${shop.url}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`;

  it('P-62 a request body slower than a kilobyte a second is cut', async () => {
    const drip = opened(post(100_000));
    const timer = setInterval(() => drip.socket.write('x'), 100);
    await drip.closed;
    clearInterval(timer);
    // The shop responds before it reads the body (guests may not upload) or cuts the connection, but never keeps it
    // open.
    expect(drip.answer()).toMatch(/ (302|408) /);
  });

  it('P-62 a slow but steady upload is accepted', async () => {
    const customer = await shop.customer('C10021');
    const cookie = await customer.jar.getCookieString(shop.url);
    const [head = '', file = ''] = [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n',
      'sku;qty\n'.repeat(2_000),
    ];
    const body = `${head}${file}\r\n--x--\r\n`;
    const slow = opened(
      post(body.length).replace('Origin', `Cookie: ${cookie}\r\nConnection: close\r\nOrigin`),
    );
    for (let at = 0; at < body.length; at += 1_024) {
      slow.socket.write(body.slice(at, at + 1_024));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await slow.closed;
    expect(slow.answer()).toMatch(/^HTTP\/1\.1 (200|303|422|400|405) /);
  });
});

describe('one unavailable upstream', () => {
  it('P-42 a hanging ERP does not affect the catalogue, and pages that need the ERP fail in time', async () => {
    const customer = await shop.customer('C10021');
    shop.sandbox.erp.control.fault({ match: { path: '*' }, delay_ms: 1_500, times: 500 });
    const waiting = Array.from({ length: 12 }, () => customer.get('/fr/account/sales'));
    await Promise.race(waiting);
    expect((await shop.visitor().get('/fr/search?q=gants')).status).toBe(200);
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    shop.sandbox.erp.control.clearFaults();
    expect(statuses).toContain(503);
  });
});
