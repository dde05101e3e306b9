/**
 * Looks up products of an order, list or quotation in the catalogue. A product is present, gone (no index of any
 * language has its document), or unknown (search is unavailable, or its document does not parse). A product that is
 * gone may not be ordered; an unknown one may.
 */
import { locales, type Locale } from '~/base/i18n/locales';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { PageRequest } from '~/base/page/page';
import type { SearchAnswer } from '../../../server/upstream/search/search-client';
import { cardOf, cardsOf, nameOf, readerOf } from './card.server';
import { byIds, findCards, findCardWires } from './cards.server';
import type { Products } from './order-block';
import type { ProductCard } from './product';
import { isSeenBy } from './supplier-scope.server';
import { wireCache } from './wire-cache.server';
import { checkedWire } from './wire/checked-wire.server';
import type { CardWire } from './wire/card-wire.server';

/** Search result in the other languages' indices, for ids that the index of the page's language lacks. */
interface Elsewhere {
  wires: ReadonlyMap<number, CardWire>;
  /** Ids for which an index has a document, valid or not. */
  held: ReadonlySet<number>;
  /** The index has documents. An empty index is still being filled, and proves no product gone. */
  isFilled: boolean;
  /** The result is complete: no permission, index or shard was missing. */
  isWhole: boolean;
}

const chunkSize = 200;

const idOf = (source: unknown): number | null =>
  typeof source === 'object' && source !== null && 'id' in source && typeof source.id === 'number'
    ? source.id
    : null;

async function askIndex(
  page: PageRequest,
  locale: Locale,
  ids: readonly number[],
): Promise<Elsewhere> {
  const chunks = Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_, at) =>
    byIds(ids.slice(at * chunkSize, (at + 1) * chunkSize)),
  );
  const any = { size: 1, timeout: '2s', _source: ['id'], query: { match_all: {} } };
  const answers = await page.context.search.searchMany(
    locale,
    [any, ...chunks].map((body) => ({
      index: 'products' as const,
      operation: 'missing products',
      allowPartial: false,
      body,
    })),
    { signal: page.request.signal },
  );
  const [first, ...rest] = answers.map((answer) => {
    if (isUpstreamFailure(answer)) throw answer;
    return answer as SearchAnswer;
  });
  const hits = rest.flatMap((answer) => answer.hits);
  const wires = hits.flatMap((hit) => checkedWire(hit, page.context) ?? []);
  const kept = wireCache({ context: page.context, locale });
  for (const wire of wires) kept.keep(wire);
  return {
    wires: new Map(wires.map((wire) => [wire.id, wire])),
    held: new Set(hits.flatMap(({ _source }) => idOf(_source) ?? [])),
    isFilled: (first?.hits ?? []).length > 0,
    isWhole: rest.every(({ incomplete, withheld }) => !incomplete && !withheld),
  };
}

/** Searches the indices of all languages. While one of them is unavailable, no product counts as gone. */
async function lookElsewhere(page: PageRequest, ids: readonly number[]) {
  const found = new Map<number, CardWire>();
  const none = { found, gone: new Set<number>() };
  try {
    const others = await Promise.all(locales.map((locale) => askIndex(page, locale, ids)));
    for (const { wires } of others) for (const [id, wire] of wires) found.set(id, wire);
    if (!others.every(({ isWhole }) => isWhole) || !others.some(({ isFilled }) => isFilled))
      return none;
    return { found, gone: new Set(ids.filter((id) => !others.some(({ held }) => held.has(id)))) };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'cards.unavailable', service: error.service, cards: ids.length },
      'the catalogue does not say whether products are still sold',
    );
    return none;
  }
}

/**
 * Looks up products by id. Throws UpstreamFailure when search is unavailable. `fresh` bypasses the cache (30 s
 * otherwise), for the moment at which an order is placed.
 */
export async function findProducts(
  page: PageRequest,
  ids: readonly number[],
  { fresh = false }: { fresh?: boolean } = {},
): Promise<Products> {
  const { signal } = page.request;
  const wires = await findCardWires(page, ids, { signal, fresh });
  const reader = readerOf(page);
  const cards = new Map(cardsOf(wires, reader).map((card) => [card.id, card]));
  const known = new Set(wires.map(({ id }) => id));
  const kept = wireCache(page);
  const missing = [...new Set(ids)].filter((id) => id > 0 && !known.has(id));
  const gone = new Set(fresh ? [] : missing.filter(kept.isGone));
  // People of a supplier see only their company's products and cannot order the others.
  for (const { id } of wires) if (!cards.has(id)) gone.add(id);
  const asked = missing.filter((id) => !gone.has(id));
  if (asked.length === 0) return { cards, gone };
  const elsewhere = await lookElsewhere(page, asked);
  for (const [id, wire] of elsewhere.found)
    if (isSeenBy(wire, reader.customer)) cards.set(id, { ...cardOf(wire, reader), urlKey: null });
    else gone.add(id);
  for (const id of elsewhere.gone) {
    gone.add(id);
    kept.keepGone(id);
  }
  return { cards, gone };
}

/**
 * Like `findProducts`, for a page that works without it: null when search is unavailable, so that all products are
 * unknown.
 */
export async function findProductsOrNone(
  page: PageRequest,
  ids: readonly number[],
  options: { fresh?: boolean } = {},
): Promise<Products | null> {
  try {
    return await findProducts(page, ids, options);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'cards.unavailable', service: error.service, cards: ids.length },
      'products are shown without the catalogue',
    );
    return null;
  }
}

/** The last known data of a product that is gone or cannot be looked up now. */
interface LastKnown {
  name: string;
  sku: string | null;
}

/** The last known products in this instance's cache, by id; others are known by their number only. */
export function lastKnown(
  page: PageRequest,
  ids: readonly number[],
): ReadonlyMap<number, LastKnown> {
  const { customer } = readerOf(page);
  const memories = [page.locale, ...locales].map((locale) =>
    wireCache({ context: page.context, locale }),
  );
  return new Map(
    ids.flatMap((id) => {
      const wire = memories.flatMap((memory) => memory.last(id) ?? []).at(0);
      if (!wire || !isSeenBy(wire, customer)) return [];
      return [[id, { name: nameOf(wire), sku: wire.sku }] as const];
    }),
  );
}

const isAtHand = ({ stock, orderable }: ProductCard): boolean =>
  orderable.ok && (stock === 'in_stock' || stock === 'in_limited_stock');

/** For each product that is not sold, by id: its first substitute that is in stock. */
export async function findReplacements(
  page: PageRequest,
  cards: readonly ProductCard[],
): Promise<ReadonlyMap<number, ProductCard>> {
  const ids = cards.flatMap(({ substitutes }) => substitutes);
  if (ids.length === 0) return new Map();
  const found = await findCards(page, ids);
  return new Map(
    cards.flatMap(({ id, substitutes }) => {
      const card = substitutes.flatMap((one) => found.get(one) ?? []).find(isAtHand);
      return card ? [[id, card] as const] : [];
    }),
  );
}
