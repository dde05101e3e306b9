/** Does the ERP answer, and which of the calls that the shop makes does it know? Only GETs are sent. */
import type { Config } from '../../server/config';
import { ask, clockOf, fail, ok, warn, type Finding } from './finding';

const needed = ['customer', 'sales', 'carts/confirm', 'carts/current/carrier', 'signout'];
const optional = [
  'quotations',
  'wishlists',
  'specials',
  'settings',
  'veterinary_groups',
  'loyalty_rules',
  'products_on_order',
  'delivery_pickups',
  'payment/methods',
  'customer/sales_person',
  'sale_statistics/five_years',
  'sale_statistics/top_ordered',
  'loyalty/card/rfa/current',
  'cms/content',
];

/** A refusal in JSON, or any other answer than "not found", comes from a call that exists. */
const exists = (status: number, type: string): boolean =>
  status !== 404 && status < 500 && (status < 300 || type.includes('json'));

export async function examineBackOffice(config: Config, now: () => Date): Promise<Finding[]> {
  const base = config.ERP_URL.endsWith('/') ? config.ERP_URL : `${config.ERP_URL}/`;
  const headers = { accept: 'application/json', 'accept-language': config.LOCALE_TAG_FR };
  const first = await ask(`${base}customer`, { headers }, now);
  const name = 'erp';
  if (typeof first === 'string')
    return [
      fail(name, `${base} does not answer (${first})`, 'ERP_URL, or the ERP and the way to it'),
    ];
  if (!first.type.includes('json')) {
    const text = `${base}customer answers ${first.status} as ${first.type || 'nothing'}, not JSON`;
    const mend =
      'ERP_URL must be the base of the API; a page instead means no data base or another path';
    return [fail(name, text, mend), ...clockOf(name, first)];
  }
  const findings = [ok(name, `${base} answers`), ...clockOf(name, first)];
  const sync = config.CART_SYNC_PATH.replace('{uuid}', '00000000-0000-4000-8000-000000000000');
  const signIn = config.AUTH_MODE === 'credentials' ? 'auth/login' : 'signin';
  const calls: [path: string, must: boolean][] = [
    [sync, true],
    ...[signIn, ...needed].map((path): [string, boolean] => [path, true]),
    ...optional.map((path): [string, boolean] => [path, false]),
  ];
  const missing: string[] = [];
  for (const [path, must] of calls) {
    const reply = await ask(base + path, { headers }, now);
    const there = typeof reply !== 'string' && exists(reply.status, reply.type);
    if (there) continue;
    if (!must) missing.push(path);
    else {
      const told = typeof reply === 'string' ? reply : `answers ${reply.status}`;
      const mend =
        path === sync
          ? 'CART_SYNC_PATH: v2/cart/sync, or carts/{uuid}/sync for a released Odoo 16'
          : 'install the module that serves it; the shop cannot work without';
      findings.push(fail(`erp call ${path}`, told, mend));
    }
  }
  const known = calls.length - missing.length;
  findings.push(
    missing.length === 0
      ? ok('erp calls', `all ${known} that were looked for exist`)
      : warn(
          'erp calls',
          `not there: ${missing.join(', ')}`,
          'install their modules; until then the shop leaves those parts out',
        ),
  );
  return findings;
}
