/** Adds a product by its code (`code`, `n`) to a list or a quotation: parses code and quantity, or reports why not. */
import type { ProductCard } from '~/catalogue/products/product';
import { resolveCodes } from '~/catalogue/products/cards.server';
import type { CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import {
  areSeveralLabels,
  isLabelText,
  labelInFront,
} from '~/catalogue/products/codes/product-code';
import { maxCodeLength, readQuantity } from './sheet';

interface Wanted {
  /** Whether the product is already on the list. */
  has: (productId: number) => boolean;
  /** Error text if the product is already on the list. */
  presentText: string;
}

type Faults = Record<string, string>;

/** The product with this code, or null with the error text in `faults`. */
async function byCode(
  page: CustomerRequest,
  code: string,
  { has, presentText }: Wanted,
  faults: Faults,
): Promise<ProductCard | null> {
  const { t } = page;
  try {
    const [card, other] = (await resolveCodes(page, [code])).get(code) ?? [];
    if (!card || other)
      faults['code'] = t(card ? 'home:scan.several' : 'home:scan.unknown', { code });
    else if (has(card.id)) faults['code'] = presentText;
    else return card;
  } catch (error) {
    if (!isUpstreamFailure(error) || error.service !== 'search') throw error;
    faults['code'] = t('wishlists:fault.noCatalogue');
  }
  return null;
}

/** The product and quantity to add; null when nothing was entered, or with errors by field in `faults`. */
export async function readLineByCode(
  page: CustomerRequest,
  form: URLSearchParams,
  wanted: Wanted,
  faults: Faults,
): Promise<{ name: string; productId: number; quantity: number } | null> {
  const code = (form.get('code') ?? '').trim();
  const typed = (form.get('n') ?? '').trim();
  if (code === '' && typed === '') return null;
  const { quantity, refusal } = readQuantity(typed === '' ? '1' : typed);
  if (quantity === null) {
    faults['n'] = page.t(`cart:sheet.refusal.${refusal ?? 'not-a-number'}`);
  }
  // A quantity without a code is an error, not an empty line.
  if (code === '') faults['code'] = page.t('wishlists:fault.noCode');
  // Reject a code that is too long: cut to the limit, it might be the code of another product.
  const isTooLong = code.length > maxCodeLength;
  if (isTooLong)
    faults['code'] = page.t('common:form.tooLong', { length: code.length, max: maxCodeLength });
  // The quantity has a field of its own, so any text behind a label would be lost.
  const isBehind = areSeveralLabels(code) || (!isLabelText(code) && labelInFront(code) !== null);
  if (isBehind) faults['code'] = page.t('home:scan.behindLabel');
  if (quantity === null || code === '' || isTooLong || isBehind) return null;
  const card = await byCode(page, code, wanted, faults);
  return card ? { name: card.name, productId: card.id, quantity } : null;
}
