/** Queries for a customer's lists only: veterinary groups, loyalty rules and rebates, net prices of own price lists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allOf } from '~/storefront/search/query/clauses.server';
import { selectedClauses } from '~/storefront/search/query/facet-clauses.server';
import {
  allLabelsBody,
  facetsBody,
  labelsBody,
} from '~/storefront/search/query/facets-query.server';
import { countsOf } from '~/storefront/search/facets/facets-reading.server';
import { listingBody, listingQuery } from '~/storefront/search/query/listing-query.server';
import { sortOf } from '~/storefront/search/query/sort.server';
import { programsBody } from '~/catalogue/products/rebates.server';
import { moreVariantsBody } from '~/storefront/product-page/read/product-query.server';
import type { Day } from '~/base/kernel/day';
import { TODAY } from '../../support/search-fixture/days';
import { engines, idsOf, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';
import { ownLists } from '../../support/search-fixture/own-lists';

const PRODUCTS = 'products_fr_be';
const today = TODAY as Day;
const facts = {
  today,
  groupIds: [4, 9],
  ruleIds: [31, 32],
  rebateProgramIds: [7],
  orderedIds: [],
  listedIds: [],
  pricing: ownLists,
};
const everything = { text: '', code: null, scope: [] };
const kinds = engines();
const loaded: LoadedEngine[] = [];

beforeAll(async () => {
  for (const kind of kinds) loaded.push(await LoadedEngine.start(kind, 'customer'));
}, LOADING_MS * 2);
afterAll(async () => {
  for (const engine of loaded) await engine.stop();
});

/** Runs a search on every engine and returns their common response, without server-specific names, times and scores. */
async function same(index: string, body: unknown) {
  const answers = [];
  for (const engine of loaded) {
    const answer = await engine.search(index, body);
    expect(answer.body).not.toHaveProperty('error');
    expect(answer.body._shards.failed).toBe(0);
    const { aggregations } = answer.body;
    answers.push({ ids: idsOf(answer), aggregations: reduced(aggregations) });
  }
  const [first, ...others] = answers;
  if (!first) throw new Error('there is no engine');
  for (const other of others) expect(other).toEqual(first);
  return first;
}

/** Removes what may differ between engines: a real node's error bounds, and the empty `meta` that OpenSearch adds. */
const reduced = (aggregations: unknown): unknown =>
  JSON.parse(
    JSON.stringify(aggregations ?? null, (key, value: unknown) =>
      key === 'doc_count_error_upper_bound' || key === 'meta' ? undefined : value,
    ),
  );

const countsIn = ({ aggregations }: Awaited<ReturnType<typeof same>>, key: string) =>
  countsOf(z.record(z.string(), z.unknown()).parse(aggregations)[key]);

const list = (filters: Readonly<Record<string, string[]>>) =>
  listingBody({
    ...everything,
    selected: [...selectedClauses(filters, facts).values()],
    sort: sortOf('name_asc', { hasText: false, pricing: ownLists, today, hasTimeline: true }),
    from: 0,
    size: 90,
    source: ['id'],
  });

describe(kinds.map(({ name }) => name).join(' and '), () => {
  it.each([{ vet_group: ['4'] }, { loyalty_rule: ['31'] }, { rebates: ['1'] }])(
    'SRCH-05 the filter %o finds the same products on each engine',
    async (filters) => {
      const all = await same(PRODUCTS, list({}));
      const { ids } = await same(PRODUCTS, list(filters));
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.length).toBeLessThan(all.ids.length);
    },
  );

  it('SRCH-05 each filter of a customer has the same counts on each engine, with other filters set', async () => {
    const selected = selectedClauses({ vet_group: ['4'], species: ['11'] }, facts);
    const body = facetsBody({
      query: listingQuery(everything),
      selected,
      facts,
      whole: new Set(['brand']),
    });
    const { aggregations } = await same(PRODUCTS, body);
    expect(JSON.stringify(aggregations)).toContain('"loyalty_rule"');
  });

  it('SRCH-01 the count of a filter option includes products whose nested list contains the option', async () => {
    const body = facetsBody({ query: allOf([]), selected: new Map(), facts, whole: new Set() });
    const found = await same(PRODUCTS, body);
    const groups = { groups: { cardinality: { field: 'url_key' } } };
    for (const key of ['species', 'active_principle']) {
      const path = `${key}_option_ids`;
      const terms = {
        field: `${path}.id`,
        size: 100,
        order: [{ _count: 'desc' }, { _key: 'asc' }],
      };
      const values = { terms, aggs: { products: { reverse_nested: {}, aggs: groups } } };
      const nested = { nested: { nested: { path }, aggs: { values } } };
      const wanted = await same(PRODUCTS, {
        size: 0,
        aggs: { [key]: { filter: { match_all: {} }, aggs: nested } },
      });
      expect(countsIn(found, key).length).toBeGreaterThan(0);
      expect(countsIn(found, key)).toEqual(countsIn(wanted, key));
    }
  });

  it.each(['net_asc', 'net_desc'] as const)(
    'SRCH-01 the sort order %s uses the prices over time of the customer’s lists, and the price of the role',
    async (sort) => {
      for (const hasTimeline of [true, false]) {
        const order = sortOf(sort, { hasText: false, pricing: ownLists, today, hasTimeline });
        const body = { size: 90, query: allOf([]), sort: order, _source: ['id'] };
        const { ids } = await same(PRODUCTS, body);
        expect(ids.length).toBeGreaterThan(30);
      }
    },
  );

  it('SRCH-01 labels of chosen values, current programs and further variants are the same on each engine', async () => {
    await same(PRODUCTS, labelsBody({ species: ['11'], brand: ['12'], vet_group: ['4'] }));
    const names = countsIn(await same(PRODUCTS, allLabelsBody()), 'species');
    expect(names.map(({ label }) => label)).toContain('Chien');
    const programs = await same('loyalty_programs_fr_be', programsBody(today));
    expect(programs.ids.length).toBeGreaterThan(0);
    const variants = await same(PRODUCTS, moreVariantsBody('gants-fr', 1));
    expect(variants.ids).toHaveLength(1);
  });
});
