/**
 * Published search servers without optional modules, from Maven Central (contract/search.md 7.3), with the modules that
 * the shop's index settings need. Archives are stored in `.data/elasticsearch`; each start unpacks its own copy.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Distribution {
  /** `elasticsearch` or `opensearch`: name of the archive and the command, and prefix of the process settings. */
  product: 'elasticsearch' | 'opensearch';
  version: string;
  oldestJava: number;
  /** Analysis components: a plugin compiled from our source, a module of the registry, or part of the archive. */
  analysis: 'plugin' | 'module' | 'included';
}

const distributions = {
  'elasticsearch-8': {
    product: 'elasticsearch',
    version: '8.19.21',
    oldestJava: 17,
    analysis: 'plugin',
  },
  'elasticsearch-9': {
    product: 'elasticsearch',
    version: '9.5.3',
    oldestJava: 21,
    analysis: 'plugin',
  },
  'opensearch-2': { product: 'opensearch', version: '2.19.6', oldestJava: 17, analysis: 'module' },
  'opensearch-3': {
    product: 'opensearch',
    version: '3.6.0',
    oldestJava: 21,
    analysis: 'included',
  },
} as const satisfies Readonly<Record<string, Distribution>>;

export type EngineName = keyof typeof distributions;
export const engineNames = Object.keys(distributions) as readonly EngineName[];

const DOWNLOAD_MS = 300_000;

const here = dirname(fileURLToPath(import.meta.url));
const cache = resolve(here, '../../../.data/elasticsearch');

const archiveOf = ({ product, version }: Distribution): string =>
  join(cache, `${product}-${version}.zip`);
const artifactOf = ({ product, version }: Distribution): string =>
  `org.${product}.distribution.integ-test-zip:${product}:${version}:zip`;

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Output of a command; null if it cannot be run. A path through a file makes `spawn` throw synchronously. */
async function runOrNull(command: string, args: readonly string[]) {
  try {
    return await run(command, args);
  } catch {
    return null;
  }
}

interface Jdk {
  home: string;
  major: number;
}

async function readJdk(java: string): Promise<Jdk | null> {
  const shown = await runOrNull(java, ['-XshowSettings:properties', '-version']);
  const home = /java\.home = (.+)/.exec(shown?.stderr ?? '')?.[1]?.trim();
  const major = Number(/version "(\d+)/.exec(shown?.stderr ?? '')?.[1] ?? 0);
  return home !== undefined && (await exists(join(home, 'bin', 'javac'))) ? { home, major } : null;
}

const installedJdks = '/usr/lib/jvm';

/** The JDK in the path, else the oldest installed one that is new enough; null if there is none. */
async function findJdk(oldestJava: number): Promise<Jdk | null> {
  const onPath = await readJdk('java');
  if (onPath && onPath.major >= oldestJava) return onPath;
  const names = await readdir(installedJdks).catch(() => []);
  const found = await Promise.all(
    names.map((name) => readJdk(join(installedJdks, name, 'bin', 'java'))),
  );
  const fit = found.filter((jdk) => jdk !== null && jdk.major >= oldestJava);
  return fit.toSorted((one, other) => (one?.major ?? 0) - (other?.major ?? 0))[0] ?? null;
}

/** Why this server cannot be started here, or null. */
export async function missingTools(engine: EngineName = 'elasticsearch-8'): Promise<string | null> {
  const distribution = distributions[engine];
  if (!(await findJdk(distribution.oldestJava)))
    return `there is no JDK ${distribution.oldestJava} or later on this machine`;
  if (await exists(archiveOf(distribution))) return null;
  return (await runOrNull('mvn', ['-version']))
    ? null
    : 'there is no mvn on this machine to fetch the server with';
}

/** Downloads an artifact once; throws with Maven's own error message. */
async function fetchArtifact(artifact: string, file: string): Promise<void> {
  if (await exists(file)) return;
  await mkdir(cache, { recursive: true });
  const target = [`-Dartifact=${artifact}`, `-DoutputDirectory=${dirname(file)}`];
  await run('mvn', ['-q', '-B', 'dependency:copy', ...target], { timeout: DOWNLOAD_MS });
}

const writeDescriptor = (folder: string, descriptor: Readonly<Record<string, string>>) =>
  writeFile(
    join(folder, 'plugin-descriptor.properties'),
    Object.entries(descriptor)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );

async function addPlugin(home: string, { version, oldestJava }: Distribution, jdk: Jdk) {
  const classes = join(home, '..', 'classes');
  const plugin = join(home, 'plugins', 'shop-analysis');
  await mkdir(plugin, { recursive: true });
  const libraries = join(home, 'lib', '*');
  const source = join(here, 'ShopAnalysisPlugin.java');
  const command = (name: string): string => join(jdk.home, 'bin', name);
  await run(command('javac'), ['-proc:none', '-d', classes, '-cp', libraries, source]);
  await run(command('jar'), ['cf', join(plugin, 'shop-analysis.jar'), '-C', classes, '.']);
  await rm(classes, { recursive: true });
  await writeDescriptor(plugin, {
    name: 'shop-analysis',
    description: 'Analysis components named by the index settings of the shop',
    version: '1.0',
    'elasticsearch.version': version,
    'java.version': String(oldestJava),
    classname: 'shop.ShopAnalysisPlugin',
  });
}

/** OpenSearch 2 publishes its analysis module separately, without the plugin descriptor that the server requires. */
async function addModule(home: string, { version }: Distribution): Promise<void> {
  const jar = join(cache, `analysis-common-${version}.jar`);
  await fetchArtifact(`org.opensearch.plugin:analysis-common:${version}`, jar);
  const module = join(home, 'modules', 'analysis-common');
  await mkdir(module, { recursive: true });
  await copyFile(jar, join(module, basename(jar)));
  await writeDescriptor(module, {
    name: 'analysis-common',
    description: 'Analysis components of OpenSearch',
    version,
    'opensearch.version': version,
    'java.version': '11',
    classname: 'org.opensearch.analysis.common.CommonAnalysisModulePlugin',
  });
}

export interface UnpackedServer {
  home: string;
  /** The command that starts the server. */
  command: string;
  /** The configuration file of the server. */
  settingsFile: string;
  /** Prefix of the server's environment variables: `ES_JAVA_HOME`, `OPENSEARCH_JAVA_HOME`. */
  variablePrefix: 'ES' | 'OPENSEARCH';
  javaHome: string;
}

/** Unpacks a server with its analysis components below `folder`. Throws if `missingTools` reports something. */
export async function unpackServer(folder: string, engine: EngineName): Promise<UnpackedServer> {
  const distribution: Distribution = distributions[engine];
  const { product, version, oldestJava, analysis } = distribution;
  const jdk = await findJdk(oldestJava);
  if (!jdk) throw new Error(`${engine} needs a JDK ${oldestJava} or later`);
  const archive = archiveOf(distribution);
  await fetchArtifact(artifactOf(distribution), archive);
  await run(join(jdk.home, 'bin', 'jar'), ['xf', archive], { cwd: folder });
  const home = join(folder, `${product}-${version}`);
  const commands = join(home, 'bin');
  for (const name of await readdir(commands)) await chmod(join(commands, name), 0o755);
  if (analysis === 'plugin') await addPlugin(home, distribution, jdk);
  if (analysis === 'module') await addModule(home, distribution);
  return {
    home,
    command: join(commands, product),
    settingsFile: join(home, 'config', `${product}.yml`),
    variablePrefix: product === 'opensearch' ? 'OPENSEARCH' : 'ES',
    javaHome: jdk.home,
  };
}
