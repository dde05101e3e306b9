/**
 * The only reader of the environment and of the configuration files (CFG-01 … CFG-04, CFG-07). It collects all faults
 * before it reports any, and returns a frozen, typed configuration.
 */
import { authorityOf } from './startup/authorities';
import { readBrand, type Brand, type BrandFiles } from './startup/brand';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  environmentName,
  indexName,
  settingNames,
  settings,
  type Setting,
  type SettingName,
} from './settings';
import {
  checkAddresses,
  checkLanguageTags,
  checkOidc,
  checkPorts,
  checkRedis,
} from './startup/checks';
import { readJson } from './startup/json-file';
import { unreadable, withoutMark, withSecretFiles, type Environment } from './startup/secret-files';
import {
  quoteValue,
  isQuoted,
  quotesWarning,
  findSuspiciousSettings,
  withoutPassword,
} from './startup/suspicious-settings';
import { redisAt, type RedisSettings } from './store/redis-settings';

type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
export type Config = Readonly<Settings> & {
  readonly ERP_URL: string;
  readonly SEARCH_URL: string;
  /** All REDIS_… settings; undefined selects the embedded store. */
  readonly redis: RedisSettings | undefined;
  /** Certificates in the file that SEARCH_CA_FILE names. */
  readonly searchCa: string[] | undefined;
  readonly warnings: readonly string[];
  /** Names of optional configuration files that do not exist. */
  readonly skipped: readonly string[];
  readonly brand: Brand;
  readonly brandFiles: BrandFiles;
};

/** Thrown with every fault at once; the process exits with EX_CONFIG. */
export class ConfigFault extends Error {
  readonly kind = 'config-fault';
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    );
  }
}
export const exitCodeForConfigFault = 78;

/** Rejects an empty text: it would override the environment's value with nothing. */
const given = z.string().trim().min(1, 'expected a value, or no such key').optional();
const fileSchema = z.strictObject({
  erpUrl: given,
  searchUrl: given,
  oidcIssuer: given,
  indices: z
    .strictObject({
      products: indexName.optional(),
      categories: indexName.optional(),
      infoBanners: indexName.optional(),
      advertisements: indexName.optional(),
      loyaltyPrograms: indexName.optional(),
    })
    .optional(),
});
type ConfigFile = z.output<typeof fileSchema>;

const masked = (name: SettingName, given: string): string =>
  (settings[name] as Setting).secret ? `(secret, ${given.length} characters)` : quoteValue(given);

const firstIssue = (error: z.ZodError): string =>
  error.issues
    .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
    .join('; ');

function readFile(file: string, faults: string[], skipped: string[]): ConfigFile {
  const read = readJson(file);
  if (read.kind === 'missing') skipped.push(file);
  if (read.kind === 'fault') faults.push(`${file}: ${read.fault}`);
  if (read.kind !== 'read') return {};
  const parsed = fileSchema.safeParse(read.value);
  if (parsed.success) return parsed.data;
  faults.push(`${file}: ${firstIssue(parsed.error)}`);
  return {};
}

interface Override {
  value: string;
  /** Name of the file that contains the value. */
  source: string;
}

/** The per-environment file wins over the general one; both win over the environment (CFG-04). */
function overridesOf(
  files: readonly (readonly [source: string, file: ConfigFile])[],
): Partial<Record<SettingName, Override>> {
  const found: Partial<Record<SettingName, Override>> = {};
  for (const [source, file] of files) {
    const named: [SettingName, string | undefined][] = [
      ['ERP_URL', file.erpUrl],
      ['SEARCH_URL', file.searchUrl],
      ['OIDC_ISSUER', file.oidcIssuer],
      ['SEARCH_INDEX_PRODUCTS', file.indices?.products],
      ['SEARCH_INDEX_CATEGORIES', file.indices?.categories],
      ['SEARCH_INDEX_INFO_BANNERS', file.indices?.infoBanners],
      ['SEARCH_INDEX_ADVERTISEMENTS', file.indices?.advertisements],
      ['SEARCH_INDEX_LOYALTY_PROGRAMS', file.indices?.loyaltyPrograms],
    ];
    for (const [name, value] of named) if (value !== undefined) found[name] = { value, source };
  }
  return found;
}

/** Reads all settings and files; throws a single ConfigFault that lists every fault. */
export function readConfig(given: Environment): Config {
  const faults: string[] = [];
  const warnings: string[] = [];
  const skipped: string[] = [];
  const environment = withSecretFiles(withoutMark(given), faults);
  warnings.push(...findSuspiciousSettings(environment));
  const folder = environment['CONFIG_DIR']?.trim() || '.';
  const envName = environment['APP_ENV']?.trim() || settings.APP_ENV.fallback;
  const files = [join(folder, 'config.json')];
  if (environmentName.test(envName)) files.push(join(folder, 'config', `${envName}.json`));
  // Without this check, a misspelt folder would start the shop with the sample brand. The trailing dot makes a file
  // fail.
  if (!existsSync(`${folder}/.`))
    faults.push(`CONFIG_DIR: ${quoteValue(folder)} given; there is no such folder`);
  const overrides = overridesOf(
    files.map((file) => [file, readFile(file, faults, skipped)] as const),
  );

  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const text = overrides[name]?.value ?? (environment[name]?.trim() || undefined);
    values[name] = parsedValue(name, text, faults);
  }
  checkAddresses(values, faults, warnings);
  checkOidc(values, faults);
  checkRedis(values, faults);
  checkPorts(values, faults);
  checkLanguageTags(values, faults);
  // Each value has passed its own schema above.
  const known = values as unknown as Settings;
  const certificates = (name: 'REDIS_CA_FILE' | 'SEARCH_CA_FILE'): string[] | undefined =>
    known[name] === undefined ? undefined : [authorityOf(name, known[name], faults) ?? ''];
  const redisCa = certificates('REDIS_CA_FILE');
  const searchCa = certificates('SEARCH_CA_FILE');
  const brand = readBrand(folder, faults);
  if (faults.length > 0) throw new ConfigFault(faults.map((fault) => withSource(fault, overrides)));
  const redis = known.REDIS_URL === undefined ? undefined : redisOf(known, redisCa);
  return Object.freeze({ ...known, ...brand, redis, searchCa, warnings, skipped } as Config);
}

/**
 * Adds the name of the configuration file to a fault of its setting. An operator who looks only at the environment
 * would not find the value.
 */
function withSource(fault: string, overrides: Partial<Record<SettingName, Override>>): string {
  const name = settingNames.find((one) => fault.startsWith(`${one}: `));
  const source = name && overrides[name]?.source;
  return name && source ? `${name} (${source})${fault.slice(name.length)}` : fault;
}

function parsedValue(name: SettingName, text: string | undefined, faults: string[]): unknown {
  if (text === unreadable) return text;
  const setting: Setting = settings[name];
  if (text !== undefined && isQuoted(text) && !setting.secret) {
    faults.push(`${name}: ${withoutPassword(text)} given ${quotesWarning} (${setting.about})`);
    return undefined;
  }
  const parsed = setting.schema.safeParse(text ?? setting.fallback);
  if (parsed.success) return parsed.data;
  // The values of these two settings are validated by checkAddresses instead.
  if (name === 'ERP_URL' || name === 'SEARCH_URL') return undefined;
  faults.push(
    text === undefined
      ? `${name}: not given (${setting.about})`
      : `${name}: ${masked(name, text)} given; ${firstIssue(parsed.error)} (${setting.about})`,
  );
  return undefined;
}

const redisOf = (known: Settings, ca: string[] | undefined): RedisSettings =>
  redisAt(known.REDIS_URL ?? '', {
    mode: known.REDIS_MODE,
    username: known.REDIS_USERNAME,
    password: known.REDIS_PASSWORD,
    sentinelName: known.REDIS_SENTINEL_NAME,
    sentinelPassword: known.REDIS_SENTINEL_PASSWORD,
    ca,
  });
