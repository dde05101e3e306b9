/** The parts of a test run: what each took and what it counted. Output of a part appears whole, when it has ended. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** What failed, each with the first line of why: the summary repeats it, where long output is cut. */
const failuresOf = ({ testResults }: z.infer<typeof Report>): string[] =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const file = relative(process.cwd(), name);
    if (failed.length === 0) return status === 'failed' ? [`${file}: could not be run`] : [];
    return failed.map(({ fullName, failureMessages }) => {
      const [why = ''] = (failureMessages?.[0] ?? '').split('\n');
      return `${file}: ${fullName}: ${why.slice(0, 200)}`;
    });
  });

interface Counts {
  passed: number;
  failed: number;
  /** Failed beside the others, passed when their files ran once more. */
  unsteady?: number;
  skipped: number;
  /** What failed at the first go, and why. */
  failures?: readonly string[];
}

interface Part extends Counts {
  name: string;
  seconds: number;
}

interface VitestRun extends Counts {
  failedFiles: readonly string[];
}

/** More failed files than this are no matter of a slow machine. */
const mostRepeatedFiles = 3;

/** Runs vitest with these arguments and counts; a run without a report counts as one failure. */
async function runVitest(
  project: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<VitestRun> {
  const report = join(mkdtempSync(join(tmpdir(), 'shop-tests-')), `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  const all = ['vitest', ...args, '--project', project, '--passWithNoTests', ...reporters];
  const ok = (await runWhole('npx', all, env)) === 0;
  try {
    const result = Report.parse(JSON.parse(readFileSync(report, 'utf8')));
    // A file that could not even be loaded has no failed test of its own.
    const unseen = ok || result.numFailedTests > 0 ? 0 : Math.max(1, result.numFailedTestSuites);
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + unseen,
      skipped: result.numPendingTests,
      failures: failuresOf(result),
      failedFiles: result.testResults.flatMap(({ name, status }) =>
        status === 'failed' ? [relative(process.cwd(), name)] : [],
      ),
    };
  } catch (error) {
    console.error(`test: ${project} left no report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0, failedFiles: [] };
  }
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

export class Parts {
  private readonly parts: Part[] = [];

  private async timed(name: string, work: () => Promise<Counts>) {
    console.log(`test: ${name} …`);
    const since = performance.now();
    const counted = await work();
    const part = { name, seconds: Math.round((performance.now() - since) / 1000), ...counted };
    this.parts.push(part);
    console.log(`test: ${name}: ${part.failed === 0 ? 'well' : 'FAILED'} after ${part.seconds} s`);
    return part.failed === 0;
  }

  /** Something that succeeds or not counts as one test. */
  step(name: string, work: () => Promise<boolean>): Promise<boolean> {
    return this.timed(name, async () => {
      const ok = await work();
      return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
    });
  }

  command(name: string, command: string, args: readonly string[]): Promise<boolean> {
    return this.step(name, async () => (await runWhole(command, args, {})) === 0);
  }

  /**
   * One project of vitest: all of it, the test files named, or those that import the modules named. A few files
   * that failed run once more: what passes then is named and counted as unsteady (decision 148).
   */
  vitest(
    project: string,
    env: Readonly<Record<string, string>>,
    only: { files?: readonly string[]; related?: readonly string[] } = {},
  ): Promise<boolean> {
    const args = only.related
      ? ['related', ...only.related, '--run']
      : ['run', ...(only.files ?? [])];
    return this.timed(project, async () => {
      const first = await runVitest(project, args, env);
      const { failed, failedFiles } = first;
      if (failedFiles.length === 0 || failedFiles.length > mostRepeatedFiles) return first;
      console.log(`test: ${project}: once more: ${failedFiles.join(', ')}`);
      const again = await runVitest(project, ['run', ...failedFiles], env);
      return again.failed > 0 || again.passed === 0
        ? first
        : { ...first, failed: 0, unsteady: failed };
    });
  }

  missing(name: string, why: string): void {
    console.error(`test: ${name}: ${why}; it counts as failed`);
    this.parts.push({ name, seconds: 0, passed: 0, failed: 1, skipped: 0 });
  }

  /** Prints each part's time and the line that counts; true when nothing failed. */
  summary(): boolean {
    for (const { name, seconds, failed, unsteady = 0, failures = [] } of this.parts) {
      const told = failed > 0 ? `: ${failed} failed` : unsteady > 0 ? `: ${unsteady} unsteady` : '';
      console.log(`${String(seconds).padStart(5)} s  ${name}${told}`);
      for (const line of failures) console.log(`         ${line}`);
    }
    const sum = (pick: (part: Part) => number): number =>
      this.parts.reduce((total, part) => total + pick(part), 0);
    const failed = sum((part) => part.failed);
    const unsteady = sum((part) => part.unsteady ?? 0);
    console.log(
      [
        `${sum((part) => part.passed)} passed`,
        ...(unsteady > 0 ? [`${unsteady} passed at the second go only`] : []),
        `${failed} failed`,
        `${sum((part) => part.skipped)} skipped`,
      ].join(', '),
    );
    return failed === 0;
  }
}
