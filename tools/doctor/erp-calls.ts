/**
 * Checks that the ERP responds and which of the shop's calls it has. Sends no session, so no call can have an effect.
 * Retries slow calls once and never reports them as missing.
 */
import type { Config } from '../../server/config';
import { erpCalls, type ErpCallEntry } from '../../server/upstream/erp/calls';
import { signInCalls, syncCall } from '../../server/upstream/erp/own-calls';
import {
  answerToNothing,
  lookFor,
  standInFor,
  untoldAmong,
  type Seen,
} from '../conformance/presence';
import {
  ask,
  clockOf,
  fail,
  ok,
  readAs,
  slownessOf,
  warn,
  type Finding,
  type Reply,
} from './finding';
import { z } from 'zod';
import { redirectPlace } from '../answers-of-servers';

const firstPatienceMs = 8_000;
const atOnce = 3;

const ownCalls = (config: Config): ErpCallEntry[] => [
  syncCall(config.CART_SYNC_PATH),
  ...signInCalls(config.AUTH_MODE),
];

/** Sign-in by password: the profile call needs a session, so the doctor cannot check it. */
const ofProfile = (config: Config): Finding[] =>
  config.AUTH_MODE === 'credentials'
    ? [
        ok(
          'erp call auth/profile',
          'may carry ref, can_order, supplier_id, vt-pricelist-gross, vt-pricelist-discounts, vt-groups and vt-supplier-promotion; without them prices are indicative (docs/operating/sign-in.md)',
        ),
      ]
    : [];

function ofCall({ facts, presence, why }: Seen, isSync: boolean): Finding[] {
  const name = `erp call ${facts.call.replace(/^\w+ /, '')}`;
  switch (presence) {
    case 'present':
    case 'refused':
    case 'untold':
    case 'unasked':
      return [];
    case 'slow':
      return [
        warn(
          name,
          `slow: ${why}, asked twice`,
          'warm the ERP up, or give it more workers; ask again',
        ),
      ];
    case 'unreachable':
    case 'unavailable':
      return [
        facts.needed
          ? fail(
              name,
              why,
              'mend the ERP, or the proxy before it; without this call the shop cannot work',
            )
          : warn(name, why, `mend the ERP; until then there is no ${facts.without}`),
      ];
    case 'absent':
      if (!facts.needed) return [];
      return [
        fail(
          name,
          why,
          isSync
            ? 'CART_SYNC_PATH: v2/cart/sync, or carts/{uuid}/sync for a released Odoo 16'
            : 'install the module that serves it; the shop cannot work without',
        ),
      ];
  }
}

/** One line that lists all missing optional calls, with what customers lose. */
function ofMissing(seen: readonly Seen[]): Finding {
  const missing = seen.filter(
    (one) => one.presence === 'absent' && !one.facts.needed && standInFor(one, seen) === null,
  );
  const known = seen.filter(({ presence }) => presence === 'present').length;
  const tokens =
    'npm run conformance with the token of a customer tests whether the ERP accepts the provider’s tokens, and with --customer-may-be-changed whether it takes a cart, which the doctor cannot see; a 401 means another key, issuer or audience than the provider’s, or a proxy before the ERP that wants credentials';
  if (known === 0)
    return warn(
      'erp calls',
      'a nonexistent call gets the same response as the shop’s calls, so missing calls cannot be detected',
      tokens,
    );
  if (missing.length === 0)
    return ok('erp calls', `all ${known} detectable calls exist; ${tokens}`);
  const told = missing.map(
    ({ facts: { call, without, instead } }) =>
      `${call} (no ${without}${instead ? `; instead: ${instead}` : ''})`,
  );
  return warn(
    'erp calls',
    `not there: ${told.join(', ')}`,
    'install their modules, or leave it: the shop hides those parts; npm run conformance tells more, and with --customer-may-be-changed whether the ERP takes a cart',
  );
}

/** Public reads that Odoo's access rules reject. The same API user fills the customers' carts. */
function ofRights(seen: readonly Seen[]): Finding[] {
  const refused = seen.filter(({ presence }) => presence === 'refused');
  if (refused.length === 0) return [];
  return [
    fail(
      'erp rights',
      `${refused.map(({ facts }) => facts.call).join(', ')}: 403 AccessError; the API user of the ERP lacks rights, and may be refused every cart`,
      'docs/operating/odoo.md, "The API user"; then npm run conformance with --customer-may-be-changed',
    ),
  ];
}

const lacks = (seen: readonly Seen[], call: string): boolean =>
  seen.some(({ facts, presence }) => facts.call === call && presence === 'absent');

/** An order needs one of two ways: on account or online payment. */
function ofOrdering(seen: readonly Seen[]): Finding[] {
  const online = ['GET carts/current/payable', 'GET payment/methods'];
  const missing = online.filter((call) => lacks(seen, call));
  if (!lacks(seen, 'POST carts/confirm') || missing.length === 0) return [];
  return [
    fail(
      'erp ordering',
      `nobody can order: POST carts/confirm (orders on account) and ${missing.join(', ')} (online payment) are missing`,
      'serve carts/confirm by a module of your own, or install payment (docs/operating/odoo.md)',
    ),
  ];
}

/** Without hosts, a customer who chooses online payment would end on an error page. */
function ofPayment({ PAYMENT_HOSTS: hosts }: Config, seen: readonly Seen[]): Finding[] {
  const payable = seen.find(({ facts }) => facts.call === 'GET carts/current/payable');
  if (hosts.length > 0 || payable?.presence !== 'present') return [];
  return [
    warn(
      'settings PAYMENT_HOSTS',
      'empty, and the ERP has calls for online payment: the shop rejects every redirect to a payment page',
      'the hosts of the providers’ payment pages; leave it where the ERP offers no provider',
    ),
  ];
}

async function allCalls(base: string, config: Config): Promise<Seen[]> {
  const calls = [...ownCalls(config), ...erpCalls];
  const target = { base, patienceMs: firstPatienceMs };
  const seen: Seen[] = [];
  for (let at = 0; at < calls.length; at += atOnce) {
    const some = calls.slice(at, at + atOnce).map((facts) => lookFor(target, facts, undefined));
    seen.push(...(await Promise.all(some)));
  }
  const toNothing = {
    get: await answerToNothing(target, 'GET'),
    post: await answerToNothing(target, 'POST'),
  };
  return untoldAmong(seen, toNothing);
}

/** Fix for an ERP address that does not return JSON. */
function mendOfPage({ status, location }: Reply, asked: string, shop: string): string {
  // Only this shop returns 421: it is called under a name other than PUBLIC_URL.
  if (status === 421 || new URL(asked).origin === new URL(shop).origin)
    return 'ERP_URL: the shop itself answers there; give the address of the ERP';
  if (status >= 300 && status < 400) {
    const place = location === null ? 'nowhere' : redirectPlace(location, asked);
    return `set ERP_URL to the target of the redirect (${place}): the shop follows no redirects`;
  }
  if (status >= 502 && status <= 504) return 'a proxy answers: start the ERP behind it';
  return 'ERP_URL must be the base of the API; a page instead means no data base or another path';
}

/** The fault that all calls share, reported once instead of for each call; null if they differ. */
function sameOfAll(seen: readonly Seen[]): string | null {
  const asked = seen.filter(({ facts }) => !facts.publicWrite);
  const [first] = asked;
  const isSame = asked.every(
    ({ presence, why }) => presence === 'unavailable' && why === first?.why,
  );
  return first && isSame ? first.why : null;
}

export async function examineErp(config: Config, now: () => Date): Promise<Finding[]> {
  const base = config.ERP_URL.replace(/(?<!\/)\/*$/, '/');
  const headers = { accept: 'application/json', 'accept-language': config.LOCALE_TAG_FR };
  const asked = `${base}customer`;
  const first = await ask(asked, { headers }, now);
  const name = 'erp';
  if (typeof first === 'string')
    return [
      fail(name, `${base} does not answer (${first})`, 'ERP_URL, or the ERP and the way to it'),
    ];
  if (first.text.includes('"root_cause"'))
    return [fail(name, `${base} answers as Elasticsearch does`, 'ERP_URL: address and port')];
  // Before the content type: a proxy sends its 401 as a page.
  if (first.status === 401 && /^(basic|negotiate|ntlm|digest)$/i.test(first.challenge ?? '')) {
    const text = `${asked} answers 401 and wants a sign-in of its own (${first.challenge})`;
    const mend =
      'let the proxy before the ERP pass the shop: it sends the tokens of customers alone';
    return [fail(name, text, mend), ...clockOf(name, first)];
  }
  if (!first.type.includes('json') || readAs(z.json(), first) === null) {
    const text = `${asked} answers ${first.status} as ${first.type || 'nothing'}, not as readable JSON`;
    return [fail(name, text, mendOfPage(first, asked, config.PUBLIC_URL)), ...clockOf(name, first)];
  }
  const seen = await allCalls(base, config);
  const same = sameOfAll(seen);
  if (same !== null) {
    const mend = 'the log of the ERP says why: its data base, or a module that fails';
    return [fail(name, `${base} ${same} to whatever is asked`, mend), ...clockOf(name, first)];
  }
  const needed = seen.filter(({ facts }) => facts.needed && !facts.publicWrite);
  if (needed.every(({ presence }) => presence === 'absent')) {
    const text = `${base} answers, but has none of the shop’s calls`;
    return [
      fail(name, text, 'ERP_URL: the path of the endpoint, such as http://odoo/shopinvader/'),
    ];
  }
  return [
    ok(name, `${base} answers`),
    ...clockOf(name, first),
    ...slownessOf(name, first),
    ...seen.flatMap((one, at) => ofCall(one, at === 0)),
    ...ofRights(seen),
    ...ofOrdering(seen),
    ofMissing(seen),
    ...ofPayment(config, seen),
    ...ofProfile(config),
  ];
}
