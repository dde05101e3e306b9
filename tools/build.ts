/**
 * `npm run build`: the app by Remix's own build, its files precompressed, and the server as one file.
 * The Remix build empties `build/`, so the server goes to `dist/`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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

const compressible = /\.(js|css|svg|json|webmanifest|txt|html)$/;

/** Once, at build time, as small as it gets: the server only picks the file. */
function precompress(folder: string): void {
  for (const file of filesIn(folder).filter((name) => compressible.test(name))) {
    const body = readFileSync(file);
    const brotli = brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
    writeFileSync(`${file}.br`, brotli);
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
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
    // Built from an archive, without history.
    return number;
  }
}

const clientFolder = 'build/client';
const assets = join(clientFolder, 'assets');
const imports = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g;
const lateImports = /\bimport\(\s*"\.\/([^"]+\.js)"\s*\)/g;

/** These scripts with everything they import, by file name. */
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

/** Nothing is hydrated: the modules of the routes are on no page, and are not shipped. */
function removeUnreached(): void {
  const kept = reached(namesLike(/^entry\.client-.*\.js$/), [imports, lateImports]);
  for (const name of namesLike(/\.js$/)) if (!kept.has(name)) rmSync(join(assets, name));
}

/** What the offline page needs beside itself: stylesheet, drawings, and its scripts with what they import. */
function offlineFiles(): string[] {
  const scripts = reached(namesLike(/^entry\.(client|again)-.*\.js$/), [imports]);
  const looks = namesLike(/^(shop-.*\.css|icons-.*\.svg)$/);
  return [...scripts, ...looks].sort().map((name) => `/assets/${name}`);
}

/** What a customer's page loads when the cart's queue is wanted: the queue and its words. */
function customerFiles(): string[] {
  const scripts = reached(namesLike(/^(entry\.customer|islands)-.*\.js$/), [imports]);
  return [...scripts].sort().map((name) => `/assets/${name}`);
}

/**
 * The service worker. Its text differs with every build that renders or runs differently, and with no other:
 * browsers take a changed text for a new version.
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
  // Where the server reads it for its pages (server/http/files/worker-file.ts).
  const named = `self.build="${digest.slice(0, 12)}";${readFileSync(worker, 'utf8')}`;
  writeFileSync(worker, named);
}

/**
 * Packages stay outside of the bundle, but for what would be loaded whole for the little that is asked of it: the
 * search client, of which the shop uses the transport and none of its calls and helpers (2 MB of files, which load
 * apache-arrow for a format never asked for); undici, of which it uses the pool, once for both; what that transport
 * takes of OpenTelemetry's core, which is one function; and the counters of limits, of which it uses two of twenty stores.
 */
const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      // The app's own modules, by the paths of tsconfig.json.
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
    // Its first module gives a dispatcher its calls.
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

/** The search client is CommonJS: inside of a module it needs a `require`. */
const requireInModules =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/**
 * One letter beyond Latin makes V8 keep the whole text of a program in two bytes a letter. What esbuild leaves of them
 * stands in comments and in regular expressions, where this means the same.
 */
function escapeLetters(file: string): void {
  const code = readFileSync(file, 'utf8');
  const escaped = (char: string): string =>
    `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, code.replace(/[\u0080-\uffff]/g, escaped));
}

/**
 * Not a version of Node: esbuild knows none that has `\p{…}` as it is now, and writes a regular expression with it as
 * a constructor's call, which makes it anew each time it is used.
 */
const serverTarget = 'es2022';

async function writeInAscii(file: string): Promise<void> {
  const { code } = await transform(readFileSync(file, 'utf8'), {
    ...{ charset: 'ascii', format: 'esm', target: serverTarget, legalComments: 'none' },
  });
  writeFileSync(file, code);
  escapeLetters(file);
}

/** The words of search, made ready beside the app that reads them: a start has nothing to do for them but that. */
function writeWords(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const locale of locales)
    writeFileSync(join(folder, locale), packed(prepareWords(builtInWords(locale), locale)));
}

export async function buildShop(): Promise<boolean> {
  const production = { NODE_ENV: 'production' };
  if (!(await run('npx', ['remix', 'vite:build', '--logLevel', 'warn'], production))) return false;
  await writeInAscii('build/server/index.js');
  writeWords('build/server/words');
  removeUnreached();
  await buildWorker();
  precompress(clientFolder);
  writeStyleRules(clientFolder);
  rmSync('dist', { recursive: true, force: true });
  await build({
    // The operator's tools go along: a container has no checkout.
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
    // What is imported late stays a file of its own, and its packages unloaded until then.
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
  noteSources('.', version());
  return true;
}

/** The same, unless it is there already: other shops of this checkout may be serving it. */
export const buildIfChanged = async (): Promise<boolean> =>
  isBuilt('.', version()) || (await buildShop());

if (process.argv[1]?.endsWith('build.ts')) {
  commandOf('build', {});
  process.exitCode = (await buildShop()) ? 0 : 1;
}
