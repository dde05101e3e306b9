/**
 * Keycloak from Maven Central, unpacked and built once below `.data/keycloak`. `build` creates a server for the
 * in-memory database, so later starts need neither Maven nor a build.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const VERSION = '26.7.3';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
/**
 * The archive is unpacked by a plugin goal, because resolving it as a dependency would download the POM of every server
 * module.
 */
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';
const OLDEST_JAVA = 17;
const FETCH_MS = 300_000;
const BUILD_MS = 300_000;

const here = dirname(fileURLToPath(import.meta.url));
const cache = resolve(here, '../../../.data/keycloak');
const home = join(cache, `keycloak-${VERSION}`);

/** A small heap and the serial collector: 350 MB in all, and the fastest start on two cores. */
export const JAVA_OPTIONS = [
  '-Xms64m',
  '-Xmx256m',
  '-XX:MaxMetaspaceSize=256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:+ExitOnOutOfMemoryError',
  '-Dfile.encoding=UTF-8',
].join(' ');

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Why a server cannot be started here, or null. */
export async function missingTools(): Promise<string | null> {
  const java = await run('java', ['-version']).catch(() => null);
  if (!java) return 'there is no java on this machine';
  const major = Number(/version "(\d+)/.exec(java.stderr)?.[1] ?? 0);
  if (major < OLDEST_JAVA) return `java is older than ${OLDEST_JAVA}`;
  if (await exists(home)) return null;
  const maven = await run('mvn', ['-version']).catch(() => null);
  return maven ? null : 'there is no mvn on this machine to fetch the server with';
}

/** Builds in a temporary folder, so that two parallel runs do not use an incomplete server. */
async function install(): Promise<void> {
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(join(cache, 'install-'));
  try {
    const target = [`-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${scratch}`];
    await run('mvn', ['-q', '-B', UNPACK, ...target], { cwd: scratch, timeout: FETCH_MS });
    const unpacked = join(scratch, `keycloak-${VERSION}`);
    await run('sh', [join(unpacked, 'bin', 'kc.sh'), 'build', '--db=dev-mem'], {
      timeout: BUILD_MS,
      env: { ...process.env, KC_DB: undefined, JAVA_OPTS: JAVA_OPTIONS },
    });
    if (!(await exists(home))) await rename(unpacked, home);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The home folder of a server that is ready to start. */
export async function installedServer(): Promise<string> {
  if (!(await exists(home))) await install();
  return home;
}
