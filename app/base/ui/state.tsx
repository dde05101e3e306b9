import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';

export const stockStates = [
  'in_stock',
  'in_limited_stock',
  'resupplying',
  'out_of_stock',
  'supplier_out_of_stock',
] as const;
export type StockState = (typeof stockStates)[number];

/** Stock as word and shape; colour says it once more. */
export function Stock({ state }: { state: StockState }) {
  const { t } = useShop();
  return (
    <span className="stock" data-state={state}>
      {t(`common:stock.${state}`)}
    </span>
  );
}

/** A document's state; the word comes from its own feature, the shape from `state`. */
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
