/**
 * Measures when a first visit shows its text over a slow line with real handshakes (P-77). Chromium speaks TLS 1.3 and
 * HTTP/2 through a throttled connection, to the same kind of proxy that an operator puts in front of the shop.
 */
import { constants } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { Browser } from 'playwright';
import { startTcpProxy } from '../../sandbox/faults/tcp-proxy';
import { launchBrowser, screen } from '../../tests/support/browser';
import { selfSigned } from '../../tests/support/redis-servers';
import { pagesOf } from './pages';
import type { MeasuredShop } from './processes';
import { median } from './ratios';

/**
 * Speed limits in seconds: `aim` for a product page, `others` for any other page. `limit` is the time that the line
 * itself needs for the bytes.
 */
const lines = [
  {
    name: '50 kbit/s, 2 s',
    downKbit: 50,
    upKbit: 20,
    delayMs: 1_000,
    aim: 10,
    others: 10,
    limit: 7.9,
  },
  {
    name: '50 kbit/s, 800 ms',
    downKbit: 50,
    upKbit: 20,
    delayMs: 400,
    aim: 5.2,
    others: 6,
    limit: 4.3,
  },
  {
    name: '400 kbit/s, 400 ms',
    downKbit: 400,
    upKbit: 160,
    delayMs: 200,
    aim: 2.1,
    others: 2.7,
    limit: 1.7,
  },
];
/** Size of a TLS record in bytes, as `tune.ssl.maxrecord` of the proxy. */
const recordBytes = 1_400;
const measured = ['product', 'search', 'home', 'category', 'cart'];

/**
 * Terminates TLS in front of the shop, which sees its own origin, and in front of the images under /media/, as
 * deploy/proxy/haproxy.cfg does. HTTP/2 has no connection headers (RFC 9113, 8.2.2).
 */
export async function startTlsEnd(shop: MeasuredShop): Promise<{ port: number; close(): void }> {
  const { certificate, key } = selfSigned(mkdtempSync(join(tmpdir(), 'shop-line-')));
  const forbidden = /^(connection|keep-alive|transfer-encoding|:.*)$/;
  const allowed = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !forbidden.test(name)));
  const server = createSecureServer(
    // No session tickets, as with `no-tls-tickets` in deploy/proxy/haproxy.cfg.
    {
      cert: readFileSync(certificate),
      key: readFileSync(key),
      secureOptions: constants.SSL_OP_NO_TICKET,
    },
    (asked, answer) => {
      const path = asked.url ?? '/';
      const target = path.startsWith('/media/')
        ? new URL(path, shop.sandbox.urls.media)
        : new URL(shop.url + path);
      const { host, origin } = target;
      const own = asked.headers.origin === undefined ? { host } : { host, origin };
      const headers = { ...allowed(asked.headers), ...own };
      const onward = request(target, { method: asked.method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, allowed(answered.headers));
        answered.pipe(answer);
      });
      onward.on('error', () => answer.stream.close());
      asked.pipe(onward);
    },
  );
  // As in deploy/proxy/haproxy.cfg: a browser can use a TLS record only when it is complete, and 16 kB take three
  // seconds.
  server.on('secureConnection', (socket: TLSSocket) => socket.setMaxSendFragment(recordBytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

interface Painted {
  /** Seconds from the page request to the first contentful paint. */
  text: number;
  /** Seconds from the page request to the largest contentful paint. */
  largest: number;
  /** Seconds from the page request to the load event. */
  whole: number;
  protocol: string;
}

async function paint(browser: Browser, url: string): Promise<Painted> {
  const context = await screen(browser, { width: 360, script: true });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  const seen = await page.evaluate(async () => {
    const [navigation] = performance.getEntriesByType('navigation');
    const loaded = navigation as PerformanceNavigationTiming;
    return {
      text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      // Only an observer receives the largest paint (Largest Contentful Paint, 4).
      largest: await new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
      whole: loaded.loadEventStart,
      protocol: loaded.nextHopProtocol,
    };
  });
  // Images that are still loading would take bandwidth from the next visit.
  await page.waitForLoadState('networkidle');
  await context.close();
  const seconds = (ms: number): number => ms / 1000;
  return {
    text: seconds(seen.text),
    largest: seconds(seen.largest),
    whole: seconds(seen.whole),
    protocol: seen.protocol,
  };
}

export async function printLine(
  shop: MeasuredShop,
  /** The port of the slow line, which the documents use in their image URLs. */
  port: number,
  { only, rounds }: { only: readonly string[] | null; rounds: number },
): Promise<void> {
  const end = await startTlsEnd(shop);
  const browser = await launchBrowser(['--ignore-certificate-errors']);
  const pages = pagesOf(shop.sandbox.world).filter(({ name }) => (only ?? measured).includes(name));
  for (const { path } of pages) await fetch(shop.url + path);
  const rows: Record<string, string | number>[] = [];
  for (const { name, downKbit, upKbit, delayMs, aim, others, limit } of lines) {
    const line = await startTcpProxy({
      target: { host: '127.0.0.1', port: end.port },
      port,
      seed: name,
      shared: true,
      rules: { link: { downKbit, upKbit, delayMs } },
    });
    for (const page of pages) {
      const visits: Painted[] = [];
      for (let round = 0; round < rounds; round += 1)
        visits.push(await paint(browser, `https://localhost:${port}${page.path}`));
      const text = median(visits.map((one) => one.text));
      const owed = page.name === 'product' ? aim : others;
      rows.push({
        line: name,
        page: page.name,
        'text s': text.toFixed(2),
        'owed s': `${owed.toFixed(1)}${text > owed ? ' !' : ''}`,
        'of limit': (text / limit).toFixed(2),
        'largest s': median(visits.map((one) => one.largest)).toFixed(2),
        'loaded s': median(visits.map((one) => one.whole)).toFixed(2),
        protocol: visits[0]?.protocol ?? '',
      });
    }
    await line.close();
  }
  await browser.close();
  end.close();
  console.log('\nFirst visit over a paced line, TCP, TLS 1.3 and HTTP/2; ! is later than owed');
  console.table(rows);
}
