/**
 * `npm run proof -- hostile`: measures what one hostile request costs two instances of the built shop on one Redis
 * (P-88, P-92). It sends lists with one huge row or cell, lists of many cells, forms with many headers or fields, and
 * search texts that are expensive to parse.
 *
 * Prints a table of response, processor time, longest wait for `/healthz` on both instances, memory and growth of the
 * store. Exits with 1 and names each case that exceeds one of its limits, which the table shows beside the figures.
 *
 * An attacker repeats a request, so the table shows the middle of several runs after two unmeasured ones. The processor
 * time excludes the reading of the metrics, the calls of `/healthz`, and the cost of the page with an empty list.
 *
 * Needs Linux and redis-server.
 *
 *   npm run proof -- hostile --shop FOLDER   measures the built shop of another checkout
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLexicon } from '~/storefront/search/words/lexicon';
import { commandOf } from '../sandbox/command-line';
import { seededRandom } from '../sandbox/faults/random';
import { startSandbox } from '../sandbox/start';
import { builtInByLocale } from '../tests/support/built-in-words';
import { freePort } from '../tests/support/free-port';
import { redisFolder } from '../tests/support/redis-servers';
import { signIn } from '../tests/support/shop';
import { Visitor } from '../tests/support/visitor';
import { answering } from './bench/processes';
import { endsWithUs } from './bench/ends-with-us';
import { buildShop } from '../tools/build';

const { values } = commandOf('proof -- hostile', {
  options: {
    shop: { type: 'string', default: '.' },
    searches: { type: 'string', default: '120' },
    'no-build': { type: 'boolean', default: false },
  },
});
const shopFolder = resolve(values.shop);
if (values.shop === '.' && !values['no-build'] && !(await buildShop())) process.exit(1);
/** The heap limits of the container image, and the memory of its container. */
const heap = ['--max-old-space-size=384', '--max-semi-space-size=32'];
const containerMb = 512;
/** Maximum processor time of a search beside that of a one-word search, in milliseconds: the middle. */
const mostSearchMs = 40;
/** Maximum processor time for reading a list, in milliseconds per 100 kB. */
const msPer100Kb = 20;
/** Maximum processor time for looking up, pricing and storing a line of an accepted list, in milliseconds. */
const msPerLine = 0.2;
/** Number of measured runs of each request. */
const runs = 3;

const redis = redisFolder();
// A measurement that throws leaves no server running.
process.once('exit', () => void redis.end());
const store = await redis.server({});
const ports = [await freePort(), await freePort()] as const;
const url = `http://localhost:${ports[0]}`;
const sandbox = await startSandbox({ products: 300, shopUrl: url, ports: 'free' });

interface Instance {
  process: ChildProcess;
  address: string;
  cpuMs(): Promise<number>;
}

async function startInstance(port: number): Promise<Instance> {
  const metricsPort = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'shop-hostile-'));
  const shop = endsWithUs(
    spawn(process.execPath, [...heap, 'dist/server.js'], {
      cwd: shopFolder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        ...sandbox.settings,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        PUBLIC_URL: url,
        CONFIG_DIR: folder,
        SESSION_SECRET: 'a secret of thirty-two characters',
        REDIS_URL: `redis://127.0.0.1:${store.port}`,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
      },
    }),
  );
  const address = `http://127.0.0.1:${port}`;
  await answering(`${address}/healthz`);
  const cpuMs = async (): Promise<number> => {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    return 1_000 * Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(text)?.[1]);
  };
  return { process: shop, address, cpuMs };
}

const instances = [await startInstance(ports[0]), await startInstance(ports[1])] as const;
const [first] = instances;

const memoryOf = ({ process: { pid = 0 } }: Instance, name: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;
/** Resets Linux's record of the peak memory. */
const forgetPeak = ({ process: { pid = 0 } }: Instance): void =>
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
const storeMb = async (): Promise<number> =>
  Number(/used_memory:(\d+)/.exec(await store.cli('info', 'memory'))?.[1]) / 1024 / 1024;

interface Answer {
  status: number;
  bytes: number;
}

const send = (path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> =>
  new Promise((done, fail) => {
    const method = body ? 'POST' : 'GET';
    const host = new URL(url).host;
    const options = { method, agent: false, headers: { host, ...headers } };
    const asking = request(first.address + path, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, bytes });
      });
    });
    asking.on('error', fail);
    asking.end(body);
  });

interface Health {
  /** The longest wait, in milliseconds. */
  longest: number;
  calls: number;
}

/** Polls `/healthz` until `isDone`. */
async function pollHealth(
  { address }: Instance,
  isDone: (calls: number) => boolean,
): Promise<Health> {
  const health: Health = { longest: 0, calls: 0 };
  while (!isDone(health.calls)) {
    const start = performance.now();
    await (await fetch(`${address}/healthz`)).arrayBuffer();
    health.longest = Math.max(health.longest, performance.now() - start);
    health.calls += 1;
    await pause(10);
  }
  return health;
}

const middleOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Processor time of the first instance for one reading of its metrics and for one call of `/healthz`. */
async function costOfMeasuring(): Promise<{ metrics: number; health: number }> {
  const readings: number[] = [];
  for (let time = 0; time < 20; time += 1) readings.push(await first.cpuMs());
  const metrics = middleOf(readings.slice(1).map((ms, at) => ms - (readings[at] ?? 0)));
  const start = await first.cpuMs();
  const { calls } = await pollHealth(first, (made) => made === 50);
  const spent = (await first.cpuMs()) - start - metrics;
  return { metrics, health: Math.max(spent, 0) / calls };
}

const customer = new Visitor(url);
const persona = sandbox.world.customers.find(
  ({ password, canOrder }) => password !== '' && canOrder,
);
if (!persona) throw new Error('no customer');
await signIn(customer, persona.login, persona.password);
const cookie = await customer.jar.getCookieString(url);

const posted = async (form: FormData): Promise<[type: string, body: Buffer]> => {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return [type, Buffer.from(await encoded.arrayBuffer())];
};
function pasteOf(text: string): FormData {
  const form = new FormData();
  form.set('paste', text);
  form.set('do', 'paste');
  return form;
}
function fileOf(text: string): FormData {
  const form = new FormData();
  form.set('csv', new File([text], 'order.csv', { type: 'text/csv' }));
  form.set('do', 'file');
  return form;
}
const tabs = (bytes: number): string => '\t'.repeat(bytes);
const quotedRow = (bytes: number): string =>
  `1;${`"${tabs(Math.floor(bytes / 60))}";`.repeat(60)}"99999\nx"\n`;
const headers = `--x\r\nContent-Disposition: form-data; name="a"\r\n${'a:b\r\n'.repeat(9_000)}\r\n1\r\n--x--\r\n`;
const parts = `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(3_000)}--x--\r\n`;
const multipart = 'multipart/form-data; boundary=x';

interface Case {
  form: readonly [type: string, body: Buffer];
  /** Maximum processor time, in milliseconds. */
  mostMs: number;
  /** Maximum wait for `/healthz` of the same instance, in milliseconds. */
  mostHealthMs: number;
}

type Form = Case['form'];
/** A part of 100 kB counts as whole: the cost of the page alone varies by some milliseconds. */
const readingMs = ([, body]: Form): number => Math.ceil(body.length / 100_000) * msPer100Kb;
const refused = (form: Form): Case => ({ form, mostMs: readingMs(form), mostHealthMs: 50 });
const accepted = (form: Form, lines: number): Case => ({
  form,
  mostMs: readingMs(form) + lines * msPerLine,
  mostHealthMs: 100,
});

const empty = await posted(pasteOf(''));
const ordinary = await posted(pasteOf('MA659359 2\n'.repeat(20)));
const manyLines = Array.from({ length: 5_000 }, (_, at) => `MA${600_000 + at} 2`).join('\n');
const cases: Readonly<Record<string, Case>> = {
  'ordinary list of 20 rows': { form: ordinary, mostMs: 40, mostHealthMs: 50 },
  'paste of 40 kB, one run of tabs': refused(await posted(pasteOf(`1${tabs(40_000)}99999 x`))),
  'paste of 60 kB, one run of tabs': refused(await posted(pasteOf(`1${tabs(60_000)}99999 x`))),
  'file of 60 kB, cells of tabs': refused(await posted(fileOf(quotedRow(60_000)))),
  'paste of 60 kB, 5,000 lines on one row': refused(
    await posted(pasteOf('MA659359 2, '.repeat(5_000))),
  ),
  'paste of 5,000 lines, accepted': accepted(await posted(pasteOf(manyLines)), 5_000),
  'paste of 5 MB on one row': {
    form: await posted(pasteOf('MA659359 2, '.repeat(430_000))),
    mostMs: 100,
    mostHealthMs: 100,
  },
  'file of 5,000 rows and 100 cells': accepted(
    await posted(fileOf(`${'12345;'.repeat(99)}1\n`.repeat(5_000))),
    5_000,
  ),
  'form of 9,000 headers in one part': refused([multipart, Buffer.from(headers)]),
  'form of 3,000 parts': refused([multipart, Buffer.from(parts)]),
};

const faults: string[] = [];
const figure = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const limited = (value: number, most: number): string => `${figure(value)} of ${most.toFixed(0)}`;

const post = ([type, body]: Form): Promise<Answer> =>
  send(
    '/fr/quick-order',
    { cookie, origin: url, 'content-type': type, 'content-length': String(body.length) },
    body,
  );

const measuring = await costOfMeasuring();

interface Run {
  answer: Answer;
  ms: number;
  own: number;
  other: number;
  grownMb: number;
}

async function runOnce(form: Form): Promise<Run> {
  // Lets work left over from earlier requests finish.
  await pause(500);
  const stored = await storeMb();
  const cpu = await first.cpuMs();
  let isDone = false;
  const health = instances.map((one) => pollHealth(one, () => isDone));
  const answer = await post(form);
  isDone = true;
  const [own, other] = await Promise.all(health);
  const spent = (await first.cpuMs()) - cpu - measuring.metrics;
  return {
    answer,
    ms: Math.max(spent - measuring.health * (own?.calls ?? 0), 0),
    own: own?.longest ?? 0,
    other: other?.longest ?? 0,
    grownMb: (await storeMb()) - stored,
  };
}

/** Code that runs for the first time costs several times as much. */
async function runsOf(form: Form, times: number): Promise<Run[]> {
  for (let time = 0; time < 2; time += 1) await post(form);
  const found: Run[] = [];
  for (let time = 0; time < times; time += 1) found.push(await runOnce(form));
  return found;
}

for (let time = 0; time < 20; time += 1) await post(ordinary);
const pageMs = middleOf((await runsOf(empty, 9)).map(({ ms }) => ms));
console.log(
  `Subtracted: ${figure(measuring.metrics)} ms for the metrics, ${measuring.health.toFixed(2)} ms for each call of /healthz, and ${figure(pageMs)} ms for the page.\n`,
);

async function measure(name: string, { form, mostMs, mostHealthMs }: Case): Promise<void> {
  forgetPeak(first);
  const measured = await runsOf(form, runs);
  const most = (of: (run: Run) => number): number => Math.max(...measured.map(of));
  const ms = Math.max(middleOf(measured.map((run) => run.ms)) - pageMs, 0);
  const waited = most(({ own }) => own);
  const peak = memoryOf(first, 'VmHWM');
  const [{ answer: { status, bytes } } = { answer: { status: 0, bytes: 0 } }] = measured;
  const columns = [
    String(status),
    figure(bytes / 1024),
    limited(ms, mostMs),
    limited(waited, mostHealthMs),
    figure(most(({ other }) => other)),
    limited(peak, containerMb),
    figure(most(({ grownMb }) => grownMb)),
  ];
  console.log(`| ${name} | ${columns.join(' | ')} |`);
  const fault = (value: number, limit: number, what: string): void => {
    if (value > limit) faults.push(`${name}: ${figure(value)} ${what}, limit ${figure(limit)}`);
  };
  fault(ms, mostMs, 'ms of processor time');
  fault(waited, mostHealthMs, 'ms of wait for /healthz');
  fault(peak, containerMb, 'MB of memory');
}

console.log(
  '| request | status | answer kB | processor ms | longest /healthz ms | of the other instance | peak MB | store MB |',
);
console.log('| - | - | - | - | - | - | - | - |');
for (const [name, one] of Object.entries(cases)) await measure(name, one);

/** Returns a function that picks from lists, with the same picks in every run. */
function createPick() {
  const random = seededRandom('hostile');
  return <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error('an empty list');
    return one;
  };
}

/** Returns search texts of mistyped words between separators. Each has 200 characters, the maximum of a search text. */
async function dearTexts(locale: 'fr' | 'nl' | 'en', count: number): Promise<string[]> {
  const pick = createPick();
  const lexicon = createLexicon(await builtInByLocale(), locale);
  const known = [
    ...lexicon.medicines,
    ...[...'scapbmtdr'].flatMap((one) => [...lexicon.singleWordsFrom(one)]),
  ].filter((word) => /^[a-z]{5,}$/.test(word));
  const letters = [...'abcdefghilmnoprstuv'];
  const slip = (word: string): string => {
    const at = 1 + pick([...word].slice(1).map((_, place) => place));
    return word.slice(0, at) + pick(letters) + word.slice(at + pick([0, 1]));
  };
  const separators = [' ', ' ', '/', '-', ', '];
  return Array.from({ length: count }, () => {
    const separator = pick(separators);
    return Array.from({ length: 40 }, () => slip(pick(known)))
      .join(separator)
      .slice(0, 198);
  });
}

interface Cost {
  middle: number;
  most95: number;
  most: number;
}

/** Returns the processor time of these pages, without the cost of reading the metrics. */
async function costOf(paths: readonly string[]): Promise<Cost> {
  const spent: number[] = [];
  for (const path of paths) {
    const before = await first.cpuMs();
    await send(path, { accept: 'text/html' });
    spent.push((await first.cpuMs()) - before - measuring.metrics);
  }
  const sorted = spent.sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { middle: at(0.5), most95: at(0.95), most: at(1) };
}

async function measureSearches(locale: 'fr' | 'nl' | 'en'): Promise<void> {
  const pathOf = (text: string): string => `/${locale}/search?q=${encodeURIComponent(text)}`;
  const count = Number(values.searches);
  const all = await dearTexts(locale, 2 * count);
  // Code that runs for the first time costs several times as much.
  await costOf(all.slice(count).map(pathOf));
  const texts = all.slice(0, count);
  const plain = await costOf(texts.map((text) => pathOf(text.slice(0, 8))));
  const dear = await costOf(texts.map(pathOf));
  const more = dear.middle - plain.middle;
  const columns = [
    figure(plain.middle),
    figure(dear.middle),
    limited(more, mostSearchMs),
    figure(dear.most95),
    figure(dear.most),
  ];
  console.log(`| ${locale} | ${columns.join(' | ')} |`);
  if (more > mostSearchMs)
    faults.push(
      `searches in ${locale}: ${figure(more)} ms of processor time, limit ${mostSearchMs}`,
    );
}

console.log(
  '\n| searches in | one word, processor ms | 200 characters, middle | beside one word | 95 % | dearest |\n| - | - | - | - | - | - |',
);
for (const locale of ['fr', 'nl', 'en'] as const) await measureSearches(locale);
console.log(
  `\nMemory at the end: ${instances.map((one) => figure(memoryOf(one, 'VmRSS'))).join(' and ')} MB`,
);

for (const { process: shop } of instances) shop.kill('SIGKILL');
await sandbox.close();
await redis.end();
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
