/**
 * `npm run proof -- whole`: starts all servers of compose.yaml as processes: two instances behind the proxy, Redis,
 * Elasticsearch, Keycloak and the ERP stand-in, with the configuration files that compose mounts. It places orders in
 * Chromium with and without script, in three languages, while other customers shop. It kills and restarts each server
 * once, then replaces both instances by another build.
 *
 *     npm run proof -- whole                     the whole proof
 *     npm run proof -- whole --short          two journeys, a killed instance and Redis, a rolling deploy
 *     npm run proof -- whole --next FOLDER    the build to deploy (default: one built from slightly changed sources)
 *     npm run proof -- whole --url https://shop.example --customer LOGIN --password WORD --goods ID:SKU,ID:SKU,ID:SKU
 *                                             only the order journeys, on a running shop
 */
import { commandOf } from '../sandbox/command-line';
import { buildShop } from '../tools/build';
import { buildNext } from './deployment/next-build';
import { isKept, proveAddress, proveSet } from './deployment/prove';
import { missingForSet } from './deployment/servers';

const text = { type: 'string' } as const;
const { values } = commandOf('proof -- whole', {
  options: {
    short: { type: 'boolean', default: false },
    next: text,
    products: { ...text, default: '60' },
    url: text,
    customer: text,
    password: text,
    goods: text,
  },
});

function goodsIn(list: string): { id: number; sku: string }[] {
  return list.split(',').map((one) => {
    const [id = '', ...sku] = one.split(':');
    return { id: Number(id), sku: sku.join(':') };
  });
}

const { url, customer, password, goods, short, next } = values;
/** Exit code when a program that the proof needs is not available (the convention of Automake's tests). */
const skippedCode = 77;

async function prove(): Promise<number> {
  if (url !== undefined) {
    const person = { login: customer ?? '', password: password ?? '' };
    return isKept(await proveAddress(url, person, goodsIn(goods ?? ''))) ? 0 : 1;
  }
  const missing = await missingForSet();
  if (missing) {
    console.log(`proof whole skipped: ${missing}`);
    return skippedCode;
  }
  if (!(await buildShop())) throw new Error('the shop does not build');
  const build = next ?? buildNext(console.log);
  return isKept(await proveSet({ short, next: build, products: Number(values.products) })) ? 0 : 1;
}

try {
  process.exitCode = await prove();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
