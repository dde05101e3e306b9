import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bareKeyBody } from '~/catalogue/products/keys/bare-key.server';
import { byIds } from '~/catalogue/products/cards.server';
import { categoryBody } from '~/catalogue/products/category/category.server';
import { productBody, similarBody } from '~/storefront/product-page/read/product-query.server';
import { sitemapBody } from '~/catalogue/products/keys/sitemap.server';
import { endOf, startOf } from '~/base/erp/date-window.server';
import type { Day } from '~/base/kernel/day';
import { contractBodies } from '../../../../tests/support/search-fixture/contract-bodies';
import { ownLists } from '../../../../tests/support/search-fixture/own-lists';
import { categorySuggestBody, productSuggestBody } from '../typing/autocomplete.server';
import { programsBody } from '../../../catalogue/products/rebates.server';
import {
  groupIn,
  inCategory,
  inStock,
  optionIn,
  promotionEnding,
  promotionNow,
  ruleIn,
  specialNow,
  type Clause,
} from './clauses.server';
import { selectedClauses } from './facet-clauses.server';
import { facetAggregations, labelsBody } from './facets-query.server';
import { listingBody, spellingBody } from './listing-query.server';
import { bySpecialSequence, byTimeline, sortOf } from './sort.server';

const today = '2026-07-28' as Day;
const bodies = contractBodies();

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const isDay = (value: unknown): value is Day =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/**
 * Replaces the days in the contract's examples by the first instants of these days in Brussels, which the shop sends
 * (1.3).
 */
const inBrussels = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (key, value: unknown) => {
    if (key === 'loyalty_rules.time_frame')
      return { gte: `${today}T00:00:00.000Z`, lt: endOf(today) };
    const { gt, gte, lt, lte } = record(value);
    if (![gt, gte, lt, lte].some(isDay)) return value;
    const from = isDay(gt) ? endOf(gt) : isDay(gte) ? startOf(gte) : undefined;
    const to = isDay(lte) ? endOf(lte) : isDay(lt) ? startOf(lt) : undefined;
    return { ...(from && { gte: from }), ...(to && { lt: to }) };
  });

function contract(name: string): Record<string, unknown> {
  const found = inBrussels(bodies?.find((body) => body.name === name)?.json);
  return typeof found === 'object' && found !== null ? { ...found } : {};
}

/**
 * Removes from a request body what the contract does not define: the shop's time limits, source lists, and the inner
 * hits that it omits.
 */
function bare(body: Clause): Clause {
  const own = new Set(['timeout', '_source', 'collapse']);
  return Object.fromEntries(Object.entries(body).filter(([key]) => !own.has(key)));
}
const same = (body: Clause, name: string) => expect(bare(body)).toEqual(bare(contract(name)));

/** Sorts the clauses of a filter, because their order does not matter. */
const unordered = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      key === 'filter' && Array.isArray(one)
        ? one.map((clause) => JSON.stringify(clause)).sort()
        : one,
    ),
  );

const Query = z.object({
  bool: z.object({ should: z.array(z.record(z.string(), z.unknown())) }).loose(),
});

/** Separates the text query that the contract defines from the ranking hints that the shop adds. */
function withoutHints(query: unknown) {
  const { bool } = Query.parse(query);
  const [main = {}, ...hints] = bool.should;
  return { bool: { ...bool, should: [main] }, hints };
}

/** Removes from a sort order the type for unmapped fields, which the shop adds. */
const mapped = ([first = {}, ...rest]: readonly Clause[]): unknown[] => [
  Object.fromEntries(
    Object.entries(first).map(([field, order]) => {
      const { unmapped_type: standIn, ...known } = z.record(z.string(), z.unknown()).parse(order);
      expect(standIn).toBe('integer');
      return [field, known];
    }),
  ),
  ...rest,
];

/**
 * The aggregation of a filter that the contract counts in nested lists, with names. The shop counts it on the product
 * and requests its names separately (215).
 */
const onProduct = (facet: unknown): unknown =>
  JSON.parse(JSON.stringify(facet), (name, value: unknown) => {
    if (name === 'label') return undefined;
    const { nested, products } = record(value);
    return record(nested)['aggs'] ?? record(products)['aggs'] ?? value;
  });

/** A caller to whom every supplier offer is shown. */
const visitor = { kind: 'hidden' } as const;
const facts = {
  today,
  groupIds: [],
  ruleIds: [31, 32],
  pricing: visitor,
  rebateProgramIds: [],
  orderedIds: [],
  listedIds: [],
};

describe.skipIf(bodies === null)('request bodies compared with the search contract', () => {
  it('SRCH-01 a text query has the boosts of the specification', () => {
    const body = listingBody({
      text: 'amoxicilline chien',
      code: null,
      scope: [],
      selected: [],
      sort: sortOf('relevance', { hasText: true, pricing: ownLists, today, hasTimeline: true }),
      from: 0,
      size: 30,
      source: ['id'],
    });
    const { bool, hints } = withoutHints(body['query']);
    same({ ...body, query: { bool } }, 'P1');
    // The shop's ranking hints only sort the products that the contract's rules match; they match nothing by
    // themselves.
    expect(hints.length).toBeGreaterThan(0);
    expect(hints.every((hint) => 'constant_score' in hint)).toBe(true);
  });

  it('SRCH-01 the counts of a filter apply all other filters but not the filter itself', () => {
    const selected = selectedClauses({ species: ['11'], in_stock: ['1'] }, facts);
    const aggs = facetAggregations({ selected, facts, whole: new Set() });
    const wanted = contract('P2')['aggs'] as Record<string, unknown>;
    // The contract's example abbreviates the stock clause; the shop sends it in full.
    const text = JSON.stringify(aggs).replaceAll(
      JSON.stringify(inStock),
      JSON.stringify({
        bool: {
          minimum_should_match: 1,
          should: [{ terms: { 'stock.global.state': ['in_stock', 'in_limited_stock'] } }],
        },
      }),
    );
    const found = JSON.parse(text) as Record<string, unknown>;
    for (const key of ['total', 'brand', 'species', 'in_stock']) {
      expect(unordered(found[key]), key).toEqual(unordered(onProduct(wanted[key])));
    }
  });

  it('SRCH-05 loyalty rules are counted only within the customer’s own', () => {
    const aggs = facetAggregations({ selected: new Map(), facts, whole: new Set() });
    expect(aggs['loyalty_rule']).toMatchObject({ aggs: contract('P2-loyalty') });
  });

  it('SRCH-01 lists sort by name, recommended price, net price of the price lists and net price of the role', () => {
    const facts = { hasText: false, pricing: ownLists, today, hasTimeline: true };
    expect(sortOf('name_desc', facts)).toEqual(Object.values(contract('sort-name')));
    expect(sortOf('pvi_asc', facts)).toEqual(Object.values(contract('sort-pvi')));
    // A price of zero counts as missing and comes last (PRICE-02): this clause is the only one that the contract lacks.
    const isPriced = ',{"range":{"net_prices.value":{"gt":0}}}';
    const byNet = JSON.stringify(sortOf('net_asc', facts));
    expect(byNet).toContain(isPriced);
    expect(JSON.parse(byNet.replace(isPriced, ''))).toEqual(Object.values(contract('sort-net-n')));
    expect(byTimeline('asc', ownLists, today)).toEqual(sortOf('net_asc', facts));
    expect(sortOf('net_asc', { ...facts, hasTimeline: false })).toEqual(
      Object.values(contract('sort-net-r')),
    );
  });

  it('SRCH-02 the request for spelling suggestions allows one error at gram size 4', () => {
    same(spellingBody('amoxiciline chien'), 'P4');
  });

  it('SRCH-04 the request for suggestions while typing searches for prefixes of names and descriptions', () => {
    same(productSuggestBody('exempla'), 'P5');
    same(categorySuggestBody('antib'), 'C5');
    same(labelsBody({ species: ['11', '12'] }), 'P5b');
  });

  it('PROD-01 a product is found by its current or old key, and the SKU selects the variant', () => {
    same(productBody('exemplamox-comprimes', 'EXM250-20'), 'P6');
    same(byIds([4711, 4712, 5020]), 'P7');
    const vectors = {
      characteristics: [0.12, 0.81, 0.05, 0.57],
      description: [0.44, 0.1, 0.31, 0.83],
    };
    same(similarBody('exemplamox-comprimes', vectors), 'P16');
    same(bareKeyBody('exemplamox'), 'P18');
  });

  it('CAT-01 a category is found by its key and includes its subtree', () => {
    same(categoryBody('medicaments/antibiotiques'), 'C3');
    expect(inCategory(31)).toEqual(contract('category-filter'));
  });

  it('PROM-01 queries for promotions valid today, for those ending this month and for special offers equal the contract', () => {
    expect(promotionNow(today, visitor)).toEqual(contract('clause-promo'));
    const ending = promotionEnding(today, visitor) as { bool: { should: unknown[] } };
    expect(ending.bool.should[0]).toEqual(contract('clause-ending'));
    expect({ bool: { filter: [specialNow(today)] } }).toEqual(contract('P11')['query']);
    expect(mapped(bySpecialSequence(today))).toEqual(contract('P11')['sort']);
  });

  it('SRCH-05 clauses for groups, rules, stock and options equal those of the contract', () => {
    expect(groupIn([4, 9])).toEqual(contract('clause-vetgroup'));
    expect(ruleIn([31, 32], today)).toEqual(contract('clause-rule'));
    expect(inStock).toEqual(contract('clause-stock'));
    expect(optionIn('species_option_ids', [11])).toEqual(contract('clause-option'));
    same(programsBody(today), 'L1');
  });

  it('CMS-08 the sitemap query continues after the last key', () => {
    same(sitemapBody('products', ['exemplamox-comprimes']), 'sitemap');
  });
});
