/** Boot: configuration → services, in their order → app → listen → graceful stop. Reads like its log. */
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { ConfigFault, exitCodeForConfigFault } from './config';
import { errorDetail } from './observe/logger';
import { startShop } from './start-shop';
import { readStartConfig } from './startup/free-ports';
import { hintOfUnreadFile } from './startup/env-file';
import { giveBackStartMemory } from './startup/start-memory';

// The build's React takes its development files where nothing says which.
process.env['NODE_ENV'] ||= 'production';

const exitCodeForUsage = 64;
const crashPatienceMs = 5_000;
const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack : undefined;

/** Beside `dist/`, wherever the process was started: a supervisor starts it in `/`. */
const built = new URL('../build/', import.meta.url);

async function loadBuild(): Promise<ServerBuild> {
  return (await import(new URL('server/index.js', built).href)) as ServerBuild;
}

if (process.argv.length > 2) {
  process.stderr.write(
    `${process.argv.slice(2).join(' ')}: the shop takes no options; its settings are in the environment (docs/operating/settings.md)\n`,
  );
  process.exit(exitCodeForUsage);
}

try {
  const config = await readStartConfig(process.env, process.execArgv);
  const shop = await startShop({
    config,
    build: await loadBuild(),
    clientFolder: fileURLToPath(new URL('client', built)),
  });
  // The first signal lets requests in flight finish, the second does not wait (P-64). An orchestrator's
  // SIGTERM comes before its load balancer has noticed; on Ctrl-C, or when the terminal is closed, there is none.
  let stopping = false;
  const stop = (drainMs: number): void => {
    if (stopping) {
      shop.log.warn(
        { event: 'shop.cut_off' },
        'told again to stop: requests in flight are cut off',
      );
      process.exit(1);
    }
    stopping = true;
    void shop.stop({ drainMs }).then(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop(config.DRAIN_SECONDS * 1000));
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  // Uncaught, so the state of the process is unknown: logged once, requests in flight get five
  // seconds, and the orchestrator starts a new process (P-68).
  const crash = (error: unknown): void => {
    shop.log.fatal(
      { event: 'process.failed', error: errorDetail(error), stack: stackOf(error) },
      'an uncaught error',
    );
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), crashPatienceMs);
    void shop.stop({ patienceMs: crashPatienceMs }).finally(() => process.exit(1));
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  await shop.ready;
  await giveBackStartMemory().catch((error: unknown) => {
    shop.log.warn(
      { event: 'start.memory_kept', error: errorDetail(error) },
      'what the start has used stays taken',
    );
  });
} catch (error) {
  const expected = error instanceof ConfigFault;
  process.stderr.write(
    `${expected ? error.message + hintOfUnreadFile(process.env, process.execArgv) : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(expected ? exitCodeForConfigFault : 1);
}
