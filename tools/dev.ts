/**
 * `npm run dev`: the stand-ins, and the shop from its sources. Remix reloads app modules. `tsx watch` restarts the
 * server if one of its files changes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkedOptions, commandLine } from '../sandbox/command-line';
import { startSandbox } from '../sandbox/start';
import { whenToStop } from '../sandbox/when-to-stop';
import { startBeside } from './stand-in-ports';

/** Runs tsx directly: the shell and npx do not forward signals. */
const tsx = 'node_modules/tsx/dist/cli.mjs';

const usage = 'Usage: npm run dev -- [--port N]';
const { values } = commandLine(usage, { options: { port: { type: 'string', default: '3000' } } });
const Arguments = z.object({ port: z.coerce.number().int().min(1).max(65_535) });
const { port } = checkedOptions(usage, Arguments, values);
const folder = port === 3000 ? '.data/dev' : `.data/dev-${port}`;
const url = `http://localhost:${port}`;
mkdirSync(folder, { recursive: true });
const sandbox = await startBeside(port, (ports) =>
  startSandbox({ dataDir: join(folder, 'sandbox'), ports, profile: 'seed', shopUrl: url }),
);
for (const persona of sandbox.personas) console.log(`${persona.login}  ${persona.password}`);
const watcher = spawn(
  process.execPath,
  [tsx, 'watch', '--include', 'server/**', 'tools/dev-server.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...sandbox.settings,
      PORT: String(port),
      PUBLIC_URL: url,
      APP_ENV: 'development',
      SESSION_SECRET: 'development-secret-of-32-characters',
      SESSION_DB: join(folder, 'shop.db'),
    },
  },
);
whenToStop(() => watcher.kill('SIGTERM'));
await once(watcher, 'close');
await sandbox.close();
process.exit(0);
