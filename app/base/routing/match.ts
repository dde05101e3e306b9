/** Finds the route of a path as Remix would: static segments before parameters, parameters before `*`. */
import { locales } from '~/base/i18n/locales';
import type { MatchedRoute, RouteOf, RoutePolicy } from '../../../server/http/policy/route-policy';
import { routeTable } from './table';
import type { RouteEntry } from './tree';

interface Node {
  words: Map<string, Node>;
  parameter: Node | null;
  here: MatchedRoute | null;
  /** The route whose pattern has `*` as the next and last segment; null without one. */
  rest: MatchedRoute | null;
}

/** The first segment of most patterns; only the shop's locales match it. */
const locale = ':locale';

const newNode = (): Node => ({ words: new Map(), parameter: null, here: null, rest: null });

function put(root: Node, { pattern, id, policy }: RouteEntry): void {
  let node = root;
  for (const part of pattern.split('/').filter(Boolean)) {
    if (part === '*') {
      node.rest = { id, policy };
      return;
    }
    if (part.startsWith(':') && part !== locale) {
      node.parameter ??= newNode();
      node = node.parameter;
      continue;
    }
    const next = node.words.get(part) ?? newNode();
    node.words.set(part, next);
    node = next;
  }
  node.here = { id, policy };
}

function find(node: Node, segments: readonly string[], position: number): MatchedRoute | null {
  const segment = segments[position];
  if (segment === undefined) return node.here ?? node.rest;
  const word = node.words.get(segment);
  return (
    (word && find(word, segments, position + 1)) ??
    (node.parameter && find(node.parameter, segments, position + 1)) ??
    node.rest
  );
}

function matcherOf(table: readonly RouteEntry[]): RouteOf {
  const root = newNode();
  for (const entry of table) put(root, entry);
  return (path) => {
    const [first, ...rest] = path
      .replace(/[?#].*/s, '')
      .split('/')
      .filter(Boolean);
    if (first === undefined) return root.here;
    const isLocale = (locales as readonly string[]).includes(first);
    return find(root, [isLocale ? locale : first, ...rest], 0);
  };
}

export const routeOf: RouteOf = matcherOf(routeTable);

const policies = new Map(routeTable.map(({ id, policy }) => [id, policy]));

/** The policy of a matched route, by its id; null when no route matched. */
export const policyOf = (id: string | undefined): RoutePolicy | null =>
  (id === undefined ? undefined : policies.get(id)) ?? null;

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function expressionOf({ pattern }: RouteEntry): string {
  const parts = pattern.split('/').map((part) => {
    if (part === locale) return `/(?:${locales.join('|')})`;
    if (part === '*') return '(?:/.*)?';
    return part.startsWith(':') ? '/[^/]+' : `/${escaped(part)}`;
  });
  return parts.join('');
}

/** One regular expression that matches the paths of all routes whose policy `isChosen` accepts. */
const expressionFor = (isChosen: (policy: RoutePolicy) => boolean): string =>
  `^(?:${routeTable
    .filter(({ policy }) => isChosen(policy))
    .map(expressionOf)
    .join('|')})/?$`;

/** Regular expressions for the service worker, which does not contain the route table (tools/build.ts). */
export const offlineExpressions = {
  visit: expressionFor(({ offline }) => offline !== 'browser' && offline !== 'leave'),
  keep: expressionFor(({ offline }) => offline === 'keep'),
  seal: expressionFor(({ offline }) => offline === 'keep' || offline === 'seal'),
  leave: expressionFor(({ offline }) => offline === 'leave'),
};

const firstWords = new Set(
  routeTable
    .filter(({ policy }) => policy.robots === 'disallow')
    .map(({ pattern }) => pattern.split('/')[1] ?? ''),
);

/** Prefixes that crawlers must not visit (robots.txt), without those that a shorter prefix covers. */
export const disallowedPrefixes: readonly string[] = [...firstWords]
  .filter((word) => ![...firstWords].some((other) => other !== word && word.startsWith(other)))
  .map((word) => `/*/${word}`);
