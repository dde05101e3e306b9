/** The last day of special offers (contract/search.md 3.11). */
import { z } from 'zod';
import { bound, id, list } from '~/base/erp/wire-fields.server';
import { factsByProduct } from './facts-by-product.server';
import { isWithin, type Day } from '~/base/kernel/day';

const SpecialsWire = z.object({
  id,
  specials: list(z.object({ date_start: bound, date_end: bound })),
});

/** The earliest end among the document's specials that apply today; null when none has an end. */
function endOf({ specials }: z.infer<typeof SpecialsWire>, today: Day): Day | null {
  const ends = specials
    .filter((special) => isWithin({ start: special.date_start, end: special.date_end }, today))
    .flatMap(({ date_end }) => (date_end === null ? [] : [date_end]))
    .sort();
  return ends[0] ?? null;
}

/** The last day of today's special offers, by product id; those without an end are omitted. */
export const specialEnds = (
  hits: readonly { _source: unknown }[],
  today: Day,
): ReadonlyMap<number, Day> => factsByProduct(hits, SpecialsWire, (wire) => endOf(wire, today));
