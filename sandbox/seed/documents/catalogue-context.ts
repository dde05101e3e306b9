/** The catalogue and its parameters, from which all generators create documents. */
import type { World } from '../../world';
import type { Group } from '../catalogue/catalogue';
import type { Edges } from '../edges';
import type { Chance } from '../random';
import type { PricePair } from '../trade/net-prices';
import type { Terms } from '../trade/terms';
import type { Links } from './links';

export interface Catalogue {
  chance: Chance;
  edges: Edges;
  today: World['today'];
  mediaBase: string;
  groups: readonly Group[];
  terms: ReadonlyMap<number, Terms>;
  pairs: readonly PricePair[];
  links: (group: Group) => Links;
}
