/** W3C trace context through the shop, and spans sent to an OTLP collector in the test. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { incomingTrace } from '../../../server/observe/tracing';
import { startTestShop, type TestShop } from '../../support/shop';
import { patience } from '../../support/until';
import { listening } from '../../support/listening';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${id}-00f067aa0ba902b7-01`;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that records the headers and bodies of its requests. */
async function listener(answer: string): Promise<{
  url: string;
  heard: { url: string; headers: IncomingHttpHeaders; body: string }[];
}> {
  const heard: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push({ url: request.url ?? '', headers: request.headers, body });
      response.setHeader('content-type', 'application/json').end(answer);
    });
  });
  const port = await listening(server);
  closers.push(() => new Promise((done) => server.close(done)));
  closers.push(() => Promise.resolve(server.closeAllConnections()));
  return { url: `http://127.0.0.1:${port}`, heard };
}

const noHits =
  '{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"failed":0},"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}';

async function shopWith(settings: Record<string, string>): Promise<TestShop> {
  const shop = await startTestShop({ settings });
  closers.push(() => shop.stop());
  return shop;
}

describe('trace context', () => {
  it('OPS-02 OPS-08 a trace context is accepted behind a trusted proxy, logged, and sent to ERP, search and collector', async () => {
    const collector = await listener('{}');
    const search = await listener(noHits);
    const shop = await shopWith({
      TRUST_PROXY: '1',
      SEARCH_URL: search.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=k%20y',
    });
    const headers = { traceparent, tracestate: 'proxy=1' };
    await shop.visitor().get('/fr/search?q=gant', { headers });
    const asked = search.heard.filter(({ headers: sent }) => sent['traceparent'] !== undefined);
    expect(asked.length).toBeGreaterThan(0);
    for (const { headers: sent } of asked) {
      expect(sent['traceparent']).toMatch(new RegExp(`^00-${id}-[\\da-f]{16}-01$`));
      expect(sent['traceparent']).not.toBe(traceparent);
      expect(sent['tracestate']).toBe('proxy=1');
    }
    // The shop's start-up checks belong to no request.
    const ofRequests = shop.logs.filter((line) => line['reference'] !== 'start');
    for (const event of ['request.answered', 'search.called'])
      expect(ofRequests.find((line) => line['event'] === event)?.['trace'], event).toBe(id);
    await vi.waitFor(() => expect(collector.heard.length).toBeGreaterThan(0), patience);
    const sent = collector.heard.map(({ body }) => body).join('\n');
    expect(collector.heard[0]?.url).toBe('/v1/traces');
    expect(collector.heard[0]?.headers['x-api-key']).toBe('k y');
    expect(sent).toContain(id);
    expect(sent).toContain('GET search');
    expect(sent).toContain('vet-supplies-shop');
    const span = asked[0]?.headers['traceparent']?.toString().split('-')[2] ?? 'none';
    expect(sent).toContain(span);
  });

  it('OPS-02 OPS-08 a trace context is passed on unchanged without a collector', async () => {
    const search = await listener(noHits);
    const trusting = await shopWith({ TRUST_PROXY: '1', SEARCH_URL: search.url });
    await trusting.visitor().get('/fr/search?q=gant', { headers: { traceparent } });
    expect(search.heard.some(({ headers }) => headers['traceparent'] === traceparent)).toBe(true);
    expect(trusting.logs.some((line) => line['trace'] === id)).toBe(true);
  });

  it('OPS-02 OPS-08 a trace context is ignored without a trusted proxy', async () => {
    const search = await listener(noHits);
    const open = await shopWith({ SEARCH_URL: search.url });
    await open.visitor().get('/fr/search?q=gant', { headers: { traceparent } });
    expect(search.heard.length).toBeGreaterThan(0);
    expect(search.heard.some(({ headers }) => headers['traceparent'] !== undefined)).toBe(false);
    expect(open.logs.some((line) => 'trace' in line)).toBe(false);
  });

  it.each([
    ['', null],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
    [`00-${id}-${'0'.repeat(16)}-01`, null],
    [`ff-${id}-00f067aa0ba902b7-01`, null],
    [`00-${id.toUpperCase()}-00f067aa0ba902b7-01`, null],
    [`00-${id}-00f067aa0ba902b7-01`, true],
    [`00-${id}-00f067aa0ba902b7-00`, false],
    [`01-${id}-00f067aa0ba902b7-01-later`, true],
  ])('OPS-02 the trace context %s is parsed', (header, sampled) => {
    expect(incomingTrace(header, undefined)?.sampled ?? null).toBe(sampled);
  });

  it('OPS-02 OPS-08 P-67 the tracing packages and an unused store are not loaded at start-up', () => {
    const late =
      /from\s*"(redis|libsql|@opentelemetry\/(api|sdk-trace|exporter-[\w-]+|resources))"/;
    expect(readFileSync('dist/server.js', 'utf8')).not.toMatch(late);
    const parts = readdirSync('dist/parts').filter((name) => name.endsWith('.js'));
    const texts = parts.map((name) => readFileSync(join('dist/parts', name), 'utf8'));
    expect(texts.filter((text) => /from\s*"@opentelemetry\/sdk-trace"/.test(text))).toHaveLength(1);
    expect(texts.filter((text) => /from\s*"redis"/.test(text))).toHaveLength(1);
  });
});
