/**
 * URLs of pages occur only in the route table and in `app/base/i18n/links.ts`: code that depends on a URL uses the
 * policy of its route.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disallowedPrefixes, policyOf, routeOf } from '~/base/routing/match';
import { routeTable } from '~/base/routing/table';
import { closedRoutes, isPublic, allRoutes } from '../http/safety/route-table';
import { settings } from '../../server/settings';

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [path] : [];
  });

/**
 * Files that may contain URLs of pages, each with the reason: the route table, the link helpers, and the server's own
 * endpoints.
 */
const declared = new Map([
  ['app/base/routing/table.ts', 'the table'],
  ['app/base/i18n/links.ts', 'links'],
  ['server/auth/paths.ts', 'steps of signing in, which the session is opened for'],
  ['server/auth/routes.ts', 'the default of the return path of a sign-in'],
  ['server/auth/oidc/back-channel.ts', 'the provider calls the server itself'],
  ['server/settings.ts', 'the default of the return path of a sign-in'],
  ['app/storefront/offline/keeping.ts', 'the service worker carries no links'],
  ['server/observe/in-words.ts', 'reads log lines, those of earlier versions too'],
  ['server/http/overload/pressure.ts', 'health, files and the provider’s call'],
]);

const words = [
  ...new Set(
    routeTable.flatMap(({ pattern }) =>
      pattern.split('/').filter((part) => part.length > 2 && /^[a-z][a-z_.-]+$/.test(part)),
    ),
  ),
];
const code = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
const imports = /^\s*(import|export)\b[^;]*?from '[^']*';/gm;

/** URLs in a regular expression with locale prefixes and route words, or in a string. */
function addressesIn(text: string): string[] {
  const body = code(text).replace(imports, '');
  const expression = new RegExp(`/\\^[^\\n]*\\\\/[^\\n]*\\b(${words.join('|')})\\b`, 'g');
  const literal = new RegExp(
    `['\`]/(?:\\$\\{locale\\}/|fr/|nl/|en/)?(${words.join('|')})(?=[/'\`?])`,
    'g',
  );
  return [...body.matchAll(expression), ...body.matchAll(literal)].map(([found]) =>
    found.slice(0, 60),
  );
}

it('P-60 P-61 the check for literal page URLs finds one in a regular expression or string', () => {
  expect(addressesIn('const a = /^\\/(fr|nl|en)\\/(cart|quick-order)(\\/|$)/;')).toHaveLength(1);
  expect(addressesIn("if (path === '/quick-order') return 1;")).toHaveLength(1);
  expect(addressesIn("import { x } from '~/ordering/cart';\n// '/cart'\n")).toEqual([]);
});

it('P-60 P-61 P-81 URLs of pages occur only in the route table and the link helpers', () => {
  const found = ['app', 'server']
    .flatMap(sources)
    .flatMap((path) =>
      declared.has(path)
        ? []
        : addressesIn(readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`),
    );
  expect(found).toEqual([]);
});

it('P-20 the routes that the policies guard are exactly the routes that the tests treat as protected', () => {
  for (const { id, pattern } of allRoutes) expect(policyOf(id), pattern).not.toBeNull();
  expect(
    closedRoutes
      .filter(({ id }) => policyOf(id)?.guard !== 'customer')
      .map(({ pattern }) => pattern),
  ).toEqual([]);
  expect(
    allRoutes
      .filter(isPublic)
      .filter(({ id }) => policyOf(id)?.guard !== 'open')
      .map(({ pattern }) => pattern),
  ).toEqual([]);
});

it('CMS-08 robots.txt disallows cart, account and search pages', () => {
  expect([...disallowedPrefixes].sort()).toEqual([
    '/*/account',
    '/*/autocomplete',
    '/*/cart',
    '/*/quick-order',
    '/*/scan',
    '/*/search',
  ]);
  expect(routeOf('/fr/p/gants')?.policy.robots).toBe('index');
});

it('AUTH-03 the callback path of sign-in cannot be a path of the route table', () => {
  const isTaken = (path: string) => !settings.OIDC_REDIRECT_PATH.schema.safeParse(path).success;
  const pages = routeTable.flatMap(
    ({ pattern }) => /^:locale(\/[\w-]+)(?:\/|$)/.exec(pattern)?.[1] ?? [],
  );
  expect(new Set(pages).size).toBeGreaterThan(20);
  expect(pages.filter((path) => !isTaken(path))).toEqual([]);
});
