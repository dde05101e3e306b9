/** docs/caching.md names each cache of the source. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const guide = readFileSync('docs/caching.md', 'utf8');

/**
 * A bounded or weak map anywhere, or a module-level map that starts empty: constant tables are written with their
 * content.
 */
const isCache = (code: string): boolean =>
  /\bnew (?:LRUCache|WeakMap)\b/.test(code) || /^const \w+ = new Map\b[^;]*\(\);/m.test(code);

const cachesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => isCache(readFileSync(file, 'utf8')))
    .sort();

const caches = [...cachesBelow('app'), ...cachesBelow('server')];

it('P-74 docs/caching.md names the file of every in-memory cache', () => {
  expect(caches).toContain('server/caching/guest-page-cache.ts');
  expect(caches.length).toBeGreaterThan(30);
  expect(caches.filter((file) => !guide.includes(`\`${file}\``))).toEqual([]);
});

it('P-74 docs/caching.md names only existing files', () => {
  const named = [...guide.matchAll(/`((?:app|server)\/[\w./-]+\.tsx?)`/g)].map(([, file]) => file);
  const source = ['app', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  expect(named.filter((file) => file === undefined || !source.includes(file))).toEqual([]);
});
