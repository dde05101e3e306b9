/**
 * `npm run sandbox`: the stand-ins alone, for a shop that is started by itself. Prints the shop's settings
 * as an environment block and the sample customers; Ctrl-C stops cleanly. State stays in .data/sandbox.
 *
 *     npm run sandbox -- --products 20000 --erp odoo16 --fresh --port-base 5101 --shop-url http://localhost:3000
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkedOptions, commandLine } from './command-line';
import { ProfileName } from './erp/quirks';
import { DEFAULT_PORT_BASE, portsFrom, startSandbox, type Sandbox } from './start';
import { takenPort } from './taken-port';
import { whenToStop } from './when-to-stop';

const usage =
  'Usage: npm run sandbox -- [--products N] [--erp seed|odoo16] [--fresh] [--port-base N] [--shop-url ADDRESS] [--verbose]';
const { values } = commandLine(usage, {
  options: {
    products: { type: 'string' },
    erp: { type: 'string', default: 'seed' },
    fresh: { type: 'boolean', default: false },
    'port-base': { type: 'string', default: String(DEFAULT_PORT_BASE) },
    'shop-url': { type: 'string', multiple: true, default: ['http://localhost:3000'] },
    verbose: { type: 'boolean', default: false },
  },
});

const Arguments = z.object({
  products: z.coerce.number().int().min(1).max(100_000).optional(),
  erp: ProfileName,
  fresh: z.boolean(),
  'port-base': z.coerce.number().int().min(1024).max(65_532),
  'shop-url': z.array(z.url({ protocol: /^https?$/ })).min(1),
  verbose: z.boolean(),
});

const dataDir = join('.data', 'sandbox');

function tell(sandbox: Sandbox): void {
  console.log('\n# Settings for the shop');
  for (const [name, value] of Object.entries(sandbox.settings)) console.log(`${name}=${value}`);
  console.log('\n# Sample customers: e-mail, password, what is special');
  for (const { login, password, summary } of sandbox.personas) {
    console.log(`# ${login.padEnd(48)} ${password.padEnd(14)} ${summary.en}`);
  }
  console.log(`\n# ${sandbox.world.variants.size} articles. Ctrl-C stops the stand-ins.`);
}

async function main(): Promise<void> {
  const given = checkedOptions(usage, Arguments, values);
  const { products, erp, fresh, verbose } = given;
  if (fresh) rmSync(dataDir, { recursive: true, force: true });
  const sandbox = await startSandbox({
    dataDir,
    ports: portsFrom(given['port-base']),
    profile: erp,
    shopUrl: given['shop-url'],
    ...(products === undefined ? {} : { products }),
    ...(verbose
      ? { log: (event, detail) => console.error(JSON.stringify({ event, ...detail })) }
      : {}),
  });
  whenToStop(() => void sandbox.close().then(() => process.exit(0)));
  tell(sandbox);
}

main().catch((error: unknown) => {
  const port = takenPort(error);
  if (port !== null) console.error(`Port ${port} is taken: give another --port-base`);
  else console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
