import { FillLink, OrderSheet, type SheetPlace } from '~/ordering/order-sheet/order-sheet';
import { useFilledRows, useOrderRows } from '~/ordering/order-sheet/order-rows';
import { isBlank } from '~/ordering/order-sheet/sheet';
import { useShop } from '~/base/page/shop';
import { valueOr, type Block } from '~/base/page/optional';
import type { DueCard } from './due.server';

/**
 * Products due for reorder, as an order sheet with their usual quantities filled in, so that one submit puts all of
 * them in the cart (ACC-02).
 */
export function DueSheet({
  found,
  inCart,
  within,
}: {
  found: Block<readonly DueCard[]>;
  inCart: ReadonlyMap<number, number>;
  within?: SheetPlace | undefined;
}) {
  const { t, formats, here } = useShop();
  const due = valueOr(found, []);
  const base = useOrderRows(
    due.map(({ card }) => card),
    inCart,
  );
  const pieces = new Map(due.map((one) => [one.card.id, one.due.pieces]));
  // Products already in the cart are not proposed again.
  const filled = useFilledRows(base, ({ card, inCart: has }) =>
    has ? undefined : pieces.get(card.id),
  );
  // Reports a failure: without a message, an empty list would suggest that nothing is due.
  if (!found.ok)
    return (
      <section className="sheet" id="due-again">
        <div className="sheet-tools">
          <h2>{t('home:due.title')}</h2>
          <span className="muted">{t('home:unavailable')}</span>
        </div>
      </section>
    );
  if (due.length === 0) return null;
  const rows = filled.map((row, position) => {
    const product = due[position]?.due;
    if (!product) return row;
    const { lastOn, dueOn } = product;
    const note = t('home:due.row', {
      last: formats.dayMonth(lastOn),
      due: formats.dayMonth(dueOn),
    });
    return { ...row, note };
  });
  return (
    <OrderSheet
      rows={rows}
      title={t('home:due.title')}
      note={isBlank(here) ? <FillLink /> : t('home:due.note')}
      id="due-again"
      within={within}
    />
  );
}
