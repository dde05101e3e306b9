/** Checks settings against each other; each fault is one line of the message with which the process exits. */
import { z } from 'zod';
import { quoteValue, commentWarning, hasComment } from './suspicious-settings';

type Values = Record<string, unknown>;

const address = z.url({ protocol: /^https?$/ });

/** An upstream is never at a link-local or metadata address (P-37). */
const forbiddenHost = /^(169\.254\.|\[?fe80:|metadata\.)/i;

/** A value that is present but invalid already has its own fault. */
const isMissing = (name: string, values: Values, faults: readonly string[]): boolean =>
  values[name] === undefined && !faults.some((fault) => fault.startsWith(`${name}: `));

const listOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : [];

/**
 * No query, fragment or credentials: the shop appends paths to the address and would not send a user name or password.
 */
export const isBare = (url: string): boolean => {
  const { search, hash, username, password } = new URL(url);
  return `${search}${hash}${username}${password}` === '';
};

/**
 * Matches a mistyped address: `htp://erp`, `erp:8069`, `10.0.0.5:8069`, `https://`. Any other text is replaced
 * (CFG-03).
 */
const isMeantAsAddress = (text: string): boolean =>
  URL.canParse(text) || /:\/\/|^https?:|^[^/\s]+:\d+(\/|$)/i.test(text);

function checkErp(values: Values, publicUrl: string, faults: string[], warnings: string[]): void {
  const erp = values['ERP_URL'];
  if (typeof erp !== 'string') {
    if (isMissing('ERP_URL', values, faults))
      faults.push('ERP_URL: not given; expected the address of the ERP');
  } else if (hasComment(erp)) {
    faults.push(`ERP_URL: ${quoteValue(erp)} given; ${commentWarning}`);
  } else if (!address.safeParse(erp).success && isMeantAsAddress(erp)) {
    faults.push(
      `ERP_URL: ${quoteValue(erp)} given; expected an address such as https://erp.example/shopinvader/`,
    );
  } else if (!address.safeParse(erp).success) {
    values['ERP_URL'] = `${publicUrl}/shopinvader/`;
    warnings.push(`ERP_URL ${quoteValue(erp)} is not a valid URL; using ${publicUrl}/shopinvader/`);
  } else if (!isBare(erp)) {
    faults.push('ERP_URL: has a query, a fragment or a password; expected the address alone');
  }
}

function checkSearch(values: Values, faults: string[]): void {
  const given = values['SEARCH_URL'];
  const isCommented = typeof given === 'string' && hasComment(given);
  if (isCommented) faults.push(`SEARCH_URL: ${quoteValue(given)} given; ${commentWarning}`);
  const nodes = isCommented ? [] : listOf(given);
  if (nodes.length === 0 && isMissing('SEARCH_URL', values, faults))
    faults.push('SEARCH_URL: not given; expected the address of Elasticsearch');
  for (const node of nodes) {
    if (!address.safeParse(node).success)
      faults.push(`SEARCH_URL: ${quoteValue(node)} given; expected an http(s) address`);
    else if (/[?#]/.test(node))
      faults.push('SEARCH_URL: has a query or a fragment; expected the address alone');
    else if (!isBare(node))
      faults.push(
        'SEARCH_URL: has a name or password; expected the address alone, and SEARCH_USERNAME and SEARCH_PASSWORD',
      );
  }
  const has = (name: string): boolean => values[name] !== undefined;
  if (has('SEARCH_USERNAME') !== has('SEARCH_PASSWORD'))
    faults.push('SEARCH_USERNAME and SEARCH_PASSWORD: one is given without the other');
  if (has('SEARCH_USERNAME') && has('SEARCH_API_KEY'))
    faults.push('SEARCH_API_KEY: given beside SEARCH_USERNAME; give one of them');
}

export function checkAddresses(values: Values, faults: string[], warnings: string[]): void {
  const publicUrl =
    typeof values['PUBLIC_URL'] === 'string' ? new URL(values['PUBLIC_URL']).origin : '';
  values['PUBLIC_URL'] = publicUrl;
  checkErp(values, publicUrl, faults, warnings);
  checkSearch(values, faults);
  for (const name of ['ERP_URL', 'SEARCH_URL', 'OIDC_ISSUER']) {
    for (const value of listOf(values[name])) {
      if (!address.safeParse(value).success || !forbiddenHost.test(new URL(value).hostname))
        continue;
      faults.push(`${name}: ${quoteValue(value)} given; link-local addresses are refused`);
    }
  }
}

export function checkOidc(values: Values, faults: string[]): void {
  // An unknown mode has its own fault, and what it would need cannot be known.
  if (values['AUTH_MODE'] === undefined || values['AUTH_MODE'] === 'credentials') return;
  const method = values['OIDC_CLIENT_AUTH'];
  const hasKey = values['OIDC_CLIENT_KEY'] !== undefined;
  const isByKey = method === 'private_key_jwt' || (hasKey && method === undefined);
  const proof = isByKey ? 'OIDC_CLIENT_KEY' : 'OIDC_CLIENT_SECRET';
  for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', proof]) {
    if (isMissing(name, values, faults))
      faults.push(`${name}: not given; needed by AUTH_MODE ${JSON.stringify(values['AUTH_MODE'])}`);
  }
}

export function checkRedis(values: Values, faults: string[]): void {
  const nodes = listOf(values['REDIS_URL']);
  const mode = values['REDIS_MODE'];
  if (isMissing('REDIS_URL', values, faults) && mode !== 'single' && mode !== undefined)
    faults.push(`REDIS_URL: not given; needed by REDIS_MODE ${JSON.stringify(mode)}`);
  if (nodes.length > 1 && mode === 'single')
    faults.push('REDIS_MODE: single, but REDIS_URL names several; expected sentinel or cluster');
  if (new Set(nodes.map((node) => node.split(':')[0])).size > 1)
    faults.push('REDIS_URL: redis:// and rediss:// together; expected one of them');
}

export function checkPorts(values: Values, faults: string[]): void {
  const port = values['PORT'];
  if (typeof port === 'number' && port !== 0 && port === values['METRICS_PORT'])
    faults.push(`METRICS_PORT: ${port} given, which is PORT; expected another port`);
}

/** The ERP answers in the language of the tag: two locales with the same tag would show the same language. */
export function checkLanguageTags(values: Values, faults: string[]): void {
  const names = ['LOCALE_TAG_FR', 'LOCALE_TAG_NL', 'LOCALE_TAG_EN'];
  const tagOf = (name: string): string => {
    const tag = values[name];
    return typeof tag === 'string' ? tag.toLowerCase() : name;
  };
  for (const [at, name] of names.entries()) {
    const same = names.slice(0, at).find((other) => tagOf(other) === tagOf(name));
    if (same !== undefined)
      faults.push(`${name}: ${tagOf(name)} given, which is ${same}; expected another language tag`);
  }
}
