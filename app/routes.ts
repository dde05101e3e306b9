/** The URL map as Remix reads it, from the table of routes and their policies. */
import { index, route, type RouteConfig } from '@remix-run/route-config';
import { routeTable } from './routing/table';

// The server redirects other cases to these words; nothing matches past it (server/http/address).
export default routeTable.map(({ pattern, file, id }) => ({
  ...(pattern === '' ? index(file, { id }) : route(pattern, file, { id })),
  caseSensitive: true,
})) satisfies RouteConfig;
