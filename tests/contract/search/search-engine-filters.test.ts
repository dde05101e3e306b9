/** Filters and their time windows (contract/search.md 2.6) on every available engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  groupsWhere,
  hasOption,
  isStocked,
  nested,
  PROMO,
  ruleClause,
  STOCK,
} from '../../support/search-fixture/clauses';
import { MONTH_END, TODAY } from '../../support/search-fixture/days';
import {
  engines,
  LoadedEngine,
  LOADING_MS,
  type ErrorAnswer,
} from '../../support/search-fixture/engine';

const PRODUCTS = 'products_fr_be';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'filters');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    const keysOf = async (filter: unknown): Promise<string[]> => {
      const answer = await engine.search(PRODUCTS, {
        size: 100,
        query: { bool: { filter: [filter] } },
        collapse: { field: 'url_key' },
        sort: [{ id: { order: 'asc' } }],
        _source: ['url_key'],
      });
      expect(answer.status).toBe(200);
      return answer.body.hits.hits.map(({ _source }) =>
        String(_source?.['url_key']).replace(/-fr$/, ''),
      );
    };

    it('PROM-01 the promotion filter finds promotions that run today, for any customer', async () => {
      expect(await keysOf(PROMO)).toEqual([
        'exemplamox',
        'remise-permanente',
        'remise-jour',
        'remise-veto',
        'gratuit-veto',
      ]);
    });

    it('PROM-01 the filter for promotions ending this month omits offers without an end', async () => {
      const ending = (path: string) =>
        nested(path, {
          bool: {
            filter: [
              { range: { [`${path}.discount_sale`]: { gt: 0 } } },
              { range: { [`${path}.date_end`]: { gte: TODAY, lte: MONTH_END } } },
            ],
            must_not: [{ range: { [`${path}.date_start`]: { gt: TODAY } } }],
          },
        });
      const both = ['supplier_discount', 'supplier_discount_vet'].map(ending);
      expect(await keysOf({ bool: { minimum_should_match: 1, should: both } })).toEqual([
        'exemplamox',
        'remise-jour',
        'remise-veto',
      ]);
    });

    it('PROM-01 all conditions must hold in one offer: a current offer without discount and an expired one do not match together', async () => {
      expect(await keysOf(PROMO)).not.toContain('remise-croisee');
    });

    it('SRCH-01 the filter "in stock" uses the stock state, or the quantity if there is no state', async () => {
      const keys = await keysOf(STOCK);
      expect(keys).toContain('stock-limite');
      expect(keys).toContain('stock-quantite-seule');
      for (const out of ['reappro', 'fournisseur', 'zero-seul', 'inconnu']) {
        expect(keys).not.toContain(`stock-${out}`);
      }
      expect(keys).toHaveLength(groupsWhere(isStocked));
    });

    it('SRCH-05 a loyalty rule without dates, or of another period, does not match', async () => {
      expect(await keysOf(ruleClause([31, 32]))).toEqual(['exemplamox', 'fidelite-ouverte']);
    });

    it('SRCH-05 veterinary groups and rebates are filtered by id', async () => {
      const groupClause = nested('veterinary_groups', {
        terms: { 'veterinary_groups.id': [4, 9] },
      });
      const rebate = nested('loyalty_rules', {
        bool: {
          filter: [
            { terms: { 'loyalty_rules.program_id': [7] } },
            { range: { 'loyalty_rules.time_frame': { gte: TODAY, lte: TODAY } } },
          ],
        },
      });
      expect(await keysOf(groupClause)).toEqual(['exemplamox']);
      expect(await keysOf(rebate)).toEqual(['exemplamox', 'fidelite-autre']);
    });

    it('CAT-01 the filter for a category includes products of its subcategories', async () => {
      const category = (id: number) => nested('categories', { term: { 'categories.id': id } });
      const medicines = await keysOf(category(3));
      expect(medicines).toHaveLength(groupsWhere((doc) => hasOption(doc, 'categories', 3)));
      expect(await keysOf(category(311))).toEqual([
        'exemplamox',
        'amoxi-chien',
        'amoxi-chien-fort',
        'doxamyl',
      ]);
    });

    it('SRCH-01 a filter on an unmapped field matches nothing and counts zero, an unmapped path is ignored', async () => {
      const answer = await engine.search(PRODUCTS, {
        size: 0,
        track_total_hits: true,
        query: {
          bool: { should: [{ term: { unknown: 1 } }, nested('unknown', { match_all: {} })] },
        },
        aggs: { empty: { terms: { field: 'unknown' } } },
      });
      expect(answer.body.hits.total?.value).toBe(0);
      expect(answer.body.aggregations['empty']?.buckets).toEqual([]);
      const refused = await engine.search<ErrorAnswer>(PRODUCTS, {
        query: { nested: { path: 'unknown', query: { match_all: {} } } },
      });
      expect(refused.status).toBe(400);
    });
  });
}
