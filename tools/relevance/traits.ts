/** Traits of an article of the sample world, in the terms of a query's expectation (`facts/queries.json`). */
import type { Article, Group } from '../../sandbox/seed/catalogue/catalogue';
import { categoriesOf } from '../../sandbox/seed/catalogue/placement';
import { facts } from '../../sandbox/seed/facts';

/** Ids by kind of fact, such as `species: ['dog']`. */
export type Expectation = Readonly<Record<string, readonly string[]>>;

const combinations = new Set(facts.combinations.map(({ id }) => id));

export function traitsOf(group: Group, article: Article): Expectation {
  const isCombination = combinations.has(group.source);
  const { profile } = article;
  return {
    substance: isCombination ? group.substances : [group.source, ...group.substances],
    combination: isCombination ? [group.source] : [],
    type: group.family === 'equipment' ? [group.source] : [],
    food: group.family === 'food' ? [group.source] : [],
    form: group.form ? [group.form] : [],
    species: profile.species,
    indication: profile.indications,
    size: profile.sizes,
    category: categoriesOf(group, profile).map(({ id }) => id),
    color: article.color ? [article.color] : [],
    brand: [group.brand.id],
    product: [group.key],
    article: [article.sku],
  };
}

/** Every kind must match. A substance matches alone or in a combination. */
export function meets(traits: Expectation, expected: Expectation): boolean {
  const has = (kind: string): boolean =>
    (expected[kind] ?? []).some((id) => traits[kind]?.includes(id));
  const kinds = Object.keys(expected);
  const isEither = kinds.includes('substance') && kinds.includes('combination');
  if (!isEither) return kinds.every(has);
  const rest = kinds.filter((kind) => kind !== 'substance' && kind !== 'combination');
  return rest.every(has) && (has('substance') || has('combination'));
}
