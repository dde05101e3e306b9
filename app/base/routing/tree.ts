/** The node types of the route tree (app/routes.ts) and the flat table derived from it. */
import type { TextKey } from '~/base/i18n/keys';
import type { RoutePolicy } from '../../../server/http/policy/route-policy';

export interface RouteEntry {
  /** Path pattern of the page from the root; `:name` matches one segment, a final `*` the rest. */
  pattern: string;
  /** Route module, relative to `app`. */
  file: string;
  id: string;
  policy: RoutePolicy;
  /** Text key of the page's name in the account menu; null when the menu does not list it. */
  accountMenu: TextKey | null;
}

/**
 * A frame around pages, with an error boundary. It adds no path segment: Remix sends posted forms to the deepest route.
 */
interface LayoutEntry {
  layout: string;
  id: string;
  children: readonly RouteNode[];
}

export type RouteNode = RouteEntry | LayoutEntry;

interface More {
  /** Id of the route, needed when one module serves several path patterns. */
  id?: string;
  accountMenu?: TextKey;
}

const idOf = (file: string): string => file.replace(/\.tsx?$/, '');

export const routeAt = (
  pattern: string,
  file: string,
  policy: RoutePolicy,
  { id = idOf(file), accountMenu }: More = {},
): RouteEntry => ({ pattern, file, id, policy, accountMenu: accountMenu ?? null });

export const localeRoute = (
  pattern: string,
  file: string,
  policy: RoutePolicy,
  more?: More,
): RouteEntry => routeAt(`:locale/${pattern}`, file, policy, more);

export const layoutOf = (
  layout: string,
  children: readonly RouteNode[],
  id = idOf(layout),
): LayoutEntry => ({ layout, id, children });

/** Lists the pages of a tree in order. */
export const entriesOf = (nodes: readonly RouteNode[]): RouteEntry[] =>
  nodes.flatMap((node) => ('layout' in node ? entriesOf(node.children) : [node]));
