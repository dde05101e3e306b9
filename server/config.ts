/**
 * The only reader of the environment and of the configuration files (CFG-01 … CFG-04, CFG-07). All faults
 * are found before any is reported; what comes out is frozen and typed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { indexName, settingNames, settings, type Setting, type SettingName } from './settings';

type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
export type Config = Readonly<Settings> & {
  readonly ERP_URL: string;
  readonly SEARCH_URL: string;
  readonly warnings: readonly string[];
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

const address = z.url({ protocol: /^https?$/ });
const fileSchema = z.strictObject({
  erpUrl: z.string().optional(),
  searchUrl: z.string().optional(),
  oidcIssuer: z.string().optional(),
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
  (settings[name] as Setting).secret
    ? `(secret, ${given.length} characters)`
    : JSON.stringify(given);

const firstIssue = (error: z.ZodError): string =>
  error.issues
    .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
    .join('; ');

function readFile(file: string, faults: string[], warnings: string[]): ConfigFile {
  let body: string;
  try {
    body = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') warnings.push(`configuration file ${file} is missing, skipped`);
    else faults.push(`${file}: cannot be read (${String(code)})`);
    return {};
  }
  try {
    const parsed = fileSchema.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
    faults.push(`${file}: ${firstIssue(parsed.error)}`);
  } catch (error) {
    faults.push(
      `${file}: not valid JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  return {};
}

/** The per-environment file wins over the general one; both win over the environment (CFG-04). */
function overridesOf(files: readonly ConfigFile[]): Partial<Record<SettingName, string>> {
  const found: Partial<Record<SettingName, string>> = {};
  for (const file of files) {
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
    for (const [name, value] of named) if (value !== undefined) found[name] = value;
  }
  return found;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Link-local and metadata addresses are never an upstream of a shop (P-37). */
const forbiddenHost = /^(169\.254\.|\[?fe80:|metadata\.)/i;

function checkAddresses(
  values: Record<string, unknown>,
  faults: string[],
  warnings: string[],
): void {
  const publicUrl =
    typeof values['PUBLIC_URL'] === 'string' ? new URL(values['PUBLIC_URL']).origin : '';
  values['PUBLIC_URL'] = publicUrl;
  const erp = values['ERP_URL'];
  if (typeof erp !== 'string' || erp.trim() === '') {
    faults.push('ERP_URL: not given; expected the address of the ERP');
  } else if (!address.safeParse(erp).success) {
    values['ERP_URL'] = `${publicUrl}/shopinvader/`;
    warnings.push(
      `ERP_URL ${JSON.stringify(erp)} is not a valid URL; using ${publicUrl}/shopinvader/`,
    );
  }
  const search = values['SEARCH_URL'];
  if (typeof search !== 'string' || search.trim() === '') {
    faults.push('SEARCH_URL: not given; expected the address of Elasticsearch');
  } else if (!address.safeParse(search).success) {
    faults.push(`SEARCH_URL: ${JSON.stringify(search)} given; expected an http(s) address`);
  }
  for (const name of ['ERP_URL', 'SEARCH_URL', 'OIDC_ISSUER']) {
    const value = values[name];
    if (typeof value !== 'string' || !address.safeParse(value).success) continue;
    if (forbiddenHost.test(new URL(value).hostname)) {
      faults.push(`${name}: ${JSON.stringify(value)} given; link-local addresses are refused`);
    }
  }
}

function checkOidc(values: Record<string, unknown>, faults: string[]): void {
  if (values['AUTH_MODE'] === 'credentials') return;
  for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) {
    if (values[name] === undefined)
      faults.push(`${name}: not given; needed by AUTH_MODE ${String(values['AUTH_MODE'])}`);
  }
}

/** Reads everything, or throws one ConfigFault that names all that is wrong. */
export function readConfig(environment: Environment): Config {
  const faults: string[] = [];
  const warnings: string[] = [];
  const folder = environment['CONFIG_DIR']?.trim() || '.';
  const envName = environment['APP_ENV']?.trim() || settings.APP_ENV.fallback;
  const files = [join(folder, 'config.json')];
  if (/^[\w-]{1,40}$/.test(envName)) files.push(join(folder, 'config', `${envName}.json`));
  const overrides = overridesOf(files.map((file) => readFile(file, faults, warnings)));

  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const setting: Setting = settings[name];
    const given = overrides[name] ?? (environment[name]?.trim() || undefined);
    const parsed = setting.schema.safeParse(given ?? setting.fallback);
    if (parsed.success) values[name] = parsed.data;
    else if (name !== 'ERP_URL' && name !== 'SEARCH_URL') {
      const shown = given === undefined ? 'not given' : `${masked(name, given)} given`;
      faults.push(`${name}: ${shown}; ${firstIssue(parsed.error)} (${setting.about})`);
    }
  }
  checkAddresses(values, faults, warnings);
  checkOidc(values, faults);
  if (faults.length > 0) throw new ConfigFault(faults);
  // Every value has passed the schema of its own name above.
  return Object.freeze({ ...(values as unknown as Settings), warnings } as Config);
}
