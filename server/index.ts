/** Entry point: reads the configuration, starts the shop and installs the signal handlers that stop it gracefully. */
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { ConfigFault, exitCodeForConfigFault } from './config';
import { errorDetail } from './observe/logger';
import { startShop } from './start-shop';
import { readStartConfig } from './startup/free-ports';
import { hintOfUnreadFile } from './startup/env-file';
import { giveBackStartMemory } from './startup/start-memory';

// React in the build loads its development files when NODE_ENV is unset.
process.env['NODE_ENV'] ||= 'production';

const exitCodeForUsage = 64;
const crashPatienceMs = 5_000;
const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack : undefined;

/** Resolved next to `dist/`, not to the working directory: a supervisor starts the process in `/`. */
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
  // The first signal lets requests in flight finish; a second signal ends the process at once (P-64). An orchestrator
  // sends SIGTERM before its load balancer notices, hence the drain time. Ctrl-C and a closed terminal need none.
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
  // After an uncaught error the state of the process is unknown. It logs the error once, gives requests in flight five
  // seconds and exits; the orchestrator starts a new process (P-68).
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
