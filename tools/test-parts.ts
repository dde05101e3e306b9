/** The parts of a test run: what each took and what it counted. Output of a part appears whole, when it has ended. */
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

/** Projects of vitest.config.ts by the folder of their files; all other test files are those of `unit`. */
const folders = { http: 'tests/http/', provider: 'tests/provider/', browser: 'tests/browser/' };
export type Project = 'unit' | keyof typeof folders;

const isIn = (project: Project, { name }: FileReport): boolean => {
  const file = relative(process.cwd(), name);
  return project === 'unit'
    ? !Object.values(folders).some((folder) => file.startsWith(folder))
    : file.startsWith(folders[project]);
};

/** What failed: file and full name of the test, and why. */
interface Failure {
  test: string;
  why: string;
}

/** The failures of a file, each with why, up to its stack: the summary repeats it, where long output is cut. */
function failuresOf({ name, status, assertionResults }: FileReport): Failure[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((one) => one.status === 'failed');
  // A file that could not even be loaded has no failed test of its own.
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
  /** Of vitest: what it said of each file of a project, and with which environment it ran. */
  run?: { project: Project; files: readonly FileReport[]; env: Readonly<Record<string, string>> };
  /** What failed beside other files and passed alone. */
  passedAlone?: readonly Failure[];
}

/** More failed files than these are no matter of a busy machine. */
const mostAgain = 6;

function partOf(name: string, files: readonly FileReport[]): Part {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const failures = files.flatMap(failuresOf);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const begun = Math.min(...files.map(({ startTime }) => startTime));
  const ended = Math.max(...files.map(({ endTime }) => endTime));
  return {
    ...{ name, passed, failed: failures.length, failures },
    skipped: tests.length - passed - failed,
    seconds: files.length === 0 ? 0 : Math.round((ended - begun) / 1000),
  };
}

/** Runs a command to its end and prints its output; the exit code, null when it did not end by itself. */
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

/** Files of a run of vitest; none where it left no report. */
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
    ...['vitest', ...args, '--passWithNoTests', '--reporter=default'],
    ...['--reporter=json', `--outputFile=${report}`],
  ];
  const ok = (await runWhole('npx', all, env)) === 0;
  return { ok, files: reportedIn(report) };
}

export class Parts {
  private readonly parts: Part[] = [];
  private readonly begun = performance.now();

  private record(part: Part): void {
    this.parts.push(part);
    const how = part.failed === 0 ? 'well' : 'FAILED';
    console.log(`test: ${part.name}: ${how} after ${part.seconds} s`);
  }

  /** Something that succeeds or not counts as one test. */
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
   * Projects of vitest in one run, whose workers go from one to the next: all of them, the test files named, or those
   * that import the modules named. Each is a part, and takes from its first file's start to its last one's end.
   */
  async vitest(
    projects: readonly Project[],
    env: Readonly<Record<string, string>>,
    only: {
      files?: readonly string[];
      related?: readonly string[];
      /** Only tests whose full name contains this text. */
      named?: string;
      /** A server that has just started answers its first questions late: how often a test is tried again. */
      retries?: number;
      /** The part's name in the summary instead of the project's. */
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
    // An error outside of any test, or no report at all.
    if (!ok && files.every(({ status }) => status !== 'failed'))
      this.missing(name, 'vitest failed outside of the tests');
  }

  /**
   * Runs the files that failed once more, one after the other and with nothing beside them: a browser or a proxy that
   * waits for a busy machine fails otherwise. What fails again counts as failed; the summary names what passed only now.
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

  /** Prints the time of each part and of the whole, and the line that counts; true when nothing failed. */
  summary(): boolean {
    for (const { name, seconds, failed, failures = [], passedAlone = [] } of this.parts) {
      const how = failed > 0 ? `: ${failed} failed` : '';
      console.log(`${String(seconds).padStart(5)} s  ${name}${how}`);
      for (const { test, why } of failures) console.log(`         ${test}: ${why}`);
      for (const { test, why } of passedAlone)
        console.log(`         passed only alone: ${test}: ${why}`);
    }
    const whole = Math.round((performance.now() - this.begun) / 1000);
    console.log(`${String(whole).padStart(5)} s  the whole, of which parts run beside each other`);
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
