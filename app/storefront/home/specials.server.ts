/**
 * Special offers (contract/search.md 3.11): those valid today, in the ERP's sequence. The validated response is cached
 * for one minute per locale. All customers share this response; a supplier account gets one with its own products only.
 * Prices and ordering rights are computed per request and never cached.
 */
import { cardOf, readCardWires, readerOf } from '~/catalogue/products/card.server';
import type { ProductCard } from '~/catalogue/products/product';
import { specialEnds } from '~/catalogue/products/special-ends.server';
import { ownSupplierId, withinSupplier } from '~/catalogue/products/supplier-scope.server';
import { cardFields, type CardWire } from '~/catalogue/products/wire/card-wire.server';
import { specialNow } from '~/storefront/search/query/clauses.server';
import { bySpecialSequence } from '~/storefront/search/query/sort.server';
import type { PageRequest } from '~/base/page/page';
import { dayOf, type Day } from '~/base/kernel/day';

export interface Offer {
  card: ProductCard;
  /** Last day of the offer; null if it has no end. */
  until: Day | null;
}

const minute = 60_000;

interface Special {
  wire: CardWire;
  until: Day | null;
}

export async function findSpecials(page: PageRequest, count: number): Promise<readonly Offer[]> {
  const { context, locale } = page;
  const today = dayOf(context.clock.now());
  const specials = await context.cache.get<readonly Special[]>(
    `specials:${locale}:${today}:${count}:${ownSupplierId(page) ?? ''}`,
    { freshMs: minute },
    async () => {
      const answer = await context.search.search(locale, {
        index: 'products',
        operation: 'special offers',
        body: withinSupplier(page, {
          size: count,
          timeout: '2s',
          track_total_hits: false,
          _source: [...cardFields, 'specials'],
          query: { bool: { filter: [specialNow(today)] } },
          collapse: { field: 'url_key' },
          sort: bySpecialSequence(today),
        }),
      });
      const ends = specialEnds(answer.hits, today);
      return readCardWires(answer.hits, context).map((wire) => ({
        wire,
        until: ends.get(wire.id) ?? null,
      }));
    },
  );
  const reader = readerOf(page);
  return specials.map(({ wire, until }) => ({ card: cardOf(wire, reader), until }));
}
