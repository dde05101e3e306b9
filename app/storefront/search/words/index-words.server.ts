/** The terms of the index, requested at most twice an hour per language (see vocabulary.ts). */
import { z } from 'zod';
import type { Clause } from '../query/clauses.server';
import { figuredNames } from './index-figures';
import type { IndexWords, LabelKind } from './vocabulary';

/**
 * Maximum number of names to request; few catalogues have more. Products beyond this number are still found, but their
 * words count as unknown.
 */
const mostNames = 20_000;
const mostLabels = 3_000;

const labelFields: Readonly<Record<LabelKind | 'brands' | 'colours', string>> = {
  substances: 'active_principle_option_ids.name.keyword',
  indications: 'indication_option_ids.name.keyword',
  categories: 'categories.name.keyword',
  species: 'species_option_ids.name.keyword',
  forms: 'presentation_option_ids.name.keyword',
  routes: 'administration_route_option_ids.name.keyword',
  ranges: 'food_range_option_ids.name.keyword',
  brands: 'brand.name.keyword',
  colours: 'color_option_ids.name.keyword',
};

const isMedicine: Clause = { exists: { field: 'active_principle_option_ids.id' } };
const names = (filter: Clause): Clause => ({
  filter: { bool: { filter: [{ term: { main: true } }], ...filter } },
  aggs: { names: { terms: { field: 'name.sortable', size: mostNames } } },
});

export const indexWordsBody = (): Clause => ({
  size: 0,
  track_total_hits: false,
  query: { match_all: {} },
  aggs: {
    ...Object.fromEntries(
      Object.entries(labelFields).map(([kind, field]) => [
        kind,
        { terms: { field, size: mostLabels } },
      ]),
    ),
    medicines: names({ must: [isMedicine] }),
    others: names({ must_not: [isMedicine] }),
    figured: { terms: { field: 'name.sortable', size: mostNames, include: figuredNames } },
  },
});

const Terms = z
  .object({ buckets: z.array(z.object({ key: z.string() })) })
  .transform(({ buckets }) => buckets.map(({ key }) => key));
const Names = z.object({ names: Terms }).transform((wire) => wire.names);
const Answer = z.object({
  substances: Terms,
  indications: Terms,
  categories: Terms,
  species: Terms,
  forms: Terms,
  routes: Terms,
  ranges: Terms,
  brands: Terms,
  colours: Terms,
  medicines: Names,
  others: Names,
  figured: Terms.optional(),
});

/** Parses the terms of the index. Null if the index did not count all of them; then no word may count as unknown. */
export function readIndexWords(aggregations: unknown): IndexWords | null {
  const read = Answer.safeParse(aggregations);
  if (!read.success) return null;
  const { brands, colours, medicines, others, figured = [], ...labels } = read.data;
  // Colours are added to the words: catheters and needles are called by their colour, which no product name contains.
  return { labels, brands, medicines, others: [...others, ...colours], figured };
}
