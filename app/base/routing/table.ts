/** Every page with its policy, in the order of the route tree. */
import { routeTree } from '../../routes';
import { entriesOf, type RouteEntry } from './tree';

export const routeTable: readonly RouteEntry[] = entriesOf(routeTree);
