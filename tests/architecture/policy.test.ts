/** Conditions of the content policy and of plain pages: no inline style, no client router, one sprite. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { iconNames } from '../../app/base/ui/icon';

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [path] : [];
  });
const using = (pattern: RegExp): string[] =>
  sources('app').filter((path) => pattern.test(readFileSync(path, 'utf8')));

it('P-22 views use no style attribute, because the content policy blocks it', () => {
  expect(using(/\sstyle=\{/)).toEqual([]);
});

it('P-79 views use plain links and forms instead of those of the client router', () => {
  const router =
    /import\s*\{[^}]*\b(Link|NavLink|Form|Scripts|useFetcher|useSubmit|useNavigate)\b[^}]*\}\s*from '@remix-run\/react'/;
  expect(using(router)).toEqual([]);
});

it('SHELL-01 every icon name has a drawing in the sprite, and every drawing a name', () => {
  const drawn = [
    ...readFileSync('app/base/ui/icons.svg', 'utf8').matchAll(/<symbol id="([\w-]+)"/g),
  ];
  expect(drawn.map(([, id]) => id).sort()).toEqual([...iconNames].sort());
});

/** Size of a minified style sheet of these parts with Brotli compression. */
function sheetBytes(parts: readonly string[]): number {
  const text = parts.map((name) => readFileSync(join('app/styles', name), 'utf8')).join('\n');
  const small = transformSync(text, { loader: 'css', minify: true }).code;
  return brotliCompressSync(small, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

it('P-76 the style sheet of every page is about ten kilobytes, the styles of product lists below two', () => {
  const entry = readFileSync('app/styles/shop.css', 'utf8');
  const parts = [...entry.matchAll(/@import '\.\/([\w-]+\.css)'/g)].map(([, name]) => name ?? '');
  expect(parts.length).toBeGreaterThan(5);
  // Includes 40 bytes for links that submit a form's input: 6 ms at 50 kbit/s.
  expect(sheetBytes(parts)).toBeLessThan(10_300);
  expect(sheetBytes(['lists.css'])).toBeLessThan(2_000);
});
