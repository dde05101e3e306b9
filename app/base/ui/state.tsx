import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';

export type StockState =
  'in_stock' | 'in_limited_stock' | 'resupplying' | 'out_of_stock' | 'supplier_out_of_stock';

/** Displays the stock state as a word and a shape; the colour adds no information. */
export function Stock({ state }: { state: StockState }) {
  const { t } = useShop();
  return (
    <span className="stock" data-state={state}>
      {t(`common:stock.${state}`)}
    </span>
  );
}

/** Displays the state of an order, invoice or quotation: the caller provides the word, `state` selects the shape. */
export function State({
  state,
  children,
}: {
  state:
    | 'sent'
    | 'partial'
    | 'done'
    | 'accepted'
    | 'waiting_acceptation'
    | 'draft'
    | 'cancel'
    | 'pending'
    | 'refused';
  children: ReactNode;
}) {
  return (
    <span className="state" data-state={state}>
      {children}
    </span>
  );
}
