import { expect, it } from 'vitest';
import { categoriesOf } from './catalogue/placement';
import type { Article, Group } from './catalogue/catalogue';
import { createWorld, worldGroups } from './create-world';
import { facts } from './facts';

const world = createWorld({ mediaBase: 'http://x/media', today: '2026-07-28' });

/** Traits of an article, with the names that the queries' expectations use. */
function traits(group: Group, article: Article): Record<string, readonly string[]> {
  const combination = facts.combinations.some(({ id }) => id === group.source);
  return {
    substance: combination ? group.substances : [group.source, ...group.substances],
    combination: combination ? [group.source] : [],
    indication: article.profile.indications,
    species: article.profile.species,
    category: categoriesOf(group, article.profile).map(({ id }) => id),
    type: group.family === 'equipment' ? [group.source] : [],
    food: group.family === 'food' ? [group.source] : [],
    form: group.form ? [group.form] : [],
    color: article.color ? [article.color] : [],
    size: article.profile.sizes,
  };
}
const articles = worldGroups(world).flatMap((group) =>
  group.variants.map((article) => ({ brand: group.brand.id, traits: traits(group, article) })),
);

/** Substance and combination are alternatives: "amoxicilline" may find either. */
function meets(found: Record<string, readonly string[]>, expected: Record<string, string[]>) {
  const has = (kind: string) => expected[kind]?.some((id) => found[kind]?.includes(id)) ?? false;
  const kinds = Object.keys(expected);
  const either = kinds.includes('substance') && kinds.includes('combination');
  const rest = kinds.filter((kind) => !either || !['substance', 'combination'].includes(kind));
  return rest.every(has) && (!either || has('substance') || has('combination'));
}

it('sample world has a product for every relevance query', () => {
  const empty = facts.queries
    .filter(({ expect: wanted }) => !articles.some((article) => meets(article.traits, wanted)))
    .map(({ id, q }) => `${id} ${q}`);
  expect(empty).toEqual([]);
});

it.each([
  ['Gamelline', 'gamelline', { food: ['renal-dog'] }],
  ['Genericanis', 'genericanis', { substance: ['meloxicam'], form: ['oral-suspension'] }],
  ['Ardovet', 'ardovet-pharma', { combination: ['amoxicillin-clavulanate'], form: ['tablet'] }],
  ['Kraagje', 'kraagje', { type: ['e-collar-soft'] }],
  ['Cathelis', 'cathelis', { type: ['catheter-iv'] }],
])(
  'sample world has the product that queries name together with the brand %s',
  (_name, brand, wanted) => {
    expect(articles.some((a) => a.brand === brand && meets(a.traits, wanted))).toBe(true);
  },
);
