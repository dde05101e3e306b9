/**
 * `npm run dev`: the stand-ins, and the shop from its sources. Remix's build tool reloads app modules; the
 * server itself is restarted by `tsx watch` when one of its files changes.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commandOf } from '../sandbox/command-line';
import { startSandbox } from '../sandbox/start';
import { run } from './run';
import { startBeside } from './stand-in-ports';

const { values } = commandOf('dev', { options: { port: { type: 'string', default: '3000' } } });
const port = z.coerce.number().int().min(1).max(65_535).safeParse(values.port).data;
if (port === undefined) {
  console.error(`dev: --port ${values.port} is no port`);
  process.exit(64);
}
const folder = port === 3000 ? '.data/dev' : `.data/dev-${port}`;
const url = `http://localhost:${port}`;
mkdirSync(folder, { recursive: true });
const sandbox = await startBeside(port, (ports) =>
  startSandbox({ dataDir: join(folder, 'sandbox'), ports, profile: 'seed', shopUrl: url }),
);
for (const persona of sandbox.personas) console.log(`${persona.login}  ${persona.password}`);
await run('npx', ['tsx', 'watch', '--include', 'server/**', 'scripts/dev-server.ts'], {
  ...sandbox.settings,
  PORT: String(port),
  PUBLIC_URL: url,
  APP_ENV: 'development',
  SESSION_SECRET: 'development-secret-of-32-characters',
  SESSION_DB: join(folder, 'shop.db'),
});
await sandbox.close();
