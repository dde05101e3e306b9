/** Saves a product for later (PROD-03): to a wishlist, to a quotation, or as an alert until its promotion ends. */
import type { ProductCard } from '~/catalogue/products/product';
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import { shortenQuantity } from '~/base/kernel/quantity';

export interface SavePlace {
  id: number;
  name: string;
  /** Number of pieces of the product that the wishlist or quotation already contains; null when it contains none. */
  present: number | null;
}

export const saveKinds = ['list', 'quotation'] as const;
export type SaveKind = (typeof saveKinds)[number];

/** Value of the product page's `keep` buttons. */
export const keepValue = (kind: SaveKind, productId: number): string => `${kind}.${productId}`;

/**
 * The address to which a `keep` button redirects, with the typed quantity, valid or not. Null when the customer used no
 * such button.
 */
export function keepingAddress(locale: Locale, form: URLSearchParams): string | null {
  const [, kind, id = ''] = /^(list|quotation)\.([1-9]\d{0,9})$/.exec(form.get('keep') ?? '') ?? [];
  if (kind === undefined) return null;
  const typed = shortenQuantity(form.get(`q.${id}`) ?? '');
  const quantity = typed === '' ? '' : `&n=${encodeURIComponent(typed)}`;
  return `${links.saveProduct(locale, Number(id))}${quantity}#${kind}`;
}

/** The last day of the product's promotion; null without a promotion or an end. */
export const promotionEnd = (card: ProductCard) =>
  card.price?.offer?.until ?? card.price?.freePieces?.until ?? null;

/** True when the product has a promotion for this customer, with or without an end. */
export const hasPromotion = ({ price }: ProductCard): boolean =>
  Boolean(price?.offer ?? price?.freePieces);

/**
 * True when the page offers to switch an alert. An existing alert can always be switched off; a new one needs a
 * promotion with an end for this customer.
 */
export const offersAlert = (card: ProductCard, alert: boolean | null): alert is boolean =>
  alert === true || (alert === false && promotionEnd(card) !== null);
