/**
 * `npm run tool -- packages`: asks the registry about the shipped packages of the lock file (P-99): the age of each
 * version, deprecations and advisories. `--all` includes the packages that build and test the shop: five times as many,
 * some minutes. A version published less than `--days` days ago has had few reviewers and may still be withdrawn.
 *
 * Runs several npm processes at once, so registry, token, proxy and CA are those of `npm ci`.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { commandLine } from '../sandbox/command-line';

const usage = `Usage: npm run tool -- packages [--days 7] [--all] [--except NAME@VERSION]... [NAME...]
Asks the registry about the packages that are shipped, about every one of the lock file, or about those that are named.
--except NAME@VERSION accepts a young or deprecated version.
Exit code 0: nothing found; 1: young, deprecated, or with an advisory; 2: nothing found, some packages could not be checked; 64: usage.`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    days: { type: 'string', default: '7' },
    all: { type: 'boolean', default: false },
    except: { type: 'string', multiple: true, default: [] },
  },
});
const days = z.coerce.number().int().min(0).max(3_650).safeParse(values.days);
if (!days.success) {
  console.error(`--days is a number of days\n\n${usage}`);
  process.exit(64);
}

const atOnce = 4;
const dayMs = 86_400_000;
const run = promisify(execFile);

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});
/** The parts of a registry document that this command requests. */
const Told = z.object({
  version: z.string(),
  time: z.record(z.string(), z.string()),
  deprecated: z.string().optional(),
});
const Refused = z.object({ error: z.object({ summary: z.string() }) });
const Audit = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});
const Printed = z.object({ stdout: z.string() });

/** JSON output of npm, regardless of its exit code; null if npm did not start or printed no JSON. */
async function npm(...words: string[]): Promise<unknown> {
  const printed = await run('npm', [...words, '--json'], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  }).catch((error: unknown) => error);
  const read = Printed.safeParse(printed);
  try {
    return read.success ? JSON.parse(read.data.stdout) : null;
  } catch {
    return null;
  }
}

const summaryOf = (answer: unknown): string => {
  const refused = Refused.safeParse(answer);
  return refused.success ? refused.data.error.summary : 'no answer that can be read';
};

/** `name@version` of each package in the lock file, without duplicates. */
function locked(): string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const found = Object.entries(packages).flatMap(([path, { name, version, dev = false }]) => {
    const called = name ?? path.replace(/^.*node_modules\//, '');
    const isWanted = positionals.length > 0 ? positionals.includes(called) : values.all || !dev;
    return path === '' || !isWanted || version === undefined ? [] : [`${called}@${version}`];
  });
  return [...new Set(found)].sort();
}

const counts = { asked: 0, found: 0, untold: 0 };
function tell(word: 'found' | 'untold', line: string): void {
  counts[word] += 1;
  console.log(line);
}

/** Each lookup is an npm process that costs half a second of processor time. */
async function look(spec: string): Promise<void> {
  if (counts.asked > 0 && counts.asked % 50 === 0)
    console.error(`${counts.asked} of ${specs.length} asked about`);
  counts.asked += 1;
  const answer = await npm('view', spec, 'version', 'time', 'deprecated');
  const told = Told.safeParse(answer);
  const published = told.success ? Date.parse(told.data.time[told.data.version] ?? '') : NaN;
  if (!told.success || Number.isNaN(published)) {
    tell('untold', `not checked ${spec}: ${told.success ? 'no date' : summaryOf(answer)}`);
    return;
  }
  if (values.except.includes(spec)) return;
  const age = (Date.now() - published) / dayMs;
  const on = new Date(published).toISOString().slice(0, 10);
  if (age < (days.data ?? 0)) tell('found', `young       ${spec}: since ${on}`);
  const { deprecated = '' } = told.data;
  if (deprecated !== '') tell('found', `deprecated  ${spec}: ${deprecated}`);
}

async function lookAtAdvisories(): Promise<void> {
  const answer = await npm('audit', '--omit', 'dev');
  const audit = Audit.safeParse(answer);
  if (!audit.success) {
    tell('untold', 'not checked advisories: the registry answers no question about them');
    return;
  }
  for (const [name, { severity, range }] of Object.entries(audit.data.vulnerabilities))
    tell('found', `advisory    ${name} ${range}: ${severity}`);
}

const specs = locked();
if (specs.length === 0) {
  console.error(`no such package in the lock file\n\n${usage}`);
  process.exit(64);
}
console.error(`asks the registry about ${specs.length} packages, ${atOnce} at once`);
const waiting = [...specs];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let spec = waiting.shift(); spec !== undefined; spec = waiting.shift()) await look(spec);
  }),
);
await lookAtAdvisories();
console.log(
  `${counts.asked} packages asked about: ${counts.found} found, ${counts.untold} not checked (young is below ${days.data} days)`,
);
process.exitCode = counts.found > 0 ? 1 : counts.untold > 0 ? 2 : 0;
