/**
 * Special offers (contract/search.md 3.11): active today, by sequence. The engine's answer, checked, is the same
 * for everyone and kept for a minute per locale; what a customer sees of it (prices, rights) is read out of
 * it for each request and never kept.
 */
import { z } from 'zod';
import { cardOf, readCardWires, readerOf } from '~/features/catalogue/card.server';
import type { ProductCard } from '~/features/catalogue/product';
import { cardFields, type CardWire } from '~/features/catalogue/wire/card-wire.server';
import { day, list } from '~/erp/wire-fields.server';
import { specialNow } from '~/features/search/query/clauses.server';
import { bySpecialSequence } from '~/features/search/query/sort.server';
import type { PageRequest } from '~/page/page';
import { dayOf, isWithin, type Day } from '~/kernel/day';

export interface Offer {
  card: ProductCard;
  /** Last day of the offer; null: no end is set. */
  until: Day | null;
}

const minute = 60_000;

const SpecialsWire = z.object({
  specials: list(z.object({ date_start: day, date_end: day })),
});

/** The first end among the specials that hold today. */
function untilOf(source: unknown, today: Day): Day | null {
  const wire = SpecialsWire.safeParse(source);
  if (!wire.success) return null;
  const ends = wire.data.specials
    .filter((special) => isWithin({ start: special.date_start, end: special.date_end }, today))
    .flatMap(({ date_end }) => (date_end === null ? [] : [date_end]))
    .sort();
  return ends[0] ?? null;
}

interface Special {
  wire: CardWire;
  until: Day | null;
}

export async function findSpecials(page: PageRequest, count: number): Promise<readonly Offer[]> {
  const { context, locale } = page;
  const today = dayOf(context.clock.now());
  const specials = await context.cache.get<readonly Special[]>(
    `specials:${locale}:${today}:${count}`,
    { freshMs: minute },
    async () => {
      const answer = await context.search.search(locale, {
        index: 'products',
        operation: 'special offers',
        body: {
          size: count,
          timeout: '2s',
          track_total_hits: false,
          _source: [...cardFields, 'specials'],
          query: { bool: { filter: [specialNow(today)] } },
          collapse: { field: 'url_key' },
          sort: bySpecialSequence(today),
        },
      });
      return answer.hits.flatMap((hit) =>
        readCardWires([hit]).map((wire) => ({ wire, until: untilOf(hit._source, today) })),
      );
    },
  );
  const reader = readerOf(page);
  return specials.map(({ wire, until }) => ({ card: cardOf(wire, reader), until }));
}
