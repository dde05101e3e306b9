/**
 * `npm run proof -- hostile`: measures what one hostile request costs two instances of the built shop on one Redis
 * (P-88, P-92). It sends lists with one huge row or cell, lists of many cells, forms with many headers or fields, and
 * search texts that are expensive to parse.
 *
 * Prints a table of response, processor time, longest wait for `/healthz` on both instances, memory and growth of the
 * store. Exits with 1 and names each case that exceeds one of its limits, which the table shows beside the figures. The
 * processor time excludes the reading of the metrics and the calls of `/healthz`.
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
/** The heap limit of the container image, and the memory of its container. */
const [heapMb, containerMb] = [384, 512];
/** Maximum processor time of a search, in milliseconds: the 95th percentile. */
const mostSearchMs = 40;

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
    spawn(process.execPath, [`--max-old-space-size=${heapMb}`, 'dist/server.js'], {
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

const ordinary = await posted(pasteOf('MA659359 2\n'.repeat(20)));
const cases: Readonly<Record<string, Case>> = {
  'ordinary list of 20 rows': { form: ordinary, mostMs: 100, mostHealthMs: 100 },
  'paste of 40 kB, one run of tabs': {
    form: await posted(pasteOf(`1${tabs(40_000)}99999 x`)),
    mostMs: 40,
    mostHealthMs: 50,
  },
  'paste of 60 kB, one run of tabs': {
    form: await posted(pasteOf(`1${tabs(60_000)}99999 x`)),
    mostMs: 40,
    mostHealthMs: 50,
  },
  'file of 60 kB, cells of tabs': {
    form: await posted(fileOf(quotedRow(60_000))),
    mostMs: 40,
    mostHealthMs: 50,
  },
  'paste of 60 kB, 5,000 lines on one row': {
    form: await posted(pasteOf('MA659359 2, '.repeat(5_000))),
    mostMs: 60,
    mostHealthMs: 50,
  },
  'paste of 5,000 lines, accepted': {
    form: await posted(
      pasteOf(Array.from({ length: 5_000 }, (_, at) => `MA${600_000 + at} 2`).join('\n')),
    ),
    mostMs: 1_000,
    mostHealthMs: 100,
  },
  'paste of 5 MB on one row': {
    form: await posted(pasteOf('MA659359 2, '.repeat(430_000))),
    mostMs: 100,
    mostHealthMs: 100,
  },
  'file of 5,000 rows and 100 cells': {
    form: await posted(fileOf(`${'12345;'.repeat(99)}1\n`.repeat(5_000))),
    mostMs: 1_000,
    mostHealthMs: 100,
  },
  'form of 9,000 headers in one part': {
    form: [multipart, Buffer.from(headers)],
    mostMs: 20,
    mostHealthMs: 50,
  },
  'form of 3,000 parts': {
    form: [multipart, Buffer.from(parts)],
    mostMs: 40,
    mostHealthMs: 50,
  },
};

const faults: string[] = [];
const figure = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const limited = (value: number, most: number): string => `${figure(value)} of ${most}`;

const post = ([type, body]: Case['form']): Promise<Answer> =>
  send(
    '/fr/quick-order',
    { cookie, origin: url, 'content-type': type, 'content-length': String(body.length) },
    body,
  );

// Code that runs for the first time costs several times as much.
for (let time = 0; time < 5; time += 1) await post(ordinary);
await pause(1_000);
const measuring = await costOfMeasuring();
console.log(
  `Subtracted: ${figure(measuring.metrics)} ms for the metrics and ${measuring.health.toFixed(2)} ms for each call of /healthz.\n`,
);

async function measure(name: string, { form, mostMs, mostHealthMs }: Case): Promise<void> {
  // Lets work left over from earlier requests finish.
  await pause(500);
  forgetPeak(first);
  const stored = await storeMb();
  const cpu = await first.cpuMs();
  let isDone = false;
  const health = instances.map((one) => pollHealth(one, () => isDone));
  const { status, bytes } = await post(form);
  isDone = true;
  const [own, other] = await Promise.all(health);
  const spent = (await first.cpuMs()) - cpu - measuring.metrics;
  const ms = Math.max(spent - measuring.health * (own?.calls ?? 0), 0);
  const waited = own?.longest ?? 0;
  const peak = memoryOf(first, 'VmHWM');
  const grown = (await storeMb()) - stored;
  const columns = [
    String(status),
    figure(bytes / 1024),
    limited(ms, mostMs),
    limited(waited, mostHealthMs),
    figure(other?.longest ?? 0),
    limited(peak, containerMb),
    figure(grown),
  ];
  console.log(`| ${name} | ${columns.join(' | ')} |`);
  const fault = (value: number, most: number, what: string): void => {
    if (value > most) faults.push(`${name}: ${figure(value)} ${what}, limit ${most}`);
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
  // Code that runs for the first time costs several times as much.
  const sorted = spent.slice(Math.floor(spent.length / 4)).sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { middle: at(0.5), most95: at(0.95), most: at(1) };
}

async function measureSearches(locale: 'fr' | 'nl' | 'en'): Promise<void> {
  const pathOf = (text: string): string => `/${locale}/search?q=${encodeURIComponent(text)}`;
  const texts = await dearTexts(locale, Number(values.searches));
  const plain = await costOf(texts.map((text) => pathOf(text.slice(0, 8))));
  const dear = await costOf(texts.map(pathOf));
  const columns = [
    figure(plain.middle),
    figure(dear.middle),
    limited(dear.most95, mostSearchMs),
    figure(dear.most),
  ];
  console.log(`| ${locale} | ${columns.join(' | ')} |`);
  if (dear.most95 > mostSearchMs)
    faults.push(
      `searches in ${locale}: ${figure(dear.most95)} ms of processor time, limit ${mostSearchMs}`,
    );
}

console.log(
  '\n| searches in | one word, processor ms | 200 characters, middle | 95 % | dearest |\n| - | - | - | - | - |',
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
