import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigFault, readConfig } from './config';

const good = {
  CONFIG_DIR: mkdtempSync(join(tmpdir(), 'shop-config-')),
  PUBLIC_URL: 'https://shop.example',
  ERP_URL: 'http://erp.example/api',
  SEARCH_URL: 'http://search.example:9200',
  OIDC_ISSUER: 'http://id.example',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'a-client-secret',
  SESSION_SECRET: 'a secret of thirty-two characters',
};
const hex = { one: '0123456789abcdef'.repeat(2), two: 'fedcba9876543210'.repeat(2) };
const faultsOf = (environment: Record<string, string | undefined>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigFault) return error.message;
    throw error;
  }
  return '';
};
const folderWith = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-config-'));
  mkdirSync(join(folder, 'config'));
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body);
  return folder;
};

describe('readConfig', () => {
  it('CFG-01 readConfig reports all faults at once, masks secrets and states the expected values', () => {
    const message = faultsOf({
      ...good,
      PORT: 'many',
      SESSION_SECRET: 'short-secret',
      AUTH_MODE: 'magic',
      OIDC_ISSUER: undefined,
    });
    expect(message).not.toContain('OIDC_ISSUER');
    expect(message).toContain('PORT: "many" given; expected a whole number');
    expect(message).toContain('SESSION_SECRET: (secret, 12 characters) given');
    expect(message).not.toContain('short-secret');
    expect(message).toContain(
      'AUTH_MODE: "magic" given; expected oidc-token, oidc-cookie or credentials',
    );
  });

  it.each([
    ['SEARCH_URL', 'http://search.example:9200/?pretty', 'expected the address alone'],
    [
      'SEARCH_URL',
      'http://elastic:hunter2@search.example:9200',
      'SEARCH_USERNAME and SEARCH_PASSWORD',
    ],
    ['OIDC_ISSUER', 'https://id.example/realms/shop?x=1', 'expected no query'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://otel.example/#a', 'without a query'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel:4318/v1/traces/', '/v1/traces is added'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer abc', 'expected name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=100%', 'expected name=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', '"a=b"', 'expected name=value'],
    ['SEARCH_API_KEY', 'key-of-one\nkey-of-two', 'expected one line'],
    ['SESSION_SECRET', `${'a'.repeat(32)}\n${'b'.repeat(32)}`, 'expected one line'],
    ['OIDC_CLIENT_SECRET', 'a\tb', 'expected one line'],
    ['OIDC_ACCOUNT_URL', 'https://a:hunter2@id.example/me', 'no name and no password'],
    ['OIDC_ISSUER', 'https://a:hunter2@id.example', 'no name and no password'],
    ['PAYMENT_HOSTS', 'pay.example:99999', 'expected hosts such as'],
    ['LINK_HOSTS', 'pay.example:99999', 'expected hosts such as'],
    ['SESSION_DB', ':memory:', 'expected a file'],
    ['SESSION_DB', 'redis://redis:6379', 'expected a file'],
    ['SESSION_DB', '~/shop/shop.db', 'only a shell knows'],
    ['PORT', '1e3', 'expected a whole number'],
    ['PORT', '0x10', 'expected a whole number'],
    ['TRUST_PROXY', '+1', 'expected a whole number'],
  ])('CFG-01 readConfig rejects the setting %s with the value %j', (name, value, why) => {
    const message = faultsOf({ ...good, [name]: value });
    expect(message).toContain(`${name}: `);
    expect(message).toContain(why);
  });

  it.each([
    ['SEARCH_URL', 'http://elastic:hunter2@es:port'],
    ['SEARCH_URL', 'http://es:9200, elastic:hunt/er2@es2:9200'],
    ['SEARCH_URL', 'http://elastic:hunter2@169.254.169.254'],
    ['ERP_URL', 'odoo:hunter2@erp.example'],
    ['ERP_URL', '"http://odoo:hunter2@erp.example"'],
    ['OIDC_ISSUER', 'ftp://shop:hunter2@id.example'],
    ['PUBLIC_URL', '"https://a:hunter2@shop.example"'],
    ['OIDC_ISSUER', 'https://shop:hunter2@id.example # the test one'],
  ])('CFG-01 readConfig reports %s=%s without the password', (name, value) => {
    const given = { ...good, [name]: value };
    const faults = faultsOf(given);
    const told = faults || readConfig(given).warnings.join('\n');
    expect(told).toContain(name);
    expect(told).toContain('(secret)@');
    expect(told).not.toContain('hunt');
  });

  it('CFG-01 readConfig ignores a byte order mark before the first setting name', () => {
    const { SESSION_SECRET: secret, ...rest } = good;
    expect(readConfig({ '\uFEFFSESSION_SECRET': secret, ...rest }).SESSION_SECRET).toBe(secret);
  });

  it('CFG-01 readConfig parses the headers for a trace collector', () => {
    const given = 'x-api-key=k%20y, authorization = Basic a=b';
    expect(readConfig({ ...good, OTEL_EXPORTER_OTLP_HEADERS: given })).toMatchObject({
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-api-key': 'k y', authorization: 'Basic a=b' },
    });
  });

  it('CFG-02 readConfig rejects a missing ERP address and a missing search address', () => {
    const message = faultsOf({ ...good, ERP_URL: undefined, SEARCH_URL: '' });
    expect(message).toContain('ERP_URL: not given');
    expect(message).toContain('SEARCH_URL: not given');
  });

  it.each([
    [
      'PUBLIC_URL',
      '"https://shop.example"',
      /^PUBLIC_URL: "https:.*" given in quotes.*leave them out/,
    ],
    ['SEARCH_URL', "'http://es:9200'", /^SEARCH_URL: 'http:.*' given in quotes/],
    ['PORT', '"3000"', /^PORT: "3000" given in quotes/],
    ['PORT', '3000/tcp', /^PORT: .*whole number/],
    ['PUBLIC_URL', 'shop.example', /^PUBLIC_URL: .*http\(s\) address/],
    ['SEARCH_URL', 'es:9200', /^SEARCH_URL: .*http\(s\) address/],
    ['PAYMENT_HOSTS', 'https://pay.example', /^PAYMENT_HOSTS: .*without https:\/\//],
    ['LINK_HOSTS', 'pay.example/path', /^LINK_HOSTS: .*without https:\/\/ and path/],
    ['REDIS_URL', 'redis:6379', /^REDIS_URL: .*expected redis:\/\//],
    [
      'OIDC_ISSUER',
      'https://id/.well-known/openid-configuration',
      /^OIDC_ISSUER: .*the issuer alone/,
    ],
    ['OIDC_SCOPE', 'openid,profile', /^OIDC_SCOPE: .*spaces between/],
    ['CART_SYNC_PATH', '/v2/cart/sync', /^CART_SYNC_PATH: .*without leading slash/],
    ['LOCALE_TAG_FR', 'fr_BE', /^LOCALE_TAG_FR: .*such as fr-BE/],
    ['GUEST_PRICES', 'yes', /^GUEST_PRICES: .*true or false/],
    ['LOG_LEVEL', 'INFO', /^LOG_LEVEL: .*expected debug, info/],
    ['SECURITY_CONTACT', 'security@shop.example', /^SECURITY_CONTACT: .*mailto:/],
    ['ERP_MAX_SECONDS', '130s', /^ERP_MAX_SECONDS: .*whole number/],
    // The shop waits 25 s for a write: a lower value would resend an in-doubt write that may still take effect.
    ['ERP_MAX_SECONDS', '24', /^ERP_MAX_SECONDS: "24" given; .* from 25 to 3600.*25 s for which/],
    ['ERP_URL', 'htp://erp.example', /^ERP_URL: "htp:.*" given; expected an address such as http/],
    ['ERP_URL', 'ftp://erp.example', /^ERP_URL: "ftp:.*" given; expected an address such as http/],
    ['ERP_URL', 'https://', /^ERP_URL: "https:\/\/" given; expected an address such as http/],
    ['ERP_URL', 'https:/erp.example', /^ERP_URL: "https:\/erp.*" given; expected an address/],
    [
      'ERP_URL',
      'odoo.example:8069',
      /^ERP_URL: "odoo.*8069" given; expected an address such as http/,
    ],
    [
      'ERP_URL',
      'https://erp example',
      /^ERP_URL: "https:.*" given; expected an address such as http/,
    ],
    ['ERP_URL', 'http://erp.example # new', /^ERP_URL: "http:.*" given; a comment on the line is/],
    ['SEARCH_URL', 'http://es:9200 # new', /^SEARCH_URL: "http:.*" given; a comment on the line/],
    ['ERP_URL', '"http://erp.example"', /^ERP_URL: "http:.*" given in quotes.*leave them out/],
    ['PORT', '0', /^PORT: "0" given; expected a whole number from 1 to 65535/],
    ['METRICS_PORT', '0', /^METRICS_PORT: "0" given; expected a whole number from 1 to 65535/],
    [
      'APP_ENV',
      'of us/all',
      /^APP_ENV: "of us\/all" given; expected letters, digits, - and _ alone/,
    ],
    ['CONFIG_DIR', '/no/where', /^CONFIG_DIR: "\/no\/where" given; there is no such folder/],
    ['CONFIG_DIR', 'package.json', /^CONFIG_DIR: "package.json" given; there is no such folder/],
    ['OIDC_ACCOUNT_URL', 'id.example', /^OIDC_ACCOUNT_URL: .*expected an http\(s\) address/],
    ['OTEL_TRACES_SAMPLER_ARG', '2', /^OTEL_TRACES_SAMPLER_ARG: .*expected a share from 0 to 1/],
    ['SESSION_SECRET', `${'x'.repeat(32)},`, /^SESSION_SECRET: .*in each when there are several/],
  ])('CFG-01 readConfig reports one plain line for %s=%s', (name, value, line) => {
    const [, ...faults] = faultsOf({ ...good, [name]: value }).split('\n  - ');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(line);
  });

  it('CFG-01 readConfig trims spaces and line breaks of other systems around a value', () => {
    const { ERP_URL, OIDC_CLIENT_ID } = readConfig({
      ...good,
      ERP_URL: ' http://erp.example/api\r',
      OIDC_CLIENT_ID: 'shop\r\n',
    });
    expect([ERP_URL, OIDC_CLIENT_ID]).toEqual(['http://erp.example/api', 'shop']);
  });

  it('CFG-01 readConfig rejects a public address with a path, which would be dropped, and the same tag for two languages', () => {
    for (const address of ['https://shop.example/orders', 'https://shop.example/?a=1'])
      expect(faultsOf({ ...good, PUBLIC_URL: address })).toContain('PUBLIC_URL: ');
    expect(readConfig({ ...good, PUBLIC_URL: 'https://shop.example/' }).PUBLIC_URL).toBe(
      'https://shop.example',
    );
    expect(faultsOf({ ...good, PUBLIC_URL: 'shop' })).toContain('PUBLIC_URL: ');
    expect(faultsOf({ ...good, LOCALE_TAG_NL: 'fr-be' })).toContain(
      'LOCALE_TAG_NL: fr-be given, which is LOCALE_TAG_FR',
    );
  });

  it('CFG-02 readConfig rejects a cart sync path that the ERP would answer with a redirect', () => {
    for (const path of ['v2/cart/sync/', 'carts/{uuid}/sync/'])
      expect(faultsOf({ ...good, CART_SYNC_PATH: path })).toContain('expected no slash at the end');
  });

  it('CFG-02 readConfig rejects an unknown placeholder in the cart sync path', () => {
    for (const path of ['carts/{cart}/sync', 'carts/{uuid/sync', 'carts/{UUID}/sync'])
      expect(faultsOf({ ...good, CART_SYNC_PATH: path })).toContain('no other placeholder');
    expect(readConfig({ ...good, CART_SYNC_PATH: 'carts/{uuid}/sync' }).CART_SYNC_PATH).toBe(
      'carts/{uuid}/sync',
    );
  });

  it('CFG-01 readConfig reports a fault once, with the file that contains the value', () => {
    const folder = folderWith({ 'config.json': '{"oidcIssuer":"not a url"}' });
    const message = faultsOf({ ...good, CONFIG_DIR: folder });
    expect(message).toContain('has 1 fault(s)');
    expect(message).toContain(
      `OIDC_ISSUER (${join(folder, 'config.json')}): "not a url" given; expected an http(s) address`,
    );
    const redis = faultsOf({ ...good, REDIS_URL: 'http://cache', REDIS_MODE: 'cluster' });
    expect(redis).toContain('has 1 fault(s)');
    expect(redis).toContain('REDIS_URL: ');
  });

  it('CFG-03 readConfig replaces an ERP address that is no valid URL by one on the site origin and warns', () => {
    for (const address of ['not a url', 'erp.example', '/shopinvader'])
      expect(readConfig({ ...good, ERP_URL: address }).ERP_URL).toBe(
        'https://shop.example/shopinvader/',
      );
    for (const address of [
      'odoo:8069',
      '10.0.0.5:8069',
      '192.168.1.10:8069/shopinvader/',
      '[::1]:8069',
    ])
      expect(faultsOf({ ...good, ERP_URL: address }), address).toContain(
        'expected an address such as',
      );
    const config = readConfig({ ...good, ERP_URL: 'not a url' });
    expect(config.warnings.join()).toContain('is not a valid URL');
  });

  it('CFG-04 the per-environment file overrides the general one, and both override the environment', () => {
    const general = {
      erpUrl: 'http://general.example',
      searchUrl: 'http://es.example',
      oidcIssuer: 'https://id.general.example',
      indices: {
        products: 'general_products',
        categories: 'general_categories',
        infoBanners: 'b',
        advertisements: 'a',
        loyaltyPrograms: 'l',
      },
    };
    const folder = folderWith({
      'config.json': JSON.stringify(general),
      'config/staging.json':
        '{"erpUrl":"http://staging.example","indices":{"products":"demo_products"}}',
    });
    const environment = { ...good, CONFIG_DIR: folder, SEARCH_INDEX_PRODUCTS: 'of_environment' };
    expect(readConfig({ ...environment, APP_ENV: 'staging' })).toMatchObject({
      ERP_URL: 'http://staging.example',
      SEARCH_URL: 'http://es.example',
      OIDC_ISSUER: 'https://id.general.example',
      SEARCH_INDEX_PRODUCTS: 'demo_products',
      SEARCH_INDEX_CATEGORIES: 'general_categories',
      SEARCH_INDEX_INFO_BANNERS: 'b',
      SEARCH_INDEX_ADVERTISEMENTS: 'a',
      SEARCH_INDEX_LOYALTY_PROGRAMS: 'l',
    });
    // The file of another environment is ignored.
    const elsewhere = readConfig({ ...environment, APP_ENV: 'acceptance' });
    expect([elsewhere.ERP_URL, elsewhere.SEARCH_INDEX_PRODUCTS]).toEqual([
      'http://general.example',
      'general_products',
    ]);
  });

  it.each(['', '  '])(
    'CFG-02 CFG-04 readConfig rejects %j as an address in a file instead of dropping the address',
    (none) => {
      const folder = folderWith({
        'config.json': JSON.stringify({ erpUrl: none, searchUrl: none }),
      });
      const message = faultsOf({ ...good, CONFIG_DIR: folder });
      expect(message).toMatch(
        /config\.json: erpUrl: expected a value.*searchUrl: expected a value/,
      );
    },
  );

  it('CFG-04 readConfig accepts a byte order mark in a file and trims its values', () => {
    const folder = folderWith({ 'config.json': '\uFEFF{"oidcIssuer":" https://id.example "}' });
    expect(readConfig({ ...good, CONFIG_DIR: folder }).OIDC_ISSUER).toBe('https://id.example');
  });

  it.each(['http://erp.example/odoo?db=x', 'http://erp.example/#x', 'http://me:pw@erp.example'])(
    'CFG-03 readConfig rejects %s as ERP address: a query, fragment or password cannot be part of it',
    (ERP_URL) => {
      const message = faultsOf({ ...good, ERP_URL });
      expect(message).toContain('ERP_URL: has a query, a fragment or a password');
      expect(message).not.toContain('pw@');
    },
  );

  it('CFG-04 readConfig lists a missing file as skipped and reports the name and fault of a broken one', () => {
    expect(readConfig(good).skipped.join()).toContain('config.json');
    // Without CONFIG_DIR the working directory applies. It contains no files, which is no reason to warn.
    const here = readConfig({ ...good, CONFIG_DIR: undefined });
    expect(here.skipped).toEqual(['config.json', join('config', 'production.json')]);
    expect(here.warnings).toEqual([]);
    const folder = folderWith({
      'config.json': '{"erpUrl": oops}',
      'config/production.json': '{"surprise":1}',
    });
    const message = faultsOf({ ...good, CONFIG_DIR: folder });
    expect(message).toMatch(/config\.json: not valid JSON/);
    expect(message).toMatch(/production\.json: .*surprise/);
  });

  it.each([
    [`${hex.one};${hex.two}`, 'has a semicolon or a blank inside'],
    [`${hex.one} ${hex.two}`, 'has a semicolon or a blank inside'],
    [`${hex.one},${hex.one}`, 'lists one secret more than once'],
    [`${hex.one},${'changeme'.repeat(5)}`, 'has few different characters'],
    [`${hex.one},${hex.two}`, null],
    ['a phrase of many words that opens what it has sealed', null],
  ])('CFG-01 P-94 readConfig warns only about suspicious lists of secrets: %s', (list, told) => {
    const warned = readConfig({ ...good, SESSION_SECRET: list }).warnings.filter((warning) =>
      warning.startsWith('SESSION_SECRET'),
    );
    expect(warned.join()).toEqual(told === null ? '' : (expect.stringContaining(told) as string));
  });

  it('CFG-07 readConfig rejects index names that could match more than one index', () => {
    expect(faultsOf({ ...good, SEARCH_INDEX_PRODUCTS: '*' })).toContain('SEARCH_INDEX_PRODUCTS');
    expect(faultsOf({ ...good, SEARCH_INDEX_PRODUCTS: 'Products' })).toContain(
      'SEARCH_INDEX_PRODUCTS',
    );
  });

  it('P-37 readConfig rejects other protocols and link-local addresses', () => {
    expect(faultsOf({ ...good, SEARCH_URL: 'file:///etc/passwd' })).toContain('SEARCH_URL');
    expect(faultsOf({ ...good, ERP_URL: 'http://169.254.169.254/latest' })).toContain('link-local');
  });

  it.each(['/search', '/Cart', '/p/back', '/account', '/account/sign-in', '/scan'])(
    'AUTH-03 readConfig rejects %s as return page because it is a page of the shop',
    (path) => {
      expect(faultsOf({ ...good, OIDC_REDIRECT_PATH: path })).toContain('no page of the shop');
    },
  );

  it.each(['/auth/back/', '//auth/back', 'auth/back', '/'])(
    'AUTH-03 readConfig rejects %s as return page because it is not a canonical path',
    (path) => {
      expect(faultsOf({ ...good, OIDC_REDIRECT_PATH: path })).toContain('OIDC_REDIRECT_PATH');
    },
  );

  it('AUTH-03 readConfig accepts a return page at any other address', () => {
    for (const path of ['/auth/back', '/account/oidc-redirect', '/callback', '/searching'])
      expect(readConfig({ ...good, OIDC_REDIRECT_PATH: path }).OIDC_REDIRECT_PATH).toBe(path);
  });

  it('AUTH-01 readConfig requires issuer, client id and secret only in the OIDC modes', () => {
    expect(faultsOf({ ...good, OIDC_ISSUER: undefined })).toContain('OIDC_ISSUER: not given');
    expect(
      readConfig({ ...good, AUTH_MODE: 'credentials', OIDC_ISSUER: undefined }).AUTH_MODE,
    ).toBe('credentials');
  });
});
