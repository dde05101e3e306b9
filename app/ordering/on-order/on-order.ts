/** Products ordered but not delivered yet, and the rules for cancelling backordered pieces. */
import type { Family } from '~/catalogue/products/product';
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import { pagedAddress, readPaging, type Paging } from '~/base/ui/page/paging';

export const families = ['meds', 'food', 'equipment'] as const satisfies readonly Family[];

/** Filter of the list: everything; backorders and made-to-order products; made-to-order products only. */
export const kinds = ['all', 'waiting', 'mto'] as const;
export type Kind = (typeof kinds)[number];

export interface OnOrderLine {
  id: number;
  productId: number;
  description: string;
  orderRef: string;
  reference: string | null;
  orderedAt: Date | null;
  ordered: number;
  toDeliver: number;
  inBackorder: number;
  isMadeToOrder: boolean;
  /** Backordered pieces whose cancellation was requested here and is not carried out yet. */
  asked: number;
}

export interface OnOrderQuery extends Paging {
  kind: Kind;
  /** Product families to list; empty: all families. */
  families: readonly Family[];
}

export function readOnOrderQuery(params: URLSearchParams): OnOrderQuery {
  const chosen = new Set(params.getAll('family'));
  return {
    ...readPaging(params),
    kind: kinds.find((one) => one === params.get('show')) ?? 'all',
    families: families.filter((family) => chosen.has(family)),
  };
}

export function onOrderAddress(locale: Locale, query: OnOrderQuery): string {
  const filters = new URLSearchParams();
  if (query.kind !== 'all') filters.set('show', query.kind);
  for (const family of query.families) filters.append('family', family);
  return pagedAddress(links.productsOnOrder(locale), filters, query);
}

/** Whole backordered pieces without a requested cancellation. Made-to-order products cannot be cancelled (BACK-01). */
export const cancellable = (
  line: Pick<OnOrderLine, 'inBackorder' | 'isMadeToOrder' | 'asked'>,
): number => (line.isMadeToOrder ? 0 : Math.max(0, Math.floor(line.inBackorder) - line.asked));
