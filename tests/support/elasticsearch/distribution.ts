/**
 * The published Elasticsearch server without its optional modules, from Maven Central
 * (`org.elasticsearch.distribution.integ-test-zip`, contract/search.md 7.3), and the plugin that gives it the analysis
 * components of the shop's index settings. The archive is kept in `.data/elasticsearch`; each start unpacks its own copy.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const VERSION = '8.19.21';
const ARTIFACT = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`;
const OLDEST_JAVA = 17;
const DOWNLOAD_MS = 300_000;

const here = dirname(fileURLToPath(import.meta.url));
const cache = resolve(here, '../../../.data/elasticsearch');
const archive = join(cache, `elasticsearch-${VERSION}.zip`);

async function hasTool(name: string): Promise<boolean> {
  return run(name, ['-version']).then(
    () => true,
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Why a server cannot be started here, or null. */
export async function missingTools(): Promise<string | null> {
  const java = await run('java', ['-version']).catch(() => null);
  if (!java) return 'there is no java on this machine';
  const major = Number(/version "(\d+)/.exec(java.stderr)?.[1] ?? 0);
  if (major < OLDEST_JAVA) return `java is older than ${OLDEST_JAVA}`;
  if (!(await hasTool('javac'))) return 'there is no javac on this machine (a JDK is needed)';
  if (await exists(archive)) return null;
  return (await hasTool('mvn')) ? null : 'there is no mvn on this machine to fetch the server with';
}

/** Fetches the archive once; the message of a failure is Maven's own. */
async function fetchArchive(): Promise<void> {
  if (await exists(archive)) return;
  await mkdir(cache, { recursive: true });
  const target = [`-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${cache}`];
  await run('mvn', ['-q', '-B', 'dependency:copy', ...target], { timeout: DOWNLOAD_MS });
}

async function addPlugin(home: string, scratch: string): Promise<void> {
  const classes = join(scratch, 'classes');
  const plugin = join(home, 'plugins', 'shop-analysis');
  await mkdir(plugin, { recursive: true });
  const libraries = join(home, 'lib', '*');
  const source = join(here, 'ShopAnalysisPlugin.java');
  await run('javac', ['-proc:none', '-d', classes, '-cp', libraries, source]);
  await run('jar', ['cf', join(plugin, 'shop-analysis.jar'), '-C', classes, '.']);
  await rm(classes, { recursive: true });
  const descriptor = {
    name: 'shop-analysis',
    description: 'Analysis components named by the index settings of the shop',
    version: '1.0',
    'elasticsearch.version': VERSION,
    'java.version': String(OLDEST_JAVA),
    classname: 'shop.ShopAnalysisPlugin',
  };
  const lines = Object.entries(descriptor).map(([key, value]) => `${key}=${value}\n`);
  await writeFile(join(plugin, 'plugin-descriptor.properties'), lines.join(''));
}

/** Unpacks a server with the plugin below `folder` and returns its home. */
export async function unpackServer(folder: string): Promise<string> {
  await fetchArchive();
  await run('jar', ['xf', archive], { cwd: folder });
  const home = join(folder, `elasticsearch-${VERSION}`);
  const commands = join(home, 'bin');
  for (const name of await readdir(commands)) await chmod(join(commands, name), 0o755);
  await addPlugin(home, folder);
  return home;
}

/** The JDK's own folder: the server is published without a runtime of its own. */
export async function javaHome(): Promise<string> {
  const { stderr } = await run('java', ['-XshowSettings:properties', '-version']);
  const home = /java\.home = (.+)/.exec(stderr)?.[1]?.trim();
  if (!home) throw new Error('java does not say where it lives');
  return home;
}
