/** Rows of an order sheet: cards, what is in the cart, and what a form that came back had typed. */
import { sheetLine, useSheetAnswer } from './sheet';
import { useShop } from '~/page/shop';
import type { OrderRow } from './order-sheet';
import type { ProductCard } from '~/features/catalogue/product';

export function useOrderRows(
  cards: readonly ProductCard[],
  inCart: ReadonlyMap<number, number>,
  substitutes?: ReadonlyMap<number, readonly ProductCard[]>,
): OrderRow[] {
  const { t } = useShop();
  const answer = useSheetAnswer();
  const rowOf = (card: ProductCard): OrderRow => {
    const line = sheetLine(answer, card.id);
    return {
      card,
      inCart: inCart.get(card.id),
      ...(line ? { typed: line.typed } : {}),
      ...(line?.refusal ? { error: t(`cart:sheet.refusal.${line.refusal}`) } : {}),
    };
  };
  return cards.map((card) => ({
    ...rowOf(card),
    substitutes: substitutes && (substitutes.get(card.id) ?? []).map(rowOf),
  }));
}
