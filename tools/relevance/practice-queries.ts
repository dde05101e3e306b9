/**
 * Judged queries as practices type them. `practice.json` has the first list; `everyday.json` has things that the
 * products have and that list lacked; `spoken.json` has everyday and farm names; `fresh.json` has queries judged before
 * their terms were added to the vocabulary. An answer is right if a regular expression matches one of the product's
 * facts (one per line) in the language of the query.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Lang, SearchDocument } from '../../sandbox/world';

export interface PracticeQuery {
  locale: Lang;
  q: string;
  kind: string;
  expected: string;
}

const Queries = z.array(
  z.object({
    locale: z.enum(['fr', 'nl', 'en']),
    q: z.string().min(1),
    kind: z.string(),
    expected: z.string().min(1),
  }),
);

export const practiceSets = ['practice', 'everyday', 'spoken', 'fresh'] as const;
export type PracticeSet = (typeof practiceSets)[number];

export const practiceQueries = (set: PracticeSet): PracticeQuery[] =>
  Queries.parse(JSON.parse(readFileSync(new URL(`${set}.json`, import.meta.url), 'utf8')));

const Named = z.object({ name: z.string() });
/** Accepts a list, a single entry or null: an ERP writes a list of one as its only member. */
const NamedList = z
  .union([z.array(Named), Named, z.null()])
  .transform((given) => (given === null ? [] : Array.isArray(given) ? given : [given]));
const Product = z.object({
  id: z.number(),
  url_key: z.string(),
  name: z.string(),
  model: Named,
  active_principle_option_ids: NamedList,
  indication_option_ids: NamedList,
  species_option_ids: NamedList,
  presentation_option_ids: NamedList,
  food_range_option_ids: NamedList,
  categories: NamedList,
});

/** The facts of each product, one per line, by the id of each of its articles. */
export function factLines(documents: readonly SearchDocument[]): ReadonlyMap<number, string> {
  const groups = new Map<string, Set<string>>();
  const read = documents.map((document) => Product.parse(document));
  for (const article of read) {
    const lines = groups.get(article.url_key) ?? new Set<string>();
    const add = (kind: string, names: readonly { name: string }[]): void => {
      for (const { name } of names) lines.add(`${kind}:${name}`);
    };
    add('name', [article.model]);
    add('variant', [article]);
    add('substance', article.active_principle_option_ids);
    add('indication', article.indication_option_ids);
    add('species', article.species_option_ids);
    add('form', article.presentation_option_ids);
    add('range', article.food_range_option_ids);
    add('category', article.categories);
    groups.set(article.url_key, lines);
  }
  return new Map(read.map(({ id, url_key: key }) => [id, [...(groups.get(key) ?? [])].join('\n')]));
}
