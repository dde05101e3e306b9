/** The URL map of the built app, as patterns by segments. */
import type { ServerBuild } from '@remix-run/node';
import type { RoutePattern } from './canonical';

export function patternsOf({ routes }: Pick<ServerBuild, 'routes'>): RoutePattern[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : '';
  };
  return Object.keys(routes).map((id) => pathOf(id).split('/').filter(Boolean));
}
