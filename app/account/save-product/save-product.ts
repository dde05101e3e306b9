/** Saves a product for later (PROD-03): to a wishlist, to a quotation, or as an alert until its promotion ends. */
import type { ProductCard } from '~/catalogue/products/product';
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import { shownAgain } from '~/base/kernel/quantity';

export interface SavePlace {
  id: number;
  name: string;
  /** Pieces of the product that it already contains; null when none. */
  present: number | null;
}

export const saveKinds = ['list', 'quotation'] as const;
export type SaveKind = (typeof saveKinds)[number];

/** Value of the product page's `keep` buttons. */
export const keepValue = (kind: SaveKind, productId: number): string => `${kind}.${productId}`;

/**
 * The address that such a button redirects to, with the entered quantity, valid or not. Null when no such button was
 * used.
 */
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

/** An existing alert can always be switched off; a new one needs a promotion with an end for this customer. */
export const offersAlert = (card: ProductCard, alert: boolean | null): alert is boolean =>
  alert === true || (alert === false && promotionEnd(card) !== null);
