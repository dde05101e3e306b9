import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { describe, expect, it } from 'vitest';
import { routeOf } from '~/base/routing/match';
import { routeTable } from '~/base/routing/table';
import { branchBuild } from '../../../server/http/branch-handlers';

const build = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as ServerBuild;

type Routes = Parameters<typeof matchRoutes>[0];

/** The route table in the form that Remix matches. */
function tree(parent?: string, { routes }: Pick<ServerBuild, 'routes'> = build): Routes {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return [];
    const path = route.path === undefined ? {} : { path: route.path };
    return [
      route.index
        ? { id: route.id, ...path, index: true as const }
        : { id: route.id, ...path, children: tree(route.id, { routes }) },
    ];
  });
}
const leafOf = (path: string): string | undefined => matchRoutes(tree(), path)?.at(-1)?.route.id;
const branchOf = (routes: Routes, path: string): unknown =>
  matchRoutes(routes, path)?.map(({ route, params }) => [route.id, params]);

const samples = routeTable.map(({ pattern }) =>
  `/${pattern}`.replace(':locale', 'fr').replace(/:\w+/g, '7').replace('*', 'a/b'),
);
const others = [
  '/nl/',
  '/fr/search/',
  '/nl/c/a/b/c',
  '/en/p/abc-def',
  '/fr/p',
  '/fr/c',
  '/fr/searching',
  '/',
  '/fr/abc',
  '/fr/account/unknown',
  '/fr/news',
  '/nl/x/y/z',
];
const addresses = [...samples, ...others];

describe('route matching', () => {
  it('P-60 P-61 each URL gets the same route and policy as from the complete table', () => {
    for (const address of addresses) expect(routeOf(address)?.id, address).toBe(leafOf(address));
    expect(routeOf('/de')).toBeNull();
    expect(routeOf('/de/cart')).toBeNull();
    expect(routeOf('/fr/cart?q=/fr/account')?.id).toBe('routes/shop/cart');
  });

  it('P-60 the reduced build of one page matches its URL with the same layouts and parameters', () => {
    for (const address of addresses) {
      const { routes, assets } = branchBuild(build, routeOf(address)?.id ?? '');
      expect(branchOf(tree(undefined, { routes }), address), address).toEqual(
        branchOf(tree(), address),
      );
      expect(Object.keys(assets.routes).sort()).toEqual(Object.keys(routes).sort());
      expect(Object.keys(routes).length).toBeLessThanOrEqual(4);
    }
  });
});

it('P-59 the built app compiles a regular expression once, not at each use', () => {
  const code = readFileSync('build/server/index.js', 'utf8');
  expect(code).toMatch(/\/\^\\p\{L\}\+\$\/u/);
  expect(code).not.toMatch(/new RegExp\("[^"]*\\\\p/);
});
