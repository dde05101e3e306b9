/** Boot: configuration → services, in their order → app → listen → graceful stop. Reads like its log. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { ConfigFault, exitCodeForConfigFault, readConfig } from './config';
import { startShop } from './start-shop';

async function loadBuild(): Promise<ServerBuild> {
  const file = pathToFileURL(resolve('build/server/index.js')).href;
  return (await import(file)) as ServerBuild;
}

try {
  const config = readConfig(process.env);
  const shop = await startShop({
    config,
    build: await loadBuild(),
    clientFolder: resolve('build/client'),
  });
  // The first signal lets requests in flight finish, the second does not wait (P-64). An orchestrator's
  // SIGTERM comes before its load balancer has noticed; somebody's Ctrl-C has nobody to wait for.
  let stopping = false;
  const stop = (drainMs: number): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void shop.stop({ drainMs }).then(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop(5_000));
  process.on('SIGINT', () => stop(0));
} catch (error) {
  const expected = error instanceof ConfigFault;
  process.stderr.write(
    `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(expected ? exitCodeForConfigFault : 1);
}
