/** Parses the command line of `npm run index`: its options, and the shop's settings for names, locales and access. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, fetch as fetchBy } from 'undici';
import { settings, type SettingName } from '../../server/settings';
import { withSecretFiles, type Environment } from '../../server/startup/secret-files';
import { indexSuffix } from '../../server/upstream/search/search';
import type { IndexName, Lang } from '../../sandbox/world';
import type { Destination } from '../seed-search/index-loader';
import { aliasOf, isDocumentFile, type Target } from './documents';

export const usage = `Usage: npm run index -- FOLDER | FILE … [options]      (in the container: node dist/load-index.js)
  Loads documents into Elasticsearch: {index}_{locale}.jsonl or .jsonl.gz, one document a line, for example
  products_fr_be.jsonl. Names, locales and access are the shop's settings (SEARCH_URL, SEARCH_API_KEY, SEARCH_INDEX_…,
  LOCALE_TAG_…). Every document is checked first; nothing is loaded where one has a fault.
  --check            only the documents, without Elasticsearch
  --dry-run          validate, then list the indices that would be created and deleted, and the aliases that would move
  --adopt            allow moving an alias from an index that was not loaded here, which remains without the alias
  --url ADDRESS      another Elasticsearch than SEARCH_URL
  --replicas N       copies of each new index (1)
  --all-faults       every fault instead of the first twenty of a file
Exit code 0: done; 1: documents with faults; 2: a file or Elasticsearch failed; 64: usage.`;

export interface Options {
  targets: readonly Target[];
  /**
   * Files that match no index, or an index that another file already fills. They prevent loading; the other files are
   * still validated.
   */
  slips: readonly string[];
  /** Notes about a folder: entries that are no document files, and aliases without a file. */
  notes: readonly string[];
  /** Search engine to load into; null if `--check` is given. */
  to: Destination | null;
  dryRun: boolean;
  adopt: boolean;
  replicas: number;
  allFaults: boolean;
}

const baseNames: Readonly<Record<IndexName, SettingName>> = {
  products: 'SEARCH_INDEX_PRODUCTS',
  categories: 'SEARCH_INDEX_CATEGORIES',
  info_banners: 'SEARCH_INDEX_INFO_BANNERS',
  advertisements: 'SEARCH_INDEX_ADVERTISEMENTS',
  loyalty_programs: 'SEARCH_INDEX_LOYALTY_PROGRAMS',
};
const tagNames: Readonly<Record<Lang, SettingName>> = {
  fr: 'LOCALE_TAG_FR',
  nl: 'LOCALE_TAG_NL',
  en: 'LOCALE_TAG_EN',
};

function settingIn(environment: Environment, name: SettingName): string {
  const { schema, ...rest } = settings[name];
  const given = environment[name]?.trim() || ('fallback' in rest ? rest.fallback : '');
  const read = schema.safeParse(given);
  if (!read.success) throw new Error(`${name}: ${read.error.issues[0]?.message ?? 'is wrong'}`);
  if (typeof read.data !== 'string') throw new Error(`${name} is no text`);
  return read.data;
}

/** Index and language of each alias, by the shop's settings. */
function knownAliases(environment: Environment): Map<string, Pick<Target, 'index' | 'lang'>> {
  const found = new Map<string, Pick<Target, 'index' | 'lang'>>();
  for (const [index, base] of Object.entries(baseNames) as [IndexName, SettingName][])
    for (const [lang, tag] of Object.entries(tagNames) as [Lang, SettingName][])
      found.set(`${settingIn(environment, base)}_${indexSuffix(settingIn(environment, tag))}`, {
        index,
        lang,
      });
  return found;
}

const isFolder = (given: string): boolean =>
  statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;

/** A misspelled file name (`.json`, `.zip`) would otherwise silently leave an index unloaded. */
function notesOf(
  given: readonly string[],
  targets: readonly Target[],
  aliases: string[],
): string[] {
  const folders = given.filter(isFolder);
  const unread = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => !isDocumentFile(name) && !name.startsWith('.'))
      .map((name) => join(folder, name)),
  );
  const loaded = new Set(targets.map(({ alias }) => alias));
  const lacking = folders.length > 0 ? aliases.filter((alias) => !loaded.has(alias)) : [];
  return [
    ...(unread.length > 0
      ? [
          `not read, as their names do not end with .jsonl or .jsonl.gz: ${unread.sort().join(', ')}`,
        ]
      : []),
    ...(lacking.length > 0
      ? [`no file for these aliases, which remain unchanged: ${lacking.join(', ')}`]
      : []),
  ];
}

function filesIn(given: string): string[] {
  if (!existsSync(given)) throw new Error(`${given}: there is no such file or folder`);
  if (!isFolder(given)) return [given];
  const files = readdirSync(given).filter(isDocumentFile).sort();
  if (files.length === 0) throw new Error(`${given}: holds no .jsonl file`);
  return files.map((file) => join(given, file));
}

type Aliases = ReturnType<typeof knownAliases>;

function targetsOf(given: readonly string[], aliases: Aliases): Pick<Options, 'targets' | 'slips'> {
  const targets: Target[] = [];
  const slips: string[] = [];
  for (const file of given.flatMap(filesIn)) {
    const alias = aliasOf(file);
    const known = aliases.get(alias);
    if (!known) slips.push(`${file}: its name is none of ${[...aliases.keys()].join(', ')}`);
    else if (targets.some((other) => other.alias === alias))
      slips.push(`${file}: a second file for ${alias}`);
    else targets.push({ file, alias, ...known });
  }
  return { targets, slips };
}

/** Moves credentials from the address into a header, because `fetch` rejects them in a URL. */
function destinationOf(address: string, environment: Environment): Destination {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('no address of Elasticsearch: SEARCH_URL or --url, http or https');
  const user = environment['SEARCH_USERNAME'] ?? decodeURIComponent(url.username);
  const password = environment['SEARCH_PASSWORD'] ?? decodeURIComponent(url.password);
  const key = environment['SEARCH_API_KEY']?.trim();
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const authorization = key ? `ApiKey ${key}` : user && basic;
  url.username = '';
  url.password = '';
  const caFile = environment['SEARCH_CA_FILE']?.trim();
  const dispatcher = caFile && new Agent({ connect: { ca: readFileSync(caFile, 'utf8') } });
  return {
    url: url.href.replace(/(?<!\/)\/+$/, ''),
    headers: { Accept: 'application/json', ...(authorization ? { authorization } : {}) },
    ...(dispatcher
      ? {
          fetch: (to: string, { method = 'GET', headers, body }: RequestInit) =>
            fetchBy(to, {
              method,
              dispatcher,
              headers: headers as Record<string, string>,
              ...(typeof body === 'string' ? { body } : {}),
            }),
        }
      : {}),
  };
}

/** Throws an error with a message for the operator. */
export function readOptions(args: readonly string[], given: Environment): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      check: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      adopt: { type: 'boolean', default: false },
      replicas: { type: 'string', default: '1' },
      'all-faults': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  if (positionals.length === 0) throw new Error('give a folder or files');
  const faults: string[] = [];
  const environment = withSecretFiles(given, faults);
  if (faults.length > 0) throw new Error(faults.join('; '));
  const replicas = Number(values.replicas);
  if (!/^\d$/.test(values.replicas)) throw new Error(`--replicas ${values.replicas} is no number`);
  const address = values.url ?? environment['SEARCH_URL']?.split(',')[0]?.trim() ?? '';
  const aliases = knownAliases(environment);
  const { targets, slips } = targetsOf(positionals, aliases);
  return {
    targets,
    slips,
    notes: notesOf(positionals, targets, [...aliases.keys()]),
    to: values.check ? null : destinationOf(address, environment),
    dryRun: values['dry-run'],
    adopt: values.adopt,
    replicas,
    allFaults: values['all-faults'],
  };
}
