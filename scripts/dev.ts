/**
 * `npm run dev`: the stand-ins, and the shop from its sources. Remix's build tool reloads app modules; the
 * server itself is restarted by `tsx watch` when one of its files changes.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../sandbox/start';
import { run } from './run';

const folder = '.data/dev';
const url = 'http://localhost:3000';
mkdirSync(folder, { recursive: true });
const sandbox = await startSandbox({
  dataDir: join(folder, 'sandbox'),
  profile: 'seed',
  shopUrl: url,
});
for (const persona of sandbox.personas) console.log(`${persona.login}  ${persona.password}`);
await run('npx', ['tsx', 'watch', '--include', 'server/**', 'scripts/dev-server.ts'], {
  ...sandbox.settings,
  PORT: '3000',
  PUBLIC_URL: url,
  APP_ENV: 'development',
  SESSION_SECRET: 'development-secret-of-32-characters',
  SESSION_DB: join(folder, 'shop.db'),
});
await sandbox.close();
