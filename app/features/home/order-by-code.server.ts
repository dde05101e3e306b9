/** One line by its code, typed or scanned on the home page: SKU, CNK, EAN or supplier code (CART-10). */
import { addLines, noticesOf } from '~/features/cart/add-lines.server';
import { parseLine, quantityOf } from '~/features/quick-order/lines';
import { resolveCodes } from '~/features/catalogue/cards.server';
import type { NoticeMessage } from '~/page/notice';
import { links } from '~/i18n/links';
import type { CustomerRequest } from '~/page/page';

export async function orderByCode(
  page: CustomerRequest,
  typed: { code: string; quantity: string },
  token: string,
): Promise<NoticeMessage[]> {
  const { t, locale } = page;
  const line = parseLine(typed.code);
  if (!line) return [{ tone: 'info', text: t('home:scan.nothing') }];
  const { code } = line;
  const { quantity } = quantityOf({ ...line, typed: line.typed || typed.quantity });
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
