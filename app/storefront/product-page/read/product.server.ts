/**
 * Reads one product by its key (contract/search.md 3.6). The index document is cached without prices for half a minute,
 * and each caller's view is built from it. If the search engine is unavailable, the page returns 503, never 404.
 */
import { readDocuments } from '~/base/erp/dropped-documents.server';
import { findLoyaltyPrograms } from '~/catalogue/products/rebates.server';
import { isUnknownStorage } from '~/catalogue/products/storage-text';
import type { PageRequest } from '~/base/page/page';
import type { SearchHit } from '../../../../server/upstream/search/search-client';
import { readerOf } from '~/catalogue/products/card.server';
import type { Product } from '../product-detail';
import { moreVariantsBody, productBody, type Vectors } from './product-query.server';
import {
  productOf,
  sharedProduct,
  type ProductParts,
  type SharedReader,
} from './product-reading.server';
import { ProductWire, VariantWire } from '~/catalogue/products/wire/product-wire.server';

const halfMinuteMs = 30_000;

/**
 * The index document as the engine returned it. It contains the price lists of all customers, so it must not leave this
 * process.
 */
export interface FoundProduct extends ProductParts {
  urlKey: string;
  vectors: Vectors;
}

function vector(hit: SearchHit, field: string): readonly number[] | null {
  const values = hit.fields?.[field];
  if (!Array.isArray(values) || values.length === 0) return null;
  const numbers = values.flat().filter((value): value is number => typeof value === 'number');
  return numbers.length > 0 ? numbers : null;
}

const sharedReader = ({ context, locale, t }: PageRequest): SharedReader => ({
  locale,
  tag: context.site.tags[locale],
  linkRules: context.site,
  words: {
    document: t('catalogue:document.document'),
    notice: t('catalogue:document.notice'),
    video: t('catalogue:document.video'),
    info: t('catalogue:document.info'),
    otherAttributes: t('catalogue:attributes.other'),
  },
});

async function load(page: PageRequest, key: string, sku: string | null) {
  const { search } = page.context;
  const answer = await search.search(page.locale, {
    index: 'products',
    operation: 'product by key',
    allowPartial: false,
    body: productBody(key, sku),
  });
  const [hit] = answer.hits;
  const [wire] = readDocuments(page.context, answer.hits.slice(0, 1), ProductWire);
  if (!hit || !wire || wire.url_key === null) return null;
  const urlKey = wire.url_key;
  const variantsIn = (hits: readonly SearchHit[]): VariantWire[] =>
    readDocuments(page.context, hits, VariantWire);
  const inner = variantsIn(hit.inner_hits?.['variants']?.hits.hits ?? []);
  const missing = (wire.variant_count ?? 0) - inner.length;
  const rest =
    inner.length >= 100 && missing > 0
      ? await search.search(page.locale, {
          index: 'products',
          operation: 'further variants',
          body: moreVariantsBody(urlKey, missing),
        })
      : null;
  const variants = [...inner, ...variantsIn(rest?.hits ?? [])];
  return {
    wire,
    urlKey,
    shared: sharedProduct(wire, variants, sharedReader(page)),
    vectors: {
      characteristics: vector(hit, 'characteristics_vector'),
      description: vector(hit, 'description_vector'),
    },
  };
}

/** Finds a product by its current key or an old one; null if no product has or had this key. */
export const findProduct = (
  page: PageRequest,
  key: string,
  sku: string | null,
): Promise<FoundProduct | null> =>
  page.context.cache.get(
    `product:${page.locale}:${key}:${sku ?? ''}`,
    { freshMs: halfMinuteMs, staleMs: 0 },
    () => load(page, key, sku),
  );

/** The found product as this caller sees it, with the caller's prices and rights. */
export async function viewProduct(page: PageRequest, found: FoundProduct): Promise<Product> {
  const { id, storage_temperature: storage } = found.wire;
  if (isUnknownStorage(storage)) {
    const event = { event: 'catalogue.unknown_code', product: id, field: 'storage', code: storage };
    page.context.log.warn(event, 'a code of the index has no text');
  }
  return productOf(found, {
    ...readerOf(page),
    programNames: await findLoyaltyPrograms(page),
  });
}
