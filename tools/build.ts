/**
 * `npm run build`: runs the Remix build, precompresses its files and bundles the server. The Remix build empties
 * `build/`, so the server bundle goes to `dist/`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, transform, type Plugin } from 'esbuild';
import { z } from 'zod';
import { filesIn, isBuilt, noteSources } from './bundle/built-sources';
import { writeStyleRules } from './bundle/style-rules';
import { builtInWords } from '../app/storefront/search/words/built-in.server';
import { packed } from '../app/storefront/search/words/prepared-file';
import { prepareWords } from '../app/storefront/search/words/prepared-words';
import { fallbackLocale, locales } from '../app/base/i18n/locales';
import { links } from '../app/base/i18n/links';
import { offlineExpressions } from '../app/base/routing/match';
import { run } from './run';
import { commandOf } from '../sandbox/command-line';
import { isCommand } from './is-command';

const compressible = /\.(js|css|svg|json|webmanifest|txt|html|wasm)$/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses once, at build time and at the highest level. The server only picks the file. */
async function precompress(folder: string): Promise<void> {
  const files = filesIn(folder).filter((name) => compressible.test(name));
  await Promise.all(
    files.map(async (file) => {
      const body = readFileSync(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      writeFileSync(`${file}.br`, await compressBrotli(body, { params }));
      writeFileSync(`${file}.gz`, await compressGzip(body, { level: 9 }));
    }),
  );
}

function version(): string {
  const { version: number } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const given = process.env['BUILD_COMMIT'];
  if (given) return `${number}+${given}`;
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${number}+${commit.toString().trim()}`;
  } catch {
    // The source is an archive without git history.
    return number;
  }
}

const remixCommand = 'node_modules/@remix-run/dev/dist/cli.js';
const clientFolder = 'build/client';
const assets = join(clientFolder, 'assets');
const imports = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g;
const lateImports = /\bimport\(\s*"\.\/([^"]+\.js)"\s*\)/g;

/** File names of these scripts and of everything that they import. */
function reached(names: readonly string[], kinds: readonly RegExp[]): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    const script = readFileSync(join(assets, name), 'utf8');
    for (const kind of kinds)
      for (const [, imported = ''] of script.matchAll(kind)) found.add(imported);
  }
  return found;
}

const namesLike = (pattern: RegExp): string[] =>
  readdirSync(assets).filter((name) => pattern.test(name));

/** Deletes the empty route modules, which no page loads. Workers are started by address. */
function removeUnreached(): void {
  const kept = reached(namesLike(/^(entry\.client|code-worker)-.*\.js$/), [imports, lateImports]);
  for (const name of namesLike(/\.js$/)) if (!kept.has(name)) rmSync(join(assets, name));
}

/** Files that the offline page needs: stylesheet, icons, and its scripts with their imports. */
function offlineFiles(): string[] {
  const scripts = reached(namesLike(/^entry\.(client|again)-.*\.js$/), [imports]);
  const looks = namesLike(/^(shop-.*\.css|icons-.*\.svg)$/);
  return [...scripts, ...looks].sort().map((name) => `/assets/${name}`);
}

/** Scripts that a signed-in customer's page loads for the cart queue, with their texts. */
function customerFiles(): string[] {
  const scripts = reached(namesLike(/^(entry\.customer|islands)-.*\.js$/), [imports]);
  return [...scripts].sort().map((name) => `/assets/${name}`);
}

/**
 * Builds the service worker. Its text changes only when a build renders or runs differently, because browsers treat a
 * changed text as a new version.
 */
async function buildWorker(): Promise<void> {
  const files = offlineFiles();
  const rendered = readFileSync('build/server/index.js');
  const digest = createHash('sha256').update(rendered).update(files.join()).digest('hex');
  await build({
    entryPoints: {
      sw: 'app/storefront/offline/worker/shop-worker.ts',
      'sw-off': 'app/storefront/offline/worker/no-worker.ts',
    },
    outdir: clientFolder,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    logLevel: 'warning',
    define: {
      __OFFLINE_FILES__: JSON.stringify(files),
      __CUSTOMER_FILES__: JSON.stringify(customerFiles()),
      __OFFLINE_ROUTES__: JSON.stringify(offlineExpressions),
      __SESSION_PATH__: JSON.stringify(links.session(fallbackLocale)),
    },
  });
  const worker = `${clientFolder}/sw.js`;
  // The server reads this id for its pages (server/http/files/worker-file.ts).
  const named = `self.build="${digest.slice(0, 12)}";${readFileSync(worker, 'utf8')}`;
  writeFileSync(worker, named);
}

/**
 * Keeps packages out of the bundle, except those of which the shop uses a small part:
 * - the search client: only its transport, not its calls and helpers (2 MB of files that load apache-arrow for an
 *   unused format);
 * - undici: only its pool, bundled once for all callers;
 * - the core of OpenTelemetry: the one function that the search transport calls;
 * - the rate limiter: two of its twenty stores.
 */
const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      // Bundles the app's modules, which tsconfig.json maps to `~/`.
      if (kind === 'entry-point' || path.startsWith('~/')) return undefined;
      if (path === 'undici' && /\/(server|@elastic)\//.test(importer))
        return { path, namespace: 'undici-pool' };
      const inside =
        path === 'rate-limiter-flexible' ||
        /^(@elastic|undici)\//.test(path) ||
        /node_modules\/@elastic\//.test(importer);
      return inside ? undefined : { path, external: true };
    });
    onLoad({ filter: /\/@elastic\/elasticsearch\/lib\/(api\/index|helpers)\.js$/ }, () => ({
      contents: 'exports.__esModule = true; exports.default = class {};',
    }));
    onLoad({ filter: /\/@opentelemetry\/core\/build\/src\/index\.js$/ }, () => ({
      contents: "exports.suppressTracing = require('./trace/suppress-tracing').suppressTracing;",
    }));
    onLoad({ filter: /\/rate-limiter-flexible\/index\.js$/ }, () => ({
      contents: `exports.RateLimiterMemory = require('./lib/RateLimiterMemory');
        exports.RateLimiterRedis = require('./lib/RateLimiterRedis');
        exports.RateLimiterRes = require('./lib/RateLimiterRes');`,
    }));
    // Adds the `request` method to undici's dispatcher, as undici's main module would do.
    onLoad({ filter: /./, namespace: 'undici-pool' }, () => ({
      contents: `const request = require('undici/lib/api/api-request');
        Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, { request });
        exports.Pool = require('undici/lib/dispatcher/pool');
        exports.DecoratorHandler = require('undici/lib/handler/decorator-handler');
        exports.buildConnector = require('undici/lib/core/connect');`,
      resolveDir: process.cwd(),
    }));
  },
};

/** The search client is CommonJS and needs a `require` inside an ES module. */
const requireInModules =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/**
 * One character beyond Latin-1 makes V8 store the whole program text with two bytes per character. The characters that
 * esbuild leaves are in comments and regular expressions, where an escape means the same.
 */
function escapeLetters(file: string): void {
  const code = readFileSync(file, 'utf8');
  const escaped = (char: string): string =>
    `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, code.replace(/[\u0080-\uffff]/g, escaped));
}

/**
 * An ECMAScript year, not a Node version. For every Node version esbuild turns a regular expression with `\p{…}` into a
 * constructor call, which compiles it again at each use.
 */
const serverTarget = 'es2022';

async function writeInAscii(file: string): Promise<void> {
  const { code } = await transform(readFileSync(file, 'utf8'), {
    charset: 'ascii',
    format: 'esm',
    target: serverTarget,
    legalComments: 'none',
  });
  writeFileSync(file, code);
  escapeLetters(file);
}

/** The search vocabulary, prepared at build time, so that a start only has to read it. */
const preparedWords = () =>
  locales.map((locale) => [locale, packed(prepareWords(builtInWords(locale), locale))] as const);

async function bundleServer(): Promise<void> {
  rmSync('dist', { recursive: true, force: true });
  await build({
    // Bundles the operator's tools too: a container has no checkout.
    entryPoints: {
      server: 'server/index.ts',
      doctor: 'tools/doctor.ts',
      logs: 'tools/logs.ts',
      backup: 'tools/backup.ts',
      'load-index': 'tools/load-index.ts',
      conformance: 'tools/conformance.ts',
    },
    outdir: 'dist',
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    // Dynamic imports stay separate files, so their packages load on first use.
    splitting: true,
    platform: 'node',
    target: serverTarget,
    format: 'esm',
    plugins: [packagesOutside],
    banner: { js: requireInModules },
    sourcesContent: false,
    sourcemap: true,
    logLevel: 'warning',
    define: { __SHOP_VERSION__: JSON.stringify(version()) },
  });
  filesIn('dist')
    .filter((file) => file.endsWith('.js'))
    .forEach(escapeLetters);
}

export async function buildShop(): Promise<boolean> {
  // The Remix build is another process. The words and the server's bundle need none of its files.
  const app = run(process.execPath, [remixCommand, 'vite:build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  });
  const words = preparedWords();
  await bundleServer();
  if (!(await app)) return false;
  await writeInAscii('build/server/index.js');
  mkdirSync('build/server/words', { recursive: true });
  for (const [locale, bytes] of words) writeFileSync(`build/server/words/${locale}`, bytes);
  removeUnreached();
  await buildWorker();
  await precompress(clientFolder);
  writeStyleRules(clientFolder);
  noteSources('.', version());
  return true;
}

/** Builds unless the existing build is current: another shop of this checkout may be serving it. */
export const buildIfChanged = async (): Promise<boolean> =>
  isBuilt('.', version()) || (await buildShop());

if (isCommand(import.meta.url)) {
  commandOf('build', {});
  process.exitCode = (await buildShop()) ? 0 : 1;
}
