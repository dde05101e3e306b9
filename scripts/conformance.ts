/**
 * `npm run conformance -- --erp URL --token TOKEN`: holds an ERP against the wire reference, as a table of every
 * call that the shop makes. Reads only, unless `--customer-may-be-changed` allows writes on a test customer.
 * Exit code 0: as the reference; 1: something is missing or differs; 2: the shop cannot work with it; 64: usage; 130:
 * interrupted, after the write under way was taken back.
 */
import { parseArgs } from 'node:util';
import { isBare } from '../server/startup/checks';
import { examineErp, exitCodeOf } from './conformance/examine';
import { reportOf } from './conformance/report';

const usage = `Usage: npm run conformance -- --erp URL --token TOKEN [options]
  --erp URL                    base address of the ERP's API, as in ERP_URL
  --token TOKEN                access token of a customer (or in CONFORMANCE_TOKEN)
  --customer-may-be-changed    also try writes on this customer, and take them back
  --product ID                 product for those writes (default: one of the last orders)
  --cart-sync PATH             where cart changes go, as in CART_SYNC_PATH (default: either known path will do)
  --auth-mode MODE             oidc-token (default), oidc-cookie or credentials, as in AUTH_MODE
  --json                       the table as JSON
  --seconds N                  how long to wait for an answer (default 15; once more with four times that)
  --minutes N                  how long the whole may take (default 10); what was not asked by then is said`;

const modes = ['oidc-token', 'oidc-cookie', 'credentials'] as const;

/** As ERP_URL must be. */
function erpAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url && !/^https?:$/.test(url.protocol))
    throw new Error(`--erp: ${url.protocol} given; expected an http(s) address`);
  if (!url) throw new Error('--erp: expected an address such as https://erp.example/shopinvader/');
  if (!isBare(given))
    throw new Error('--erp: has a query, a fragment or a password; expected the address alone');
  return given;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      erp: { type: 'string' },
      token: { type: 'string' },
      'customer-may-be-changed': { type: 'boolean', default: false },
      product: { type: 'string' },
      'cart-sync': { type: 'string' },
      'auth-mode': { type: 'string', default: 'oidc-token' },
      seconds: { type: 'string', default: '15' },
      minutes: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const token = values.token ?? process.env['CONFORMANCE_TOKEN'];
  const seconds = Number(values.seconds);
  const minutes = Number(values.minutes);
  const product = values.product === undefined ? null : Number(values.product);
  if (values.help || !values.erp || !token) throw new Error(usage);
  const erp = erpAddress(values.erp);
  if (/[^!-~]/.test(token))
    throw new Error('--token: expected one word without spaces and line ends');
  if (
    !(seconds > 0) ||
    !(minutes > 0 && minutes <= 1_440) ||
    (product !== null && !Number.isInteger(product))
  )
    throw new Error(usage);
  const mode = modes.find((one) => one === values['auth-mode']);
  if (!mode) throw new Error(usage);
  return { ...values, mode, erp, token, seconds, minutes, product };
}

async function run(): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    console.error(said === usage ? usage : `${said}\n\n${usage}`);
    return 64;
  }
  const target = {
    base: options.erp.replace(/\/*$/, '/'),
    patienceMs: options.seconds * 1_000,
    ends: AbortSignal.timeout(options.minutes * 60_000),
  };
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.error('Interrupted: the write under way is taken back. Once more ends at once.');
      interrupted.abort();
    });
  const found = await examineErp(target, {
    until: interrupted.signal,
    token: options.token,
    mayWrite: options['customer-may-be-changed'],
    productId: options.product,
    cartSync: options['cart-sync'] ?? null,
    mode: options.mode,
  });
  if (interrupted.signal.aborted) return 130;
  console.log(options.json ? JSON.stringify(found, null, 2) : reportOf(found));
  return exitCodeOf(found);
}

process.exitCode = await run();
