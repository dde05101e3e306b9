/** Pages per second against a bare Express and renderToString doing the same work (bare-server.ts). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from '../../tests/support/free-port';
import { Visitor } from '../../tests/support/visitor';
import { pagesOf, type Target } from './pages';
import { answering, child, type MeasuredShop } from './processes';

interface Captured extends Target {
  html: string;
  questions: { path: string; type: string; body: string }[];
  upstreamCalls: number;
}

const frequentPages = ['home', 'category', 'product', 'search'];

/** The page once more, warm, with what it asked search and how many upstream calls it made. */
async function capture({ url, sandbox, lines }: MeasuredShop, target: Target): Promise<Captured> {
  const visitor = new Visitor(url);
  await visitor.get(target.path);
  sandbox.search.clearRequests();
  const from = lines.length;
  const page = await visitor.get(target.path);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const reference = page.headers.get('x-request-id');
  const calls = lines
    .slice(from)
    .filter((line) => line['reference'] === reference && String(line['event']).endsWith('.called'));
  const questions = sandbox.search.requests().map(({ path, body }) => {
    const many = path.endsWith('_msearch');
    const text =
      many && Array.isArray(body)
        ? `${body.map((line) => JSON.stringify(line)).join('\n')}\n`
        : JSON.stringify(body);
    return { path, type: many ? 'application/x-ndjson' : 'application/json', body: text };
  });
  return { ...target, html: page.text, questions, upstreamCalls: calls.length };
}

async function pagesPerSecond(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} answers were no success`);
  return result.requests.total / result.duration;
}

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** One second each, in strict alternation: the machine's mood hits both alike. */
async function ratio(
  shopUrl: string,
  bareUrl: string,
  { rounds, warmSeconds }: { rounds: number; warmSeconds: number },
) {
  await pagesPerSecond(shopUrl, warmSeconds);
  await pagesPerSecond(bareUrl, warmSeconds);
  const measured: { shop: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await pagesPerSecond(bareUrl, 1);
    measured.push({ bare, shop: await pagesPerSecond(shopUrl, 1) });
  }
  return {
    'shop /s': Math.round(median(measured.map(({ shop }) => shop))),
    'bare /s': Math.round(median(measured.map(({ bare }) => bare))),
    ratio: Number(median(measured.map(({ shop, bare }) => shop / bare)).toFixed(2)),
  };
}

export async function printSpeed(
  shop: MeasuredShop,
  options: { only: readonly string[] | null; rounds: number; warmSeconds: number },
): Promise<void> {
  const wanted = options.only ?? frequentPages;
  const targets = pagesOf(shop.sandbox.world).filter(({ name }) => wanted.includes(name));
  const captured: Captured[] = [];
  shop.record(true);
  for (const target of targets) captured.push(await capture(shop, target));
  shop.record(false);
  const port = await freePort();
  const job = join(shop.folder, 'bare.json');
  writeFileSync(job, JSON.stringify({ port, search: shop.sandbox.urls.search, pages: captured }));
  const bare = child(
    ['--max-semi-space-size=32', '--import', 'tsx', 'scripts/bench/bare-server.ts', job],
    {},
    () => undefined,
  );
  const bareUrl = `http://localhost:${port}`;
  await answering(`${bareUrl}${captured[0]?.path ?? '/'}`);
  console.log(
    '\nPages per second against bare Express + renderToString doing the same work (warm)',
  );
  const rows: Record<string, string | number>[] = [];
  for (const { name, path, upstreamCalls } of captured) {
    const figures = await ratio(shop.url + path, bareUrl + path, options);
    rows.push({ page: name, 'upstream calls': upstreamCalls, ...figures });
  }
  console.table(rows);
  bare.kill('SIGKILL');
}
