/**
 * Detects mistakes in the environment that the schema of a single value cannot see: quotes and comments that a
 * container's env file keeps as part of the value, misspelt names, and `_FILE` for settings that are no secrets.
 */
import { settingNames, settings, type Setting, type SettingName } from '../settings';
import { typosBetween } from '../typos';
import { secretNames, type Environment } from './secret-files';

const isSecret = (name: SettingName): boolean => (settings[name] as Setting).secret === true;

/** `"http://erp"`: a shell removes the quotes, `docker run --env-file` does not. */
export const isQuoted = (text: string): boolean =>
  text.length > 1 && /^["']/.test(text) && text.at(0) === text.at(-1);
export const quotesWarning = 'in quotes, which are part of the value here; leave them out';

/** User name and password in an address, even when the rest of it is malformed. The bounds keep matching linear. */
const credentials =
  /(?<=^|[\s,'"]|\/\/)(?!mailto:|[\w+.-]+:\/\/)[^\s/@:,'"]{1,200}:[^\s,]{0,500}@/g;

/** The value as faults and warnings may display it (CFG-01). */
export const withoutPassword = (text: string): string => text.replace(credentials, '(secret)@');
export const quoteValue = (text: string): string => JSON.stringify(withoutPassword(text));

/** `http://erp # the old one`: a shell removes the comment, a container's env file does not. */
export const hasComment = (text: string): boolean => /\s#/.test(text);
export const commentWarning = 'a comment on the line is part of the value here';

const mostTypos = 2;
/** Minimum length of a name that is checked for misspelling: shorter names are too similar to many others. */
const shortest = 6;

const withoutUnderscores = (name: string): string => name.replaceAll('_', '');

const isNear = (name: string, setting: string): boolean =>
  withoutUnderscores(name) === withoutUnderscores(setting) ||
  name.startsWith(`${setting}_`) ||
  typosBetween(name, setting, mostTypos) <= mostTypos;

/**
 * Variables that an orchestrator sets for each of its services. Its `REDIS_PORT` is an address (`tcp://10.0.0.1:6379`);
 * an operator would write a bare number.
 */
const isOfOrchestrator = (name: string, value = ''): boolean =>
  /_SERVICE_(HOST|PORT)|_PORT_\d{1,5}_(TCP|UDP)/.test(name) ||
  (name.endsWith('_PORT') && !/^\d+$/.test(value.trim()));
const known = new Set<string>([...settingNames, ...secretNames.map((name) => `${name}_FILE`)]);

/** `OIDC_CLIENTID is no setting; is OIDC_CLIENT_ID meant?` */
function unknownNames(environment: Environment): string[] {
  const unknown = Object.keys(environment).filter(
    (name) =>
      /^[A-Z][A-Z\d_]+$/.test(name) &&
      !known.has(name) &&
      !isOfOrchestrator(name, environment[name]),
  );
  return unknown.flatMap((name) => {
    const bare = settingNames.find((one) => name === `${one}_FILE`);
    if (bare) return [`${name}: only secrets are read from files; give ${bare} itself`];
    const meant = settingNames.find((one) => one.length >= shortest && isNear(name, one));
    return meant ? [`${name} is no setting; is ${meant} meant?`] : [];
  });
}

/**
 * Minimum number of different characters in a secret. 64 random hexadecimal digits use all sixteen digits, or nearly
 * so; `changemechangeme…` uses seven.
 */
const fewest = 10;

/** `OLD;NEW` is parsed as one secret, which opens nothing that either of them sealed. */
function secretListSlips({ SESSION_SECRET: list = '' }: Environment): string[] {
  const secrets = list.split(',').map((secret) => secret.trim());
  const told: string[] = [];
  const isSeveral = (secret: string): boolean =>
    secret.split(/[;\s]+/).filter(({ length }) => length >= 32).length > 1;
  if (secrets.some(isSeveral))
    told.push('SESSION_SECRET has a semicolon or a blank inside: several are parted by commas');
  if (secrets.some((secret) => secret.length >= 32 && new Set(secret).size < fewest))
    told.push('SESSION_SECRET has few different characters: openssl rand -hex 32 makes one');
  if (new Set(secrets).size < secrets.length)
    told.push('SESSION_SECRET lists one secret more than once');
  return told;
}

/** Suspicious settings that do not prevent the start. */
export function findSuspiciousSettings(environment: Environment): string[] {
  const told = settingNames.flatMap((name) => {
    const text = environment[name]?.trim() ?? '';
    if (isSecret(name)) return isQuoted(text) ? [`${name} is ${quotesWarning}`] : [];
    return hasComment(text) ? [`${name} ${quoteValue(text)}: ${commentWarning}`] : [];
  });
  const { LOG_LEVEL: level = '' } = environment;
  if (/^(warn|error|fatal)$/.test(level.trim()))
    told.push(
      `LOG_LEVEL ${level.trim()}: support finds neither pages nor timelines, which are info`,
    );
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED']?.trim() === '0')
    told.push(
      'NODE_TLS_REJECT_UNAUTHORIZED 0: no certificate is checked, so whoever stands between reads passwords and tokens; NODE_EXTRA_CA_CERTS names an authority of your own',
    );
  return [...told, ...secretListSlips(environment), ...unknownNames(environment)];
}
