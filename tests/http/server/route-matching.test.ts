import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { routeOf } from '~/routing/match';
import { routeTable } from '~/routing/table';

const build = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild;

type Routes = Parameters<typeof matchRoutes>[0];

/** The route table as Remix matches it. */
function tree(parent?: string): Routes {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const path = route.path === undefined ? {} : { path: route.path };
    return [
      route.index
        ? { id: route.id, ...path, index: true as const }
        : { id: route.id, ...path, children: tree(route.id) },
    ];
  });
}
const leafOf = (path: string): string | undefined => matchRoutes(tree(), path)?.at(-1)?.route.id;

describe('routes', () => {
  it('P-60 P-61 every address has the route, and so the policy, that the whole table would choose', () => {
    const samples = routeTable.map(({ pattern }) =>
      `/${pattern}`.replace(':locale', 'fr').replace(/:\w+/g, '7').replace('*', 'a/b'),
    );
    const others = [
      ...['/nl/', '/fr/search/', '/nl/c/a/b/c', '/en/p/abc-def', '/fr/p', '/fr/c', '/fr/searching'],
      ...['/', '/fr/abc', '/fr/account/unknown', '/fr/news', '/nl/x/y/z'],
    ];
    for (const address of [...samples, ...others])
      expect(routeOf(address)?.id, address).toBe(leafOf(address));
    expect(routeOf('/de')).toBeNull();
    expect(routeOf('/de/cart')).toBeNull();
    expect(routeOf('/fr/cart?q=/fr/account')?.id).toBe('routes/shop/cart');
  });
});

it('P-59 a regular expression of the built app is made once, not each time it is used', () => {
  const code = readFileSync('build/server/index.js', 'utf8');
  expect(code).toMatch(/\/\^\\p\{L\}\+\$\/u/);
  expect(code).not.toMatch(/new RegExp\("[^"]*\\\\p/);
});
