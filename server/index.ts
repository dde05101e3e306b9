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
  await startShop({ config, build: await loadBuild(), clientFolder: resolve('build/client') });
} catch (error) {
  const expected = error instanceof ConfigFault;
  process.stderr.write(
    `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(expected ? exitCodeForConfigFault : 1);
}
