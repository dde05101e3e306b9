/** One line by its code, typed or scanned on the home page: SKU, CNK, EAN or supplier code (CART-10). */
import { addLines, noticesOf } from '~/features/cart/sheet/add-lines.server';
import { readQuantity } from '~/features/cart/sheet/sheet';
import { resolveCodes } from '~/features/catalogue/cards.server';
import type { Notification } from '~/features/frame/frame';
import { links } from '~/i18n/links';
import type { CustomerRequest } from '~/http/page';

export async function orderByCode(
  page: CustomerRequest,
  typed: { code: string; quantity: string },
  token: string,
): Promise<Notification[]> {
  const { t, locale } = page;
  const code = typed.code.trim().slice(0, 64);
  if (code === '') return [{ tone: 'info', text: t('home:scan.nothing') }];
  const { quantity } = readQuantity(typed.quantity.trim() === '' ? '1' : typed.quantity);
  if (quantity === null) return [{ tone: 'bad', text: t('home:scan.quantity') }];
  const found = (await resolveCodes(page, [code])).get(code) ?? [];
  const [card, other] = found;
  if (!card || other) {
    const key = card ? 'home:scan.several' : 'home:scan.unknown';
    const link = { href: links.search(locale, code), text: t('home:scan.search') };
    return [{ tone: 'warn', text: t(key, { code }), link }];
  }
  if (!card.orderable.ok) {
    return [{ tone: 'bad', text: t('home:scan.notOrderable', { name: card.name }) }];
  }
  return noticesOf(page, await addLines(page, [{ productId: card.id, quantity }], token));
}
