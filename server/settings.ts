/**
 * Every setting in one schema: name, meaning, default and shape. `config.ts` parses the environment with it, and the
 * table of docs/operating/settings.md is generated from it, so neither can drift.
 */
import { z } from 'zod';
import { signingAlgorithm } from './startup/signing-key';

/** A header cannot contain a secret of two lines, such as from a file that holds more than the secret. */
const text = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{Cc}+$/u, 'expected one line');
/** In an environment file, line breaks may be written as `\n`. */
const privateKey = z
  .string()
  .transform((pem) => pem.replaceAll('\\n', '\n').trim())
  .refine((pem) => signingAlgorithm(pem) !== null && pem.includes('BEGIN PRIVATE KEY'), {
    error: 'expected a PKCS 8 key in PEM: RSA, prime256v1 or Ed25519, without a password',
  });
const hasUser = (address: string): boolean => {
  const { username, password } = new URL(address);
  return username + password !== '';
};
/** Browsers would see a user name or password in the address, and `fetch` rejects such an address. */
const origin = z
  .url({ protocol: /^https?$/, error: 'expected an http(s) address' })
  .refine((text) => !URL.canParse(text) || !hasUser(text), {
    error: 'expected no name and no password in the address',
  });
/** The shop appends paths to the address. */
const withoutQuery = (text: string): boolean => !/[?#]/.test(text);
const issuer = origin
  .refine((text) => !text.includes('/.well-known/'), {
    error: 'expected the issuer alone, without /.well-known/openid-configuration',
  })
  .refine(withoutQuery, {
    error: 'expected no query and no fragment (OpenID Connect Discovery 3)',
  });
const collector = origin
  .refine(withoutQuery, { error: 'expected the address of the collector, without a query' })
  .refine((text) => !/\/v1\/traces\/*$/.test(text), {
    error: 'expected the address of the collector alone: /v1/traces is added',
  });

/** Parses comma-separated `name=value` pairs with percent-encoded values; null for anything else. */
function headersIn(list: string): Record<string, string> | null {
  const pairs = list.split(',').map((pair) => /^\s*([\w-]+)\s*=(.*)$/.exec(pair));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (!pair) throw new URIError('no pair');
        return [pair[1] ?? '', decodeURIComponent((pair[2] ?? '').trim())];
      }),
    );
  } catch {
    // A part is not a pair, or a percent sign starts no valid escape.
    return null;
  }
}
const headerList = text.transform((list, context) => {
  const headers = headersIn(list);
  if (headers) return headers;
  const message = 'expected name=value with commas between, a percent sign as %25';
  context.issues.push({ code: 'custom', message, input: list });
  return z.NEVER;
});
/** Links and cookies cover a whole host: a path would be dropped silently. */
const ownOrigin = origin.refine(
  (text) => {
    if (!URL.canParse(text)) return true;
    const { pathname, search, hash } = new URL(text);
    return pathname + search + hash === '/';
  },
  { error: 'expected scheme and host alone, such as https://shop.example: no path' },
);
const count = (minimum: number, maximum: number) => {
  const error = `expected a whole number from ${minimum} to ${maximum}`;
  // Digits only: 1e3, 0x10 and +1 are likely mistakes.
  const digits = z.string({ error }).regex(/^\d+$/, { error }).transform(Number);
  return digits.pipe(z.number().min(minimum, { error }).max(maximum, { error }));
};
/** Rejects 0, which lets the system choose a port: no client could find the shop or its metrics. */
const port = count(1, 65_535);
const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'expected true or false' })
  .transform((value) => value === 'true' || value === '1');
/** An upper-case or wildcard index name must never reach a path (contract/search.md 1.1). */
export const indexName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,200}$/, 'expected a lower-case index name');
const shareError = 'expected a share from 0 to 1';
const share = z.coerce
  .number({ error: shareError })
  .min(0, { error: shareError })
  .max(1, { error: shareError });
const languageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'expected a language tag such as fr-BE');
const path = z.string().regex(/^[a-z0-9][\w/{}-]*$/i, 'expected a path without leading slash');

/**
 * An ERP with the published modules redirects an address with a trailing slash, and the shop sends no write after a
 * redirect.
 */
const callPath = path
  .refine((text) => !text.endsWith('/'), {
    error: 'expected no slash at the end: the ERP answers that with a redirect',
  })
  .refine((text) => !/[{}]/.test(text.replaceAll('{uuid}', '')), {
    error: 'expected no other placeholder than {uuid}',
  });

export interface Setting {
  schema: z.ZodType;
  fallback?: string;
  /** May also come from the file that `{NAME}_FILE` names, because container platforms mount secrets as files. */
  secret?: true;
  about: string;
}

/** A host as an address contains it: `pay.example`, `pay.example:8443`, `[::1]:443`. */
const hostWithPort = /^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/i;
const isHost = (text: string): boolean =>
  hostWithPort.test(text) && URL.canParse(`https://${text}`);
const listIn = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);
const hostList = z
  .string()
  .transform((value) => listIn(value).map((host) => host.toLowerCase()))
  .refine((hosts) => hosts.every(isHost), {
    error: 'expected hosts such as pay.example or pay.example:8443, without https:// and path',
  });
const redisAddresses = z
  .string()
  .refine(
    (value) =>
      listIn(value).every(
        (one) =>
          /^rediss?:\/\//.test(one) && z.url({ protocol: /^rediss?$/ }).safeParse(one).success,
      ),
    {
      error: 'expected redis:// or rediss://, several with commas between',
    },
  );

/** Addresses of the shop's own pages: the sign-in callback would hide a page at the same address. */
const pageOfShop =
  /^\/(search|autocomplete|c|p|promotions|selection|vetgroup|quick-order|scan|cart|cart-confirm|cart-validated|news|news-media|page|form|contact|contact-success|newsletter|consent|offline)(\/|$)|^\/account(\/(?!oidc-redirect)|$)/i;

/** Name of the environment, which becomes part of a file name. */
export const environmentName = /^[\w-]{1,40}$/;

/**
 * How long the shop waits for the response to a write (P-39); a write that it gives up earlier could still take effect.
 */
export const erpWriteSeconds = 25;

/** This text is not validated here: config.ts replaces (CFG-03) or reports a bad value. */
const rawText = z.string();

export const settings = {
  PORT: { schema: port, fallback: '3000', about: 'port to listen on' },
  PUBLIC_URL: {
    schema: ownOrigin,
    fallback: 'http://localhost:3000',
    about: 'public origin of the shop; https makes cookies Secure',
  },
  APP_ENV: {
    schema: z
      .string()
      .regex(environmentName, 'expected letters, digits, - and _ alone, 40 at most'),
    fallback: 'production',
    about: 'names the per-environment file `config/{env}.json`',
  },
  CONFIG_DIR: {
    schema: text,
    fallback: '.',
    about: 'folder of `config.json`, `config/`, `brand.json` and `words/`; it must be there',
  },
  ERP_URL: {
    schema: rawText,
    about:
      'base address of the ERP; required. A text that is no address, without http://: public origin + `/shopinvader/`',
  },
  SEARCH_URL: {
    schema: rawText,
    about:
      'address of Elasticsearch, several nodes with commas between; required. One that is down is left out',
  },
  SEARCH_API_KEY: {
    schema: text.optional(),
    secret: true,
    about: 'API key with `read` on the indices',
  },
  SEARCH_USERNAME: {
    schema: text.optional(),
    about: 'user of Elasticsearch instead of an API key',
  },
  SEARCH_PASSWORD: { schema: text.optional(), secret: true, about: 'password of SEARCH_USERNAME' },
  SEARCH_CA_FILE: {
    schema: text.optional(),
    about: 'certificates (PEM) that an https SEARCH_URL is checked against instead of the system’s',
  },
  SEARCH_INDEX_PRODUCTS: {
    schema: indexName,
    fallback: 'products',
    about: 'product index, without locale',
  },
  SEARCH_INDEX_CATEGORIES: { schema: indexName, fallback: 'categories', about: 'category index' },
  SEARCH_INDEX_INFO_BANNERS: { schema: indexName, fallback: 'info_banners', about: 'banner index' },
  SEARCH_INDEX_ADVERTISEMENTS: {
    schema: indexName,
    fallback: 'advertisements',
    about: 'advertisement index',
  },
  SEARCH_INDEX_LOYALTY_PROGRAMS: {
    schema: indexName,
    fallback: 'loyalty_programs',
    about: 'loyalty program index',
  },
  LOCALE_TAG_FR: { schema: languageTag, fallback: 'fr-BE', about: 'language tag of /fr' },
  LOCALE_TAG_NL: { schema: languageTag, fallback: 'nl-BE', about: 'language tag of /nl' },
  LOCALE_TAG_EN: { schema: languageTag, fallback: 'en-US', about: 'language tag of /en' },
  AUTH_MODE: {
    schema: z.enum(['oidc-token', 'oidc-cookie', 'credentials'], {
      error: 'expected oidc-token, oidc-cookie or credentials',
    }),
    fallback: 'oidc-token',
    about: 'how customers sign in: `oidc-token`, `oidc-cookie` or `credentials`',
  },
  OIDC_ISSUER: { schema: issuer.optional(), about: 'issuer; required in the OIDC modes' },
  OIDC_CLIENT_ID: { schema: text.optional(), about: 'client id; required in the OIDC modes' },
  OIDC_CLIENT_SECRET: {
    schema: text.optional(),
    secret: true,
    about: 'client secret; required likewise',
  },
  OIDC_CLIENT_KEY: {
    schema: privateKey.optional(),
    secret: true,
    about: 'private key in PEM (PKCS 8) for `private_key_jwt`, instead of the client secret',
  },
  OIDC_CLIENT_AUTH: {
    schema: z
      .enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt'], {
        error: 'expected client_secret_basic, client_secret_post or private_key_jwt',
      })
      .optional(),
    about:
      'how the shop identifies itself at the provider: `client_secret_basic`, `client_secret_post` or `private_key_jwt`; not given: what the provider announces, then what it takes',
  },
  OIDC_SCOPE: {
    schema: text.refine((scopes) => scopes.split(/\s+/).includes('openid'), {
      error: 'expected scopes with spaces between, openid among them',
    }),
    fallback: 'openid profile email',
    about:
      'scopes asked for; add `offline_access` only where the provider gives refresh tokens for nothing less',
  },
  OIDC_REDIRECT_PATH: {
    schema: z
      .string()
      .regex(
        /^(\/[\w-]+)+$/,
        'expected a path with a slash before each of its words and none at its end',
      )
      .refine((value) => !pageOfShop.test(value), 'expected a path that is no page of the shop'),
    fallback: '/account/oidc-redirect',
    about: 'return page below `/{locale}`',
  },
  OIDC_ACCOUNT_URL: {
    schema: origin.optional(),
    about: 'the provider’s page where customers manage their password; the profile links to it',
  },
  CART_SYNC_PATH: {
    schema: callPath,
    fallback: 'v2/cart/sync',
    about: 'where cart transactions go; may hold `{uuid}` (released Odoo: `carts/{uuid}/sync`)',
  },
  SESSION_SECRET: {
    schema: text.refine((list) => list.split(',').every((secret) => secret.trim().length >= 32), {
      error: 'expected at least 32 characters, in each when there are several',
    }),
    secret: true,
    about:
      'keys the encryption of what is stored; required, the same on every instance. With commas between: the first seals, any opens',
  },
  SESSION_SECRET_LOST: {
    schema: flag,
    fallback: 'false',
    about:
      'an earlier SESSION_SECRET is lost for good: what only that one opens is forgotten instead of waiting for it',
  },
  SESSION_DB: {
    schema: text
      .refine((file) => !/^:memory:$|:\/\//.test(file), {
        error: 'expected a file, which keeps sessions and carts over a restart',
      })
      .refine((file) => !file.startsWith('~'), {
        error: 'expected a path from /: what ~ stands for only a shell knows',
      }),
    fallback: '.data/shop.db',
    about: 'file of the embedded store (sessions, cart ledger); mount its folder',
  },
  REDIS_URL: {
    schema: redisAddresses.optional(),
    secret: true,
    about:
      'Redis instead of the embedded store; needed for more than one instance. Sentinels or cluster nodes with commas between',
  },
  REDIS_MODE: {
    schema: z.enum(['single', 'sentinel', 'cluster'], {
      error: 'expected single, sentinel or cluster',
    }),
    fallback: 'single',
    about: 'what REDIS_URL names: one server, sentinels or nodes of a cluster',
  },
  REDIS_USERNAME: { schema: text.optional(), about: 'ACL user, unless REDIS_URL holds it' },
  REDIS_PASSWORD: {
    schema: text.optional(),
    secret: true,
    about: 'password of Redis, unless REDIS_URL holds it',
  },
  REDIS_SENTINEL_NAME: {
    schema: text,
    fallback: 'mymaster',
    about: 'name of the primary that the sentinels watch',
  },
  REDIS_SENTINEL_PASSWORD: {
    schema: text.optional(),
    secret: true,
    about: 'password of the sentinels themselves',
  },
  REDIS_CA_FILE: {
    schema: text.optional(),
    about: 'certificates (PEM) that rediss:// is checked against instead of the system’s',
  },
  GUEST_PRICES: {
    schema: flag,
    fallback: 'false',
    about: 'show visitors the default role’s prices',
  },
  OFFLINE_PAGES: {
    schema: flag,
    fallback: 'true',
    about:
      'browsers keep public pages for when there is no network; `false` removes what they have',
  },
  QUANTITY_ASK_ABOVE: {
    schema: count(1, 9_999),
    fallback: '999',
    about:
      'the customer confirms a quantity of one product above this; where the usual quantity is known, one above 20 times that',
  },
  CSV_MAX_MB: { schema: count(1, 50), fallback: '5', about: 'largest CSV order file, in MB' },
  SECURITY_CONTACT: {
    schema: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'expected mailto:… or https://…')
      .optional(),
    about:
      'where weaknesses are reported, for /.well-known/security.txt; none: that address is a 404',
  },
  PAYMENT_HOSTS: {
    schema: hostList,
    fallback: '',
    about: 'hosts (with port) that a payment may lead to, comma separated',
  },
  LINK_HOSTS: {
    schema: hostList,
    fallback: '',
    about:
      'hosts (with port) that links in texts, documents and parcels may lead to, beside PAYMENT_HOSTS and the provider’s; other links are plain text',
  },
  TRUST_PROXY: {
    schema: count(0, 10),
    fallback: '0',
    about: 'number of proxies in front of the shop',
  },
  RATE_LIMITS: {
    schema: z.union([z.literal('off'), z.coerce.number().min(0.01).max(10_000)], {
      error: 'expected off or a factor such as 2',
    }),
    fallback: '1',
    about: 'factor on the rate limits of customers, or `off`; the support page keeps its own',
  },
  DRAIN_SECONDS: {
    schema: count(0, 60),
    fallback: '5',
    about: 'how long SIGTERM goes on serving until the load balancer has noticed',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'expected debug, info, warn, error, fatal or silent',
    }),
    fallback: 'info',
    about: 'least level that is logged',
  },
  ERP_WORDS_IN_LOG: {
    schema: flag,
    fallback: 'true',
    about:
      'the log has what the ERP says of a failed or refused call, in which people may be named; `false`: classes, fields and codes alone',
  },
  METRICS_PORT: {
    schema: port.optional(),
    about: 'port of /metrics and the support page; none: not served',
  },
  METRICS_HOST: {
    schema: z.string().regex(/^[\w.:-]{1,253}$/, 'expected a host name or an address'),
    fallback: '127.0.0.1',
    about: 'address that METRICS_PORT listens on; `0.0.0.0` where another machine scrapes it',
  },
  SUPPORT_USER: {
    schema: z.string().regex(/^[^:\s]{1,100}$/, 'expected a name without colon and spaces'),
    fallback: 'support',
    about: 'who may open the support page',
  },
  SUPPORT_PASSWORD: {
    schema: z.string().min(12, 'expected at least 12 characters').optional(),
    secret: true,
    about:
      'password of SUPPORT_USER, at least 12 characters; without it there is a support page on a loopback METRICS_HOST only',
  },
  ERP_MAX_SECONDS: {
    schema: count(erpWriteSeconds, 3600),
    fallback: '130',
    about:
      'longest time an ERP write may take to land; above the ERP’s worker limit, and never below the 25 s for which the shop waits itself',
  },
  ERP_DEDUPES_TX: {
    schema: flag,
    fallback: 'false',
    about: 'the ERP skips known transaction uuids',
  },
  ERP_503_DEFINITE: {
    schema: flag,
    fallback: 'false',
    about: 'a 503 of the ERP never hides a write',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: collector.optional(),
    about: 'where traces are sent (OTLP over http, `/v1/traces` is added); none: no trace is sent',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: headerList.optional(),
    secret: true,
    about: 'headers for it, `name=value` with commas between',
  },
  OTEL_SERVICE_NAME: { schema: text, fallback: 'vet-supplies-shop', about: 'its name in traces' },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: share,
    fallback: '1',
    about: 'share of traces sent, unless the proxy has decided already',
  },
  ANALYTICS_SRC: { schema: origin.optional(), about: 'analytics script, loaded only with consent' },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
