/**
 * Cards by id and by code (contract/search.md 3.7): for the lines of carts, wishlists, orders and statistics, and for
 * typed or scanned codes. Hits are not collapsed, because two lines may be variants of one group.
 */
import type { PageRequest } from '~/base/page/page';
import type { SearchAnswer } from '../../../server/upstream/search/search-client';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { cardsOf, readCardWires, readerOf } from './card.server';
import { wireCache } from './wire-cache.server';
import { cardFields, type CardWire } from './wire/card-wire.server';
import { mapInTurns } from '~/base/page/in-turns.server';
import { readProductCode, squeezedCode, type ReadCodes } from './codes/product-code';
import type { ProductCard } from './product';

const chunkSize = 200;
/** Codes per query: their hits stay below the response size limit even with every price tier. */
const codesPerQuery = 250;
/** Codes per call; a file of five thousand lines takes a few calls. */
const codesPerCall = 1_000;
/** Timeout for typed or scanned codes, in milliseconds; longer than for a list. */
const codesPatienceMs = 6_000;

export const byIds = (ids: readonly number[]) => ({
  size: ids.length,
  timeout: '2s',
  track_total_hits: false,
  _source: cardFields,
  query: { terms: { id: ids } },
});

const codeFields = ['sku', 'barcode', 'cnk_code', 'vendor_product_code'] as const;

/** Query for products with exactly these codes; spaces, dashes and case are ignored. */
const byCodes = (codes: readonly string[]) => ({
  size: Math.min(1000, codes.length * 4),
  timeout: '2s',
  track_total_hits: false,
  _source: cardFields,
  query: {
    bool: {
      minimum_should_match: 1,
      should: codeFields.map((field) => ({ terms: { [`${field}.keyword`]: codes } })),
    },
  },
  sort: [{ id: { order: 'asc' } }],
});

const chunks = <T>(items: readonly T[], size = chunkSize): T[][] => {
  const found: T[][] = [];
  for (let start = 0; start < items.length; start += size) {
    found.push(items.slice(start, start + size));
  }
  return found;
};

function answered(answers: Awaited<ReturnType<PageRequest['context']['search']['searchMany']>>) {
  return answers.map((answer): SearchAnswer => {
    if (isUpstreamFailure(answer)) throw answer;
    return answer as SearchAnswer;
  });
}

/**
 * Returns validated documents of these variants, in the caller's order, without ids that the index does not know.
 * Documents cached recently are not fetched again. They contain the price lists of all customers: `cardOf` reduces them
 * to one caller.
 */
export async function findCardWires(
  page: Pick<PageRequest, 'context' | 'locale'>,
  ids: readonly number[],
  options: { signal?: AbortSignal; fresh?: boolean } = {},
): Promise<CardWire[]> {
  const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
  const kept = wireCache(page);
  const found = new Map(
    wanted.flatMap((id) => {
      const wire = options.fresh ? null : kept.of(id);
      return wire ? [[id, wire] as const] : [];
    }),
  );
  const unknown = wanted.filter((id) => !found.has(id));
  if (unknown.length > 0) {
    for (const wire of await askFor(page, unknown, options)) {
      kept.keep(wire);
      found.set(wire.id, wire);
    }
  }
  return wanted.flatMap((id) => found.get(id) ?? []);
}

async function askFor(
  page: Pick<PageRequest, 'context' | 'locale'>,
  ids: readonly number[],
  options: { signal?: AbortSignal },
): Promise<CardWire[]> {
  const answers = await page.context.search.searchMany(
    page.locale,
    chunks(ids).map((chunk) => ({
      index: 'products' as const,
      operation: 'products by ids',
      allowPartial: false,
      body: byIds(chunk),
    })),
    options,
  );
  return answered(answers).flatMap(({ hits }) => readCardWires(hits, page.context));
}

/**
 * The caller's cards of these variants. Ids that the index does not know, or that a supplier may not see, are absent.
 * Throws UpstreamFailure when search is unavailable: callers that can do without cards show the ERP's texts.
 */
export async function findCards(
  page: PageRequest,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductCard>> {
  const wires = await findCardWires(page, ids, { signal: page.request.signal });
  return new Map(cardsOf(wires, readerOf(page)).map((card) => [card.id, card]));
}

/** Like `findCards`, for a page that works without names and current prices: null when search is unavailable. */
export async function findCardsOrNone(
  page: PageRequest,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductCard> | null> {
  try {
    return await findCards(page, ids);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'cards.unavailable', service: error.service, cards: ids.length },
      'products are shown without the catalogue',
    );
    return null;
  }
}

/** Returns the products that each code may identify (usually one, rarely several), by the code as given. */
export const resolveCodes = async (
  page: PageRequest,
  codes: readonly string[],
): Promise<Map<string, ProductCard[]>> => resolveRead(page, await readCodes(codes));

/** Parses each code into the index keys under which a product may be found. */
export async function readCodes(codes: readonly string[]): Promise<ReadCodes> {
  const read = (code: string) => [code, readProductCode(code)] as const;
  return new Map(await mapInTurns([...new Set(codes)], read));
}

export async function resolveRead(
  page: PageRequest,
  codes: ReadCodes,
): Promise<Map<string, ProductCard[]>> {
  const wanted = [...new Set([...codes.values()].flatMap(({ keys }) => keys))];
  const found = new Map<string, ProductCard[]>();
  const reader = readerOf(page);
  const byCode = new Map<string, ProductCard[]>();
  for (let start = 0; start < wanted.length; start += codesPerCall) {
    const answers = await page.context.search.searchMany(
      page.locale,
      chunks(wanted.slice(start, start + codesPerCall), codesPerQuery).map((chunk) => ({
        index: 'products' as const,
        operation: 'products by codes',
        allowPartial: false,
        body: byCodes(chunk),
      })),
      { signal: page.request.signal, timeoutMs: codesPatienceMs },
    );
    for (const wire of answered(answers).flatMap(({ hits }) => readCardWires(hits, page.context))) {
      const [card] = cardsOf([wire], reader);
      if (!card) continue;
      for (const code of codesOf(wire)) {
        const known = byCode.get(code) ?? [];
        if (!known.some(({ id }) => id === card.id)) byCode.set(code, [...known, card]);
      }
    }
  }
  for (const [code, { keys }] of codes) {
    const key = keys.find((one) => byCode.has(one));
    found.set(code, byCode.get(key ?? '') ?? []);
  }
  return found;
}

const codesOf = (wire: CardWire): Set<string> =>
  new Set(codeFields.flatMap((field) => (wire[field] ? [squeezedCode(wire[field])] : [])));
