/**
 * Creates one stock Remix handler per page, over a build reduced to the page and its layouts. Remix compares an address
 * with all routes of its build three times per page and prepares all of them for rendering. With the shop's 130 routes
 * this took a quarter of a page's processor time. tests/http/server/route-matching.test.ts verifies that the whole
 * build would choose the same route.
 */
import { createRequestHandler, type RequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import type { RouteOf } from './policy/route-policy';

type HandlerOptions = Parameters<typeof createRequestHandler>[0];

/** The ids of a route and all its ancestors. */
function branchOf({ routes }: ServerBuild, id: string): Set<string> {
  const branch = new Set<string>();
  for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
    branch.add(at.id);
  return branch;
}

const only = <T>(all: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));

export function branchBuild(build: ServerBuild, id: string): ServerBuild {
  const ids = branchOf(build, id);
  const { assets, routes } = build;
  const branchAssets = { ...assets, routes: only(assets.routes, ids) };
  return { ...build, routes: only(routes, ids), assets: branchAssets };
}

/** An address that matches no page gets the handler of the whole build, which renders the 404. */
export function branchHandlers(
  { build, ...options }: HandlerOptions & { build: ServerBuild },
  routeOf: RouteOf,
): RequestHandler {
  const whole = createRequestHandler({ build, ...options });
  const handlers = new Map<string, RequestHandler>();
  const handlerOf = (id: string): RequestHandler => {
    const known =
      handlers.get(id) ?? createRequestHandler({ build: branchBuild(build, id), ...options });
    handlers.set(id, known);
    return known;
  };
  return (request, response, next) => {
    const route = routeOf(request.originalUrl);
    return (route ? handlerOf(route.id) : whole)(request, response, next);
  };
}
