/** Parts of a test run with their durations and counts. Prints the output of a part in one block when it ends. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';

const FileReport = z.object({
  name: z.string(),
  status: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  assertionResults: z.array(
    z.object({
      fullName: z.string(),
      status: z.string(),
      failureMessages: z.array(z.string()).nullish(),
    }),
  ),
});
type FileReport = z.infer<typeof FileReport>;
const Report = z.object({ testResults: z.array(FileReport) });

/** Vitest projects (vitest.config.ts) by test folder; all other test files belong to `unit`. */
const folders = { http: 'tests/http/', provider: 'tests/provider/', browser: 'tests/browser/' };
export type Project = 'unit' | keyof typeof folders;

const isIn = (project: Project, { name }: FileReport): boolean => {
  const file = relative(process.cwd(), name);
  return project === 'unit'
    ? !Object.values(folders).some((folder) => file.startsWith(folder))
    : file.startsWith(folders[project]);
};

/** A failed test: its file, full name and reason. */
interface Failure {
  test: string;
  why: string;
}

/**
 * Failures of a file, each with its message up to the stack. The summary repeats them, because long output is
 * truncated.
 */
function failuresOf({ name, status, assertionResults }: FileReport): Failure[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((one) => one.status === 'failed');
  // A file that fails to load has no failed test.
  if (failed.length === 0)
    return status === 'failed' ? [{ test: file, why: 'could not be run' }] : [];
  return failed.map(({ fullName, failureMessages }) => {
    const [why = ''] = (failureMessages?.[0] ?? '').split(/\n +at /);
    const lines = why.split('\n').map((line) => line.trim());
    return { test: `${file}: ${fullName}`, why: lines.join(' | ').slice(0, 600) };
  });
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures?: readonly Failure[];
}

interface Part extends Counts {
  name: string;
  seconds: number;
  /** For vitest parts: the report of each file and the environment of the run. */
  run?: { project: Project; files: readonly FileReport[]; env: Readonly<Record<string, string>> };
  /** Failures of the parallel run that passed when run alone. */
  passedAlone?: readonly Failure[];
}

/** More failed files than this are not the effect of a busy machine. */
const mostAgain = 12;

function partOf(name: string, files: readonly FileReport[]): Part {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const failures = files.flatMap(failuresOf);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const begun = Math.min(...files.map(({ startTime }) => startTime));
  const ended = Math.max(...files.map(({ endTime }) => endTime));
  return {
    name,
    passed,
    failed: failures.length,
    failures,
    skipped: tests.length - passed - failed,
    seconds: files.length === 0 ? 0 : Math.round((ended - begun) / 1000),
  };
}

/** Runs a command, then prints its output. Returns the exit code; null if the command did not exit by itself. */
function runWhole(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const said: Buffer[] = [];
    const keep = (chunk: Buffer): void => void said.push(chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (code: number | null): void => {
      process.stdout.write(Buffer.concat(said));
      resolve(code);
    };
    child.once('error', (error) => {
      said.push(Buffer.from(`${command}: ${error.message}\n`));
      end(null);
    });
    child.once('close', end);
  });
}

/** File reports of a vitest run; empty if it left none. */
function reportedIn(path: string): FileReport[] {
  try {
    return Report.parse(JSON.parse(readFileSync(path, 'utf8'))).testResults;
  } catch (error) {
    console.error(`test: no report of vitest: ${String(error)}`);
    return [];
  }
}

/** Runs vitest and reads its report. */
async function runVitest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; files: FileReport[] }> {
  const report = join(mkdtempSync(join(tmpdir(), 'shop-tests-')), 'report.json');
  const all = [
    'vitest',
    ...args,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const ok = (await runWhole('npx', all, env)) === 0;
  return { ok, files: reportedIn(report) };
}

export class Parts {
  private readonly parts: Part[] = [];
  private readonly begun = performance.now();

  private record(part: Part): void {
    this.parts.push(part);
    const how = part.failed === 0 ? 'passed' : 'FAILED';
    console.log(`test: ${part.name}: ${how} after ${part.seconds} s`);
  }

  /** Runs a step, which counts as one test, passed or failed. */
  async step(name: string, work: () => Promise<boolean>): Promise<boolean> {
    console.log(`test: ${name} …`);
    const since = performance.now();
    const ok = await work();
    const seconds = Math.round((performance.now() - since) / 1000);
    this.record({ name, seconds, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
    return ok;
  }

  command(name: string, command: string, args: readonly string[]): Promise<boolean> {
    return this.step(name, async () => (await runWhole(command, args, {})) === 0);
  }

  /**
   * Runs vitest projects in one run with shared workers: all files, the named test files, or the tests that import the
   * named modules. Records each project as a part, timed from the start of its first file to the end of its last.
   */
  async vitest(
    projects: readonly Project[],
    env: Readonly<Record<string, string>>,
    only: {
      files?: readonly string[];
      related?: readonly string[];
      /** Runs only tests whose full name contains this text. */
      named?: string;
      /** Retries per test, because a search server that has just started responds late to its first requests. */
      retries?: number;
      /** Name of the part in the summary; default: the project's. */
      title?: string;
    } = {},
  ): Promise<void> {
    const name = only.title ?? projects.join(', ');
    console.log(`test: ${name} …`);
    const which = only.related
      ? ['related', ...only.related, '--run']
      : ['run', ...(only.files ?? [])];
    const options = [
      ...projects.flatMap((one) => ['--project', one]),
      ...(only.named === undefined ? [] : ['--testNamePattern', only.named]),
      ...(only.retries === undefined ? [] : [`--retry=${only.retries}`, '--maxWorkers=2']),
    ];
    const { ok, files } = await runVitest([...which, ...options], env);
    for (const project of projects) {
      const own = files.filter((file) => isIn(project, file));
      this.record({ ...partOf(only.title ?? project, own), run: { project, files: own, env } });
    }
    // vitest reported an error outside of any test, or wrote no report.
    if (!ok && files.every(({ status }) => status !== 'failed'))
      this.missing(name, 'vitest failed outside of the tests');
  }

  /**
   * Reruns the failed files one after the other, with nothing in parallel: browsers and proxies can time out on a busy
   * machine. A second failure counts as failed; the summary names tests that passed only in the rerun.
   */
  async runFailedAlone(): Promise<void> {
    const failed = this.parts.flatMap(({ run }) =>
      (run?.files ?? []).filter(({ status }) => status === 'failed'),
    );
    if (failed.length === 0 || failed.length > mostAgain) return;
    for (const [at, part] of this.parts.entries()) {
      const { name, run } = part;
      const names = new Set(
        run?.files.filter(({ status }) => status === 'failed').map((file) => file.name),
      );
      if (run === undefined || names.size === 0) continue;
      console.log(`test: ${name}: ${names.size} failed files again, alone …`);
      const alone = ['--project', run.project, '--maxWorkers=1'];
      const { files } = await runVitest(['run', ...names, ...alone], run.env);
      const again = files.filter((file) => names.has(file.name));
      if (again.length < names.size) continue;
      const all = [...run.files.filter((file) => !names.has(file.name)), ...again];
      const second = partOf(name, all);
      this.parts[at] = {
        ...second,
        seconds: part.seconds,
        passedAlone: (part.failures ?? []).filter(
          ({ test }) => !second.failures?.some((one) => one.test === test),
        ),
      };
    }
  }

  missing(name: string, why: string): void {
    console.error(`test: ${name}: ${why}; it counts as failed`);
    this.parts.push({ name, seconds: 0, passed: 0, failed: 1, skipped: 0 });
  }

  /** Prints the duration of each part and of the whole run, then the line of counts; returns true if nothing failed. */
  summary(): boolean {
    for (const { name, seconds, failed, failures = [], passedAlone = [] } of this.parts) {
      const how = failed > 0 ? `: ${failed} failed` : '';
      console.log(`${String(seconds).padStart(5)} s  ${name}${how}`);
      for (const { test, why } of failures) console.log(`         ${test}: ${why}`);
      for (const { test, why } of passedAlone)
        console.log(`         passed only when rerun alone: ${test}: ${why}`);
    }
    const whole = Math.round((performance.now() - this.begun) / 1000);
    console.log(`${String(whole).padStart(5)} s  total (parts run in parallel)`);
    const sum = (pick: (part: Part) => number): number =>
      this.parts.reduce((total, part) => total + pick(part), 0);
    const failed = sum((part) => part.failed);
    const counts = [
      `${sum((part) => part.passed)} passed`,
      `${failed} failed`,
      `${sum((part) => part.skipped)} skipped`,
    ];
    console.log(counts.join(', '));
    return failed === 0;
  }
}
