/** Recommended retail prices of a list (contract/search.md 3.3): displayed when the list is sorted by them. */
import { z } from 'zod';
import { euros, id, maybe } from '~/base/erp/wire-fields.server';
import { toCents, type Cents } from '~/base/kernel/money';
import { factsByProduct } from './facts-by-product.server';

export const indicatedPriceField = 'indicated_price';

const PriceWire = z.object({ id, [indicatedPriceField]: maybe(euros) });

/** Prices by product id; products without one are omitted. */
export const indicatedPrices = (
  hits: readonly { _source: unknown }[],
): ReadonlyMap<number, Cents> =>
  factsByProduct(hits, PriceWire, ({ [indicatedPriceField]: price }) =>
    price === null ? null : toCents(price),
  );
