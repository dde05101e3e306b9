/**
 * `npm run build`: the app by Remix's own build, its files precompressed, and the server as one file.
 * The Remix build empties `build/`, so the server goes to `dist/`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { z } from 'zod';
import { run } from './run';

const compressible = /\.(js|css|svg|json|webmanifest|txt|html)$/;

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

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

export async function buildShop(): Promise<boolean> {
  const production = { NODE_ENV: 'production' };
  if (!(await run('npx', ['remix', 'vite:build', '--logLevel', 'warn'], production))) return false;
  precompress('build/client');
  await build({
    // The operator's tools go along: a container has no checkout.
    entryPoints: {
      server: 'server/index.ts',
      doctor: 'scripts/doctor.ts',
      logs: 'scripts/logs.ts',
    },
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    define: { __SHOP_VERSION__: JSON.stringify(version()) },
  });
  return true;
}

if (process.argv[1]?.endsWith('build.ts')) process.exitCode = (await buildShop()) ? 0 : 1;
