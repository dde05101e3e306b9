/** The shape of the route tree (app/routes.ts) and what derives from it: the flat table and Remix's configuration. */
import type { TextKey } from '~/base/i18n/keys';
import type { RoutePolicy } from '../../../server/http/policy/route-policy';

export interface RouteEntry {
  /** Pattern from the root; `:name` is one segment, a last `*` the rest. */
  pattern: string;
  /** Module of the route below `app`. */
  file: string;
  id: string;
  policy: RoutePolicy;
  /** Its name in the menu of the account; null: not listed there. */
  accountMenu: TextKey | null;
}

/** A frame around pages, with an error boundary. It adds no segment: the deepest segment receives the posted forms. */
export interface LayoutEntry {
  layout: string;
  id: string;
  children: readonly RouteNode[];
}

export type RouteNode = RouteEntry | LayoutEntry;

interface More {
  /** Where one module serves several patterns. */
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

/** The pages of a tree, in its order. */
export const entriesOf = (nodes: readonly RouteNode[]): RouteEntry[] =>
  nodes.flatMap((node) => ('layout' in node ? entriesOf(node.children) : [node]));
