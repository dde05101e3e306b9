/**
 * Names of filter values (contract/search.md 3.5b). In a large index the names cost as much as the counts and rarely
 * change. All names are requested once and cached; a list looks up only new values.
 */
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { Filters } from '../criteria';
import { allLabelsBody, labelsBody } from '../query/facets-query.server';
import type { Clause } from '../query/clauses.server';
import { facetKeys, type FacetKey } from './facet-list';
import { countsOf } from './facets-reading.server';

const tenMinutesMs = 600_000;
const aDayMs = 86_400_000;
const timeoutMs = 1_800;

/** Names of filter values. Also stores values that have no name in the index, so that they are not requested again. */
export class OptionNames {
  private readonly names = new Map<string, string | null>();

  has = (key: FacetKey, value: string): boolean => this.names.has(`${key}=${value}`);
  get = (key: FacetKey, value: string): string | null => this.names.get(`${key}=${value}`) ?? null;

  add(key: FacetKey, value: string, name: string | null): void {
    this.names.set(`${key}=${value}`, name);
  }
}

/** Requests names of filter values and stores them; false if the engine's response is incomplete. */
async function ask(page: PageRequest, names: OptionNames, body: Clause): Promise<boolean> {
  const answer = await page.context.search.search(
    page.locale,
    { index: 'products', operation: 'option labels', body },
    { timeoutMs },
  );
  for (const key of facetKeys) {
    for (const { value, label } of countsOf(answer.aggregations[key])) names.add(key, value, label);
  }
  const { incomplete, withheld, aggregations } = answer;
  return !incomplete && !withheld && Object.keys(aggregations).length > 0;
}

function warn({ context }: PageRequest, error: unknown): void {
  if (!isUpstreamFailure(error)) throw error;
  context.log.warn({ event: 'labels.missing', reason: error.reason }, 'filters have no names');
}

/**
 * Names of all filter values, at most ten minutes old. If some names are missing, each list looks up those that it
 * needs.
 */
export async function optionNames(page: PageRequest): Promise<OptionNames> {
  const { cache } = page.context;
  const key = `option-names:${page.locale}`;
  let isWhole = true;
  try {
    const names = await cache.get(key, { freshMs: tenMinutesMs, staleMs: aDayMs }, async () => {
      const all = new OptionNames();
      isWhole = await ask(page, all, allLabelsBody());
      return all;
    });
    if (!isWhole) cache.delete(key);
    return names;
  } catch (error) {
    warn(page, error);
    return new OptionNames();
  }
}

/** Looks up the names of the given filter values. A value without a name in the index is stored as such. */
export async function learnNames(
  page: PageRequest,
  names: OptionNames,
  missing: Filters,
): Promise<void> {
  if (Object.keys(missing).length === 0) return;
  try {
    if (!(await ask(page, names, labelsBody(missing)))) return;
  } catch (error) {
    warn(page, error);
    return;
  }
  for (const key of facetKeys) {
    for (const value of missing[key] ?? []) {
      if (!names.has(key, value)) names.add(key, value, null);
    }
  }
}
