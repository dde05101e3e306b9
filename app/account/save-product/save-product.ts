/** Keeping a product for later (PROD-03): on a list, on a quotation, or watched until its promotion ends. */
import type { ProductCard } from '~/catalogue/products/product';
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import { shownAgain } from '~/base/kernel/quantity';

export interface SavePlace {
  id: number;
  name: string;
  /** Pieces of the product that are there already. */
  present: number | null;
}

export const saveKinds = ['list', 'quotation'] as const;
export type SaveKind = (typeof saveKinds)[number];

/** Of the product page's buttons `keep`. */
export const keepValue = (kind: SaveKind, productId: number): string => `${kind}.${productId}`;

/** Where such a button leads: the quantity that stands beside it goes along, right or wrong. Null: it is none. */
export function keepingAddress(locale: Locale, form: URLSearchParams): string | null {
  const [, kind, id = ''] = /^(list|quotation)\.([1-9]\d{0,9})$/.exec(form.get('keep') ?? '') ?? [];
  if (kind === undefined) return null;
  const typed = shownAgain(form.get(`q.${id}`) ?? '');
  const quantity = typed === '' ? '' : `&n=${encodeURIComponent(typed)}`;
  return `${links.saveProduct(locale, Number(id))}${quantity}#${kind}`;
}

/** The last day of the product's promotion, if it has one. */
export const promotionEnd = (card: ProductCard) =>
  card.price?.offer?.until ?? card.price?.freePieces?.until ?? null;

/** An alert can be taken back always, and asked for where this customer has a promotion with an end. */
export const offersAlert = (card: ProductCard, alert: boolean | null): alert is boolean =>
  alert === true || (alert === false && promotionEnd(card) !== null);
