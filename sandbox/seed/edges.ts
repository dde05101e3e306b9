/**
 * Records for every edge case of the contract, one product each, chosen by the world's seed. They expose pages that
 * fail only on a missing picture or a name of 260 characters.
 */
import type { Group } from './catalogue/catalogue';
import type { Chance } from './random';

const EDGES = [
  ['no-image', (g: Group) => g.family === 'meds'],
  ['long-name', (g: Group) => g.family === 'equipment' && g.variants.length === 1],
  ['html-name', (g: Group) => g.family === 'equipment' && g.variants.length > 1],
  ['no-price', (g: Group) => g.orderMode === 'direct_sale' && g.family === 'equipment'],
  ['zero-price', (g: Group) => g.family === 'food' && g.form === 'treat'],
  ['no-vectors', (g: Group) => g.family === 'meds' && g.variants.length > 1],
  ['one-vector', (g: Group) => g.family === 'food'],
  ['not-on-website', (g: Group) => g.flags.prescription],
  ['expired-promotion', (g: Group) => g.family === 'meds'],
  ['future-promotion', (g: Group) => g.family === 'food'],
  ['ends-today', (g: Group) => g.family === 'meds'],
  ['ends-this-month', (g: Group) => g.family === 'food'],
  ['null-window', (g: Group) => g.family === 'meds'],
  ['vet-smaller', (g: Group) => g.family === 'meds'],
  ['vet-only', (g: Group) => g.family === 'meds'],
  ['exclusive-tier', (g: Group) => g.family === 'meds'],
  ['bulk-tier-only', (g: Group) => g.family === 'food'],
  ['tier-at-one', (g: Group) => g.family === 'equipment'],
  ['gross-expired', (g: Group) => g.family === 'meds'],
  ['gross-rises', (g: Group) => g.family === 'food'],
  ['explicit-price', (g: Group) => g.family === 'equipment'],
  ['tax-included', (g: Group) => g.family === 'food'],
  ['quantity-only', (g: Group) => g.family === 'equipment'],
  ['state-only', (g: Group) => g.family === 'equipment'],
  ['lone-object', (g: Group) => g.family === 'meds'],
  ['promo-bag', (g: Group) => g.family === 'food'],
  ['short-dated', (g: Group) => g.storage === 'cold'],
] as const satisfies readonly (readonly [string, (group: Group) => boolean])[];
export type Edge = (typeof EDGES)[number][0];

export interface Edges {
  is(edge: Edge, group: Group): boolean;
  /** The main article of each edge case. */
  articles(): Map<Edge, number>;
}

/** Chooses ordinary products for the edge cases, at most one case per product. */
export function chooseEdges(chance: Chance, groups: readonly Group[]): Edges {
  const chosen = new Map<Edge, Group>();
  const used = new Set<Group>();
  for (const [edge, fits] of EDGES) {
    let best: Group | null = null;
    let lowest = 2;
    for (const group of groups) {
      if (group.rank !== 0 || used.has(group) || group.flags.narcotic || group.flags.madeToOrder)
        continue;
      if (!fits(group)) continue;
      const roll = chance.unit(`edge:${edge}|${group.key}`);
      if (roll < lowest) [best, lowest] = [group, roll];
    }
    if (!best) continue;
    chosen.set(edge, best);
    used.add(best);
  }
  const keys = new Map([...chosen].map(([edge, group]) => [edge, group.key]));
  return {
    is: (edge, group) => keys.get(edge) === group.key,
    articles: () => new Map([...chosen].map(([edge, group]) => [edge, group.variants[0].id])),
  };
}
