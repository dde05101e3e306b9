import { readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inlineScript } from './tools/bundle/inline-script';

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) };

/**
 * A shared machine may stall for longer than a test computes. So the time limits detect tests that hang, not slow ones,
 * and `expect.poll` waits up to 30 s.
 */
const patient = {
  testTimeout: 400_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 30_000 } },
};

const leastBytes = 4 * 1024 ** 3;

/**
 * Puts temporary folders in memory where Linux has room for them. Every write to a store is durable and would otherwise
 * wait for the disk. Tests prove that stores survive a killed process, not a machine failure.
 */
function inMemory(): Readonly<Record<string, string>> {
  const folder = '/dev/shm';
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder);
    const { bavail, bsize } = statfsSync(folder);
    // The image test loads native modules from the temporary folder.
    const isFit = mount !== undefined && !mount.includes('noexec') && bavail * bsize > leastBytes;
    return isFit ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}
const temporary = inMemory();

/**
 * Settings of the delivered shop. React's development build renders several times slower and never runs in production.
 */
const delivered = { NODE_ENV: 'production' as const, ...temporary };

/**
 * The projects of one run in start order: the short files of `unit` fill idle workers while the last long files finish.
 */
const order = ['http', 'browser', 'unit'];

/**
 * Files that wait for clocks or processes, or that visit every page. They start first, because one that starts last
 * would run alone.
 */
const long =
  /\/(alerts|store-dies|shared-state|hostile-pair|limits|cart-instances|widths|scan|pages|cart-line|relevance|redis-modes)\.test\.ts$/;

/** Starts the long files first. In a fresh checkout, Vitest's own sorter knows only file sizes, not durations. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number =>
      2 * order.indexOf(project.name) + (long.test(moduleId) ? 0 : 1);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * Four workers for two processor cores, because about half of the running files wait for a slow line, a process or a
 * clock. All projects have the same number, so they share the workers. With a smaller young generation, garbage
 * collection would take an eighth of the processor time.
 */
const shared = { isolate: false, maxWorkers: 4, execArgv: ['--max-semi-space-size=32'] };

/** The test projects: unit and contract tests, the whole server over HTTP, a real identity provider, a real browser. */
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
          globalSetup: 'tests/support/search-fixture/teardown.ts',
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
          // The files of one worker share the loaded modules, because loading them takes as long as creating a small
          // sample world.
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
          // Runs with its own Keycloak, if Java and Maven are available.
          include: ['tests/provider/**/*.test.ts'],
          globalSetup: 'tests/support/keycloak/setup.ts',
          fileParallelism: false,
        },
      },
      {
        plugins: [inlineScript],
        resolve: { alias },
        // React has no development functions in a delivered build.
        esbuild: { jsxDev: false },
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
