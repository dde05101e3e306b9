/**
 * Sort options, net prices and special offers on every available engine (contract/search.md 7.3). Tests check order and
 * counts, never scores.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  engines,
  idsOf,
  LoadedEngine,
  LOADING_MS,
  type ErrorAnswer,
} from '../../support/search-fixture/engine';
import { active, BY_ID, VARIANTS } from '../../support/search-fixture/queries';

const PRODUCTS = 'products_fr_be';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'sort');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    const PRICED = {
      terms: {
        url_key: ['prix-zero-fr', 'prix-deux-temps-fr', 'prix-bas-fr', 'prix-inconnu-fr'],
      },
    };
    const keysBy = async (sort: unknown, query: unknown = PRICED) => {
      const answer = await engine.search(PRODUCTS, { query, sort, _source: ['url_key'] });
      return answer.body.hits.hits.map(({ _source }) => String(_source?.['url_key']));
    };

    it('SRCH-01 the indicative price sorts zero first ascending, and missing prices last both ways', async () => {
      const by = (order: string) => [
        { indicated_price: { order, missing: '_last', unmapped_type: 'double' } },
        ...BY_ID,
      ];
      expect(await keysBy(by('asc'))).toEqual([
        'prix-zero-fr',
        'prix-bas-fr',
        'prix-deux-temps-fr',
        'prix-inconnu-fr',
      ]);
      expect(await keysBy(by('desc'))).toEqual([
        'prix-deux-temps-fr',
        'prix-bas-fr',
        'prix-zero-fr',
        'prix-inconnu-fr',
      ]);
    });

    const netOn = (day: string) => [
      {
        'net_prices.value': {
          order: 'asc',
          mode: 'min',
          missing: '_last',
          nested: {
            path: 'net_prices',
            filter: {
              bool: {
                filter: [
                  { term: { 'net_prices.gross': '12' } },
                  { term: { 'net_prices.discount': '7' } },
                  { term: { 'net_prices.offers': true } },
                  { range: { 'net_prices.value': { gt: 0 } } },
                ],
                must_not: [
                  { range: { 'net_prices.date_start': { gt: day } } },
                  { range: { 'net_prices.date_end': { lt: day } } },
                ],
              },
            },
          },
        },
      },
      { id: { order: 'asc' } },
    ];

    it('PRICE-01 sorting by net price uses the prices of this day and this customer', async () => {
      const july = await engine.search(PRODUCTS, { query: PRICED, sort: netOn('2026-07-31') });
      const august = await engine.search(PRODUCTS, { query: PRICED, sort: netOn('2026-08-01') });
      const prices = (answer: typeof july) => answer.body.hits.hits.map(({ sort }) => sort?.[0]);
      expect(prices(july).slice(0, 2)).toEqual([9.99, 36]);
      expect(prices(august).slice(0, 2)).toEqual([9.99, 12]);
      // A price of zero means on request: it counts as missing, not as the cheapest (PRICE-02).
      expect(prices(july)).not.toContain(0);
    });

    it('PRICE-02 without a price list of the customer, sorting uses the price of the role', async () => {
      const field = 'price_by_pricelist.default.value';
      const by = { [field]: { order: 'desc', missing: '_last', unmapped_type: 'double' } };
      expect(await keysBy([by, ...BY_ID])).toEqual([
        'prix-deux-temps-fr',
        'prix-bas-fr',
        'prix-zero-fr',
        'prix-inconnu-fr',
      ]);
    });

    it('SRCH-01 names sort without regard to accents and case', async () => {
      const query = { terms: { url_key: ['etoile-fr', 'zinc-fr', 'doxamyl-fr', 'fusidal-fr'] } };
      const by = (order: string) => [
        { 'name.sortable': { order, missing: '_last', unmapped_type: 'keyword' } },
        ...BY_ID,
      ];
      expect(await keysBy(by('asc'), query)).toEqual([
        'doxamyl-fr',
        'etoile-fr',
        'fusidal-fr',
        'zinc-fr',
      ]);
    });

    it('PROM-01 special offers sort by the sequence of the offer that is valid today', async () => {
      const answer = await engine.search(PRODUCTS, {
        size: 12,
        query: {
          bool: {
            filter: [
              { nested: { path: 'specials', ignore_unmapped: true, query: active('specials') } },
            ],
          },
        },
        collapse: VARIANTS,
        sort: [
          {
            'specials.sequence': {
              order: 'asc',
              mode: 'min',
              missing: '_last',
              nested: { path: 'specials', filter: active('specials') },
            },
          },
          ...BY_ID,
        ],
        _source: ['url_key'],
      });
      expect(answer.body.hits.hits.map(({ _source }) => _source?.['url_key'])).toEqual([
        'special-premier-fr',
        'exemplamox-fr',
        'special-dernier-fr',
      ]);
    });

    it('SRCH-01 sorting by an unknown field is an error unless its type is given', async () => {
      const refused = await engine.search<ErrorAnswer>(PRODUCTS, { sort: [{ unknown: 'asc' }] });
      expect(refused.status).toBe(400);
      expect(refused.body.error.root_cause[0]?.reason).toContain('No mapping found for [unknown]');
      const allowed = await engine.search(PRODUCTS, {
        size: 1,
        sort: [{ unknown: { order: 'asc', unmapped_type: 'long' } }, ...BY_ID],
      });
      expect(idsOf(allowed)).toEqual([4711]);
    });
  });
}
