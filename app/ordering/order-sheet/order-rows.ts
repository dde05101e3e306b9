/** Rows of an order sheet: cards, quantities in the cart, and the input of a redisplayed form. */
import { isBlank, sheetLine, useSheetAnswer } from './sheet';
import { useShop } from '~/base/page/shop';
import type { OrderRow } from './order-sheet';
import type { ProductCard } from '~/catalogue/products/product';

export function useOrderRows(
  cards: readonly ProductCard[],
  inCart: ReadonlyMap<number, number>,
  substitutes?: ReadonlyMap<number, readonly ProductCard[]>,
  /** Products that lists higher up in the same form also contain. Those lists display the customer's input for them. */
  above?: ReadonlySet<number>,
): OrderRow[] {
  const { t } = useShop();
  const answer = useSheetAnswer();
  const rowOf = (card: ProductCard): OrderRow => {
    const line = above?.has(card.id) ? null : sheetLine(answer, card.id);
    return {
      card,
      inCart: inCart.get(card.id),
      ...(line ? { typed: line.typed } : {}),
      ...(line?.proposed ? { proposed: Number(line.proposed) } : {}),
      isPressed: answer?.pressed === card.id,
      ...(line?.refusal ? { error: t(`cart:sheet.refusal.${line.refusal}`) } : {}),
    };
  };
  return cards.map((card) => ({
    ...rowOf(card),
    substitutes: substitutes && (substitutes.get(card.id) ?? []).map(rowOf),
  }));
}

/** Rows with initial quantities, unless the page's address requests empty fields. */
export function useFilledRows(
  rows: readonly OrderRow[],
  quantityOf: (row: OrderRow) => number | undefined,
): readonly OrderRow[] {
  const { here } = useShop();
  return isBlank(here) ? rows : rows.map((row) => ({ ...row, proposed: quantityOf(row) }));
}
