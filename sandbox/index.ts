/**
 * `npm run sandbox`: the stand-ins alone, for a shop that runs separately. Prints the shop's settings as an environment
 * block, the sample customers and a token of one of them; Ctrl-C stops cleanly. State persists in .data, separately for
 * each --port-base.
 *
 *     npm run sandbox -- --products 20000 --erp odoo16 --fresh --port-base 5101 --shop-url http://localhost:3000
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkedOptions, commandLine } from './command-line';
import { signText } from './erp/protocol/signed-text';
import { ProfileName } from './erp/quirks';
import { DEFAULT_PORT_BASE, portsFrom, startSandbox, type Sandbox } from './start';
import { takenPort } from './taken-port';
import { whenToStop } from './when-to-stop';

const usage =
  'Usage: npm run sandbox -- [--products N] [--erp seed|odoo16|odoo18] [--released-only] [--fresh] [--port-base N] [--shop-url ADDRESS] [--verbose]';
const { values } = commandLine(usage, {
  options: {
    products: { type: 'string' },
    erp: { type: 'string', default: 'seed' },
    'released-only': { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    'port-base': { type: 'string', default: String(DEFAULT_PORT_BASE) },
    'shop-url': { type: 'string', multiple: true, default: ['http://localhost:3000'] },
    verbose: { type: 'boolean', default: false },
  },
});

const Arguments = z.object({
  products: z.coerce.number().int().min(1).max(100_000).optional(),
  erp: ProfileName,
  'released-only': z.boolean(),
  fresh: z.boolean(),
  'port-base': z.coerce.number().int().min(1024).max(65_532),
  'shop-url': z.array(z.url({ protocol: /^https?$/ })).min(1),
  verbose: z.boolean(),
});

/** Sandboxes in parallel must not share their databases. */
const dataDirAt = (portBase: number): string =>
  join('.data', portBase === DEFAULT_PORT_BASE ? 'sandbox' : `sandbox-${portBase}`);

const tokenSecret = randomBytes(32).toString('hex');
const tokenHours = 12;

/**
 * Prints the token that a customer's sign-in would give, for commands that call the ERP
 * (docs/operating/conformance.md).
 */
function tellToken({ personas: [customer] }: Sandbox): void {
  if (!customer) return;
  const exp = Math.floor(Date.now() / 1000) + tokenHours * 3_600;
  const claims = { sub: customer.email, email: customer.email, aud: 'erp', exp };
  const token = signText(claims, tokenSecret);
  console.log(`\n# For npm run conformance: a token of ${customer.login}, for ${tokenHours} hours`);
  console.log(`# CONFORMANCE_TOKEN=${token}`);
}

function tell(sandbox: Sandbox): void {
  console.log('\n# Settings for the shop');
  for (const [name, value] of Object.entries(sandbox.settings)) console.log(`${name}=${value}`);
  console.log('\n# Sample customers: e-mail, password, what is special');
  for (const { login, password, summary } of sandbox.personas) {
    console.log(`# ${login.padEnd(48)} ${password.padEnd(14)} ${summary.en}`);
  }
  tellToken(sandbox);
  console.log(`\n# ${sandbox.world.variants.size} articles. Ctrl-C stops the stand-ins.`);
}

async function main(): Promise<void> {
  const given = checkedOptions(usage, Arguments, values);
  const { products, erp, fresh, verbose } = given;
  const dataDir = dataDirAt(given['port-base']);
  if (fresh) rmSync(dataDir, { recursive: true, force: true });
  const sandbox = await startSandbox({
    dataDir,
    ports: portsFrom(given['port-base']),
    profile: erp,
    erp: { tokenSecret },
    // Imitates an ERP with only the published modules, without additions by integrators, like the table in
    // docs/operating/conformance.md.
    ...(given['released-only'] ? { quirks: { 'released-calls-only': true } } : {}),
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
