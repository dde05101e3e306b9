/** Measures each query of `npm run logs` on a log of one gigabyte, which one instance writes in a few hours. */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const owedMs = 2_000;
const failedReference = '4f1c09a2b3de';
const order = 'S1004729';
const began = Date.UTC(2026, 10, 22, 6);
const requestMs = 30;
const customers = 5_000;
const linesAtOnce = 3_000;

/** Returns the log lines of one request: four calls, of which one in two hundred fails, and the page. */
function requestOf(at: number, reference: string): string {
  const shared = {
    time: new Date(began + at * requestMs).toISOString(),
    version: '0.1.0+2d31c9f',
    reference,
    customer: `C${10_000 + ((at * 7_919) % customers)}`,
    trace: reference.padStart(32, '0'),
  };
  const isFailed = reference === failedReference || at % 200 === 0;
  const calls = ['carts/{uuid}', 'sales/{id}', 'customer', 'carts/{uuid}/sync'].map(
    (path, index) => ({
      level: 'info',
      ...shared,
      event: 'erp.called',
      method: 'GET',
      path,
      attempts: 1,
      status: isFailed && index === 1 ? 500 : 200,
      ms: (at * 31 + index * 97) % 400,
      bytes: 4_096,
      msg: 'upstream call',
    }),
  );
  const page = {
    level: isFailed ? 'error' : 'info',
    ...shared,
    event: 'request.answered',
    method: 'GET',
    path: '/fr/account/sales/7',
    status: isFailed ? 503 : 200,
    ms: at % 900,
    msg: 'request',
  };
  const placed = { level: 'info', ...shared, event: 'order.placed', name: order, lines: 3 };
  const all = reference === failedReference ? [...calls, placed, page] : [...calls, page];
  return all.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Writes the log, with the failed request after nine tenths of the log. Returns the time of the last line, in ms. */
async function write(file: string, bytes: number): Promise<number> {
  const log = createWriteStream(file);
  const failedAt = Math.floor((bytes * 0.9) / requestOf(1, failedReference).length);
  let at = 0;
  for (let written = 0; written < bytes;) {
    const requests = Array.from({ length: linesAtOnce }, () => {
      at += 1;
      return requestOf(
        at,
        at === failedAt ? failedReference : (at * 2_654_435).toString(16).padStart(12, '0'),
      );
    }).join('');
    written += requests.length;
    if (!log.write(requests)) await once(log, 'drain');
  }
  log.end();
  await once(log, 'close');
  return began + at * requestMs;
}

/** A module that prints the command's own CPU time when it exits. */
const tellCpu =
  'data:text/javascript,process.on("exit",()=>{const u=process.cpuUsage();process.stderr.write("cpu "+(u.user+u.system))})';

function ask(args: readonly string[]): { ms: number; cpuMs: number; lines: number } {
  const started = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tellCpu, 'dist/logs.js', ...args],
    {
      maxBuffer: 1 << 30,
    },
  );
  return {
    ms: Math.round(performance.now() - started),
    cpuMs: Math.round(Number(/cpu (\d+)$/.exec(stderr.toString())?.[1]) / 1_000),
    lines: stdout.toString().trim().split('\n').length,
  };
}

export async function printLogs(megabytes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-logs-'));
  try {
    const file = join(folder, 'shop.log');
    const last = await write(file, megabytes * 1024 * 1024);
    spawnSync('gzip', ['--fast', '--keep', file]);
    const time = (beforeMs: number): string => new Date(last - beforeMs).toISOString();
    const questions: Record<string, readonly string[]> = {
      'one reference': [file, '--reference', failedReference.toUpperCase()],
      'one reference, packed': [`${file}.gz`, '--reference', failedReference],
      'the last six digits of one': [file, '--reference', failedReference.slice(-6)],
      'an order by its number': [file, '--reference', order.toLowerCase()],
      'one customer': [file, '--customer', 'c10021'],
      'the last five minutes': [file, '--since', time(300_000)],
      'failures of the last hour': [file, '--failures', '--since', time(3_600_000)],
      'table of five minutes': [
        file,
        '--table',
        '--since',
        time(600_000),
        '--until',
        time(300_000),
      ],
      'all failures': [file, '--failures'],
      'table of everything': [file, '--table'],
    };
    const rows = Object.entries(questions).map(([question, args]) => {
      const { ms, cpuMs, lines } = ask([...args, '--only']);
      return [
        question,
        { 'processor ms': `${cpuMs}${cpuMs > owedMs ? ' !' : ''}`, ms, lines },
      ] as const;
    });
    console.log(
      `\nnpm run logs on ${megabytes} MB; ! is over ${owedMs} ms, which one reference must not be`,
    );
    console.table(Object.fromEntries(rows));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
