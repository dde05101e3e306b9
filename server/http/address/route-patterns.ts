/** Patterns of the built app's URL map and of the server's own addresses, split into segments. */
import type { ServerBuild } from '@remix-run/node';
import { backChannelPath } from '../../auth/paths';
import type { RoutePattern } from './canonical';

const ownPaths = ['/healthz', '/readyz', backChannelPath];

export function patternsOf({ routes }: Pick<ServerBuild, 'routes'>): RoutePattern[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : '';
  };
  const paths = [...Object.keys(routes).map(pathOf), ...ownPaths];
  return paths.map((path) => path.split('/').filter(Boolean));
}
