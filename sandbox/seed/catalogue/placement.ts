/** The category tree, and the leaf categories of an article; an article also has all ancestors of its leaves. */
import { facts, type CategoryFact } from '../facts';
import type { Group } from './catalogue';
import type { Profile } from './product';

export interface CategoryNode extends CategoryFact {
  number: number;
  up: CategoryNode | null;
  down: CategoryNode[];
}

/** Numbers follow the order of the facts, roots first, so that links stay valid. */
export const categoryTree: readonly CategoryNode[] = growTree();

function growTree(): CategoryNode[] {
  const grown = facts.categories.map((fact, index): CategoryNode => ({
    ...fact,
    number: index + 1,
    up: null,
    down: [],
  }));
  const known = new Map(grown.map((node) => [node.id, node]));
  for (const node of grown) {
    node.up = (node.parent && known.get(node.parent)) || null;
    node.up?.down.push(node);
  }
  for (const node of grown) node.down.sort((a, b) => a.sequence - b.sequence);
  return grown;
}

function among(wanted: readonly string[] | undefined, values: readonly string[]): boolean {
  return !wanted || values.some((value) => wanted.includes(value));
}

function holds(node: CategoryNode, group: Group, profile: Profile): boolean {
  const { holds: rule } = node;
  if (group.family === 'equipment') return rule.equipment?.includes(group.source) ?? false;
  if (group.family === 'food') return rule.food?.includes(group.source) ?? false;
  if (!rule.groups && !rule.forms) return false;
  return (
    among(rule.groups, [group.group]) &&
    among(rule.forms, group.form ? [group.form] : []) &&
    among(rule.species, profile.species) &&
    among(rule.indications, profile.indications)
  );
}

const leaves = categoryTree.filter((node) => node.down.length === 0);
const placed = new WeakMap<Profile, readonly CategoryNode[]>();

/** Leaves and all their ancestors, sorted by level and number. */
export function categoriesOf(group: Group, profile: Profile): readonly CategoryNode[] {
  const known = placed.get(profile);
  if (known) return known;
  const found = new Set<CategoryNode>();
  for (const leaf of leaves.filter((node) => holds(node, group, profile))) {
    for (let node: CategoryNode | null = leaf; node; node = node.up) found.add(node);
  }
  const sorted = [...found].sort((a, b) => a.level - b.level || a.number - b.number);
  placed.set(profile, sorted);
  return sorted;
}
