import { readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) };

/**
 * A machine that lends little of its processor stands still for longer than it computes: limits are those of what
 * hangs, not of what is slow, and what is waited for with `expect.poll` has half a minute.
 */
const patient = {
  ...{ testTimeout: 400_000, hookTimeout: 400_000 },
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

const long = /\/(relevance|store-dies|shared-state|cart-line|widths|scan|pages)\.test\.ts$/;

/** A checkout knows the size of a file, not how long it takes: one of these left to the end would run alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Cheapest first: pure and contract tests, the whole server over HTTP, a real identity provider, a real browser. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
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
          isolate: false,
          // On two cores one would be the default: the checks beside end long before.
          maxWorkers: 2,
        },
      },
      {
        resolve: { alias },
        test: {
          ...patient,
          env: delivered,
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          // Files of one worker share the loaded modules: loading them costs as much as a small world.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
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
        resolve: { alias },
        test: {
          ...patient,
          env: delivered,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          isolate: false,
          // One of them as a rule waits for a line that is slow, silent or broken.
          maxWorkers: 3,
          // Other numbers of workers cannot run beside each other.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
