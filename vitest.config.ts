import { readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inlineScript } from './tools/bundle/inline-script';

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) };

/**
 * A machine that lends little of its processor stands still for longer than it computes: limits are those of what
 * hangs, not of what is slow, and what is waited for with `expect.poll` has half a minute.
 */
const patient = {
  testTimeout: 400_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 30_000 } },
};

const leastBytes = 4 * 1024 ** 3;

/**
 * Temporary folders in memory, where Linux has room for them: every write of a store is durable, and holds up shop and
 * stand-ins of a worker until the disk has it. Stores are proven against the death of processes, not of machines.
 */
function inMemory(): Readonly<Record<string, string>> {
  const folder = '/dev/shm';
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder);
    const { bavail, bsize } = statfsSync(folder);
    // The image's test loads native modules from there.
    const isFit = mount !== undefined && !mount.includes('noexec') && bavail * bsize > leastBytes;
    return isFit ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}
const temporary = inMemory();

/** The shop as it is delivered: React's development build takes several times as long for a page, and is never run. */
const delivered = { NODE_ENV: 'production' as const, ...temporary };

/** The projects of one run, one after the other: the short files of `unit` fill the cores while long ones end. */
const order = ['http', 'browser', 'unit'];

/** They wait for clocks and processes, or look at every page: one of these left to the end would run alone. */
const long =
  /\/(alerts|store-dies|shared-state|hostile-pair|limits|cart-instances|widths|scan|pages|cart-line|relevance|redis-modes)\.test\.ts$/;

/** A checkout knows the size of a file, not how long it takes. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number =>
      2 * order.indexOf(project.name) + (long.test(moduleId) ? 0 : 1);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * Of four files about half wait: for a line that is slow, silent or broken, for a process or a clock. All projects have
 * as many, and so share them. Collecting young objects in small steps took an eighth of the processor's time.
 */
const shared = { isolate: false, maxWorkers: 4, execArgv: ['--max-semi-space-size=32'] };

/** Pure and contract tests, the whole server over HTTP, a real identity provider, a real browser. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        plugins: [inlineScript],
        resolve: { alias },
        test: {
          ...patient,
          env: temporary,
          name: 'unit',
          include: [
            'app/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'tests/{architecture,contract}/**/*.test.ts',
          ],
          ...shared,
        },
      },
      {
        plugins: [inlineScript],
        resolve: { alias },
        test: {
          ...patient,
          env: delivered,
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          // Files of one worker share the loaded modules: loading them costs as much as a small world.
          ...shared,
        },
      },
      {
        plugins: [inlineScript],
        resolve: { alias },
        test: {
          ...patient,
          env: temporary,
          name: 'provider',
          // With a Keycloak of the run's own, where Java and Maven are at hand.
          include: ['tests/provider/**/*.test.ts'],
          globalSetup: 'tests/support/keycloak/setup.ts',
          fileParallelism: false,
        },
      },
      {
        plugins: [inlineScript],
        resolve: { alias },
        test: {
          ...patient,
          env: delivered,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          ...shared,
        },
      },
    ],
  },
});
