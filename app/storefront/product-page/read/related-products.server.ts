/**
 * Data next to a product: linked products (contract/search.md 3.17), similar products (3.16) and the customer's usual
 * orders (contract/erp.md 19.4). All of it is optional: a part that fails is left out.
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { cachedCallMs, loadOptionalBlock, valueOr } from '~/base/page/optional';
import type { PageRequest } from '~/base/page/page';
import { cachedForCustomer } from '~/base/page/session-cache.server';
import { dayFrom } from '~/base/kernel/wire-date';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { cardsOf, readCardWires, readerOf } from '~/catalogue/products/card.server';
import { findCardWires } from '~/catalogue/products/cards.server';
import type { ProductCard } from '~/catalogue/products/product';
import type { Consumption, RelatedProducts } from '../product-detail';
import { similarBody } from './product-query.server';
import type { CardWire } from '~/catalogue/products/wire/card-wire.server';
import type { FoundProduct } from './product.server';

const hourMs = 3_600_000;
const tenMinutesMs = 600_000;
/** Cache duration in milliseconds, the same as for the product itself. */
const halfMinuteMs = 30_000;
const linksPerKind = 12;
/** Number of similar products that the page shows; few, so that the page loads quickly over a slow connection. */
const mostSimilar = 6;

/**
 * Validated documents of similar products without prices, cached for ten minutes because parsing costs more than
 * pricing. The failure of an engine that lacks vector search is cached for the same time.
 */
async function similarWires(page: PageRequest, found: FoundProduct): Promise<readonly CardWire[]> {
  const { cache, search, log } = page.context;
  const { vectors, urlKey } = found;
  if (!vectors.characteristics && !vectors.description) return [];
  return cache.get(`similar:${page.locale}:${urlKey}`, { freshMs: tenMinutesMs }, async () => {
    try {
      const answer = await search.search(page.locale, {
        index: 'products',
        operation: 'similar products',
        body: similarBody(urlKey, vectors),
      });
      return readCardWires(answer.hits, page.context);
    } catch (error) {
      if (!isUpstreamFailure(error) || error.status !== 400) throw error;
      log.warn({ event: 'search.no_similarity' }, 'the engine computes no similarity');
      return [];
    }
  });
}

/** Validated documents of linked products, without prices. */
const linkedWires = (
  { context, locale }: PageRequest,
  found: FoundProduct,
  ids: readonly number[],
): Promise<readonly CardWire[]> =>
  context.cache.get(
    `linked:${locale}:${found.wire.id}`,
    { freshMs: halfMinuteMs, staleMs: 0 },
    () => findCardWires({ context, locale }, ids),
  );

export async function findRelatedProducts(
  page: PageRequest,
  found: FoundProduct,
): Promise<RelatedProducts> {
  const { links: named } = found.wire;
  const idsOf = (ids: readonly number[] | undefined): readonly number[] =>
    (ids ?? []).filter((id) => id !== found.wire.id).slice(0, linksPerKind);
  const wanted = {
    substitutes: idsOf(named?.substitutes),
    crossSelling: idsOf(named?.crossSelling),
    upSelling: idsOf(named?.upSelling),
    related: idsOf(named?.related),
  };
  const ids = Object.values(wanted).flat();
  const [links, alike] = await Promise.all([
    loadOptionalBlock(page, 'linked products', () => linkedWires(page, found, ids)),
    loadOptionalBlock(page, 'similar products', () => similarWires(page, found)),
  ]);
  const linked = valueOr(links, []);
  const similar = valueOr(alike, []);
  const reader = readerOf(page);
  const cards = new Map(cardsOf(linked, reader).map((card) => [card.id, card]));
  const pick = (ids: readonly number[]): ProductCard[] => ids.flatMap((id) => cards.get(id) ?? []);
  return {
    substitutes: pick(wanted.substitutes),
    crossSelling: pick(wanted.crossSelling),
    upSelling: pick(wanted.upSelling),
    related: pick(wanted.related),
    similar: cardsOf(similar, reader).slice(0, mostSimilar),
  };
}

const Statistics = z.object({
  average: z.number(),
  months: z.record(z.string(), z.number()),
});

async function readConsumption(
  { context }: Pick<PageRequest, 'context'>,
  productId: number,
): Promise<Consumption | null> {
  const found = await findRecord(
    context,
    {
      path: 'sale_statistics/monthly_ordered/{product_id}',
      params: { product_id: productId },
      timeoutMs: cachedCallMs,
    },
    Statistics,
  );
  if (found === null) return null;
  const months = Object.entries(found.months)
    .flatMap(([month, quantity]) => {
      const first = dayFrom(month);
      return first ? [{ month: first, quantity }] : [];
    })
    .sort((a, b) => a.month.localeCompare(b.month));
  return months.some((month) => month.quantity > 0) ? { average: found.average, months } : null;
}

/**
 * What the customer ordered of this product per month, cached for an hour. Null for guests, if the ERP has no
 * statistics, and for products never ordered.
 */
export async function findConsumption(
  page: PageRequest,
  productId: number,
): Promise<Consumption | null> {
  if (page.context.session.kind === 'guest') return null;
  const block = await loadOptionalBlock(page, 'consumption', () =>
    cachedForCustomer(page, `consumption:${productId}`, hourMs, () =>
      readConsumption(page, productId),
    ),
  );
  return valueOr(block, null);
}
