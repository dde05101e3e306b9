/**
 * Actions of the home page's forms: an order sheet (most ordered, offers), a standing order, or a code. Each acts once,
 * however often its form is posted.
 */
import type { ActionFunctionArgs } from '~/base/framework/server';
import { readFormKey } from '~/base/page/forms/form-uuid.server';
import { sureName } from '~/ordering/cart/unusual-quantity.server';
import { orderSheet } from '~/ordering/order-sheet/sheet.server';
import { orderWishlist } from '~/account/wishlists/actions/order-all.server';
import { redirectWithQuestion } from '~/base/page/forms/answered.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerPage } from '~/base/page/page';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { orderByCode, type CodeAnswer } from './order-by-code.server';

/** Address of the home page with the focus in the code field, and with the rejected code in the query. */
function backToCode(url: URL, left: CodeAnswer['left']): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['code', 'n', 'why']) query.delete(name);
  if (left) query.set('code', left.code);
  if (left?.why) query.set('why', left.why);
  if (left && left.quantity !== '1') query.set('n', left.quantity);
  return `${url.pathname}${query.size > 0 ? `?${query}` : ''}#code`;
}

export const homeAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const list = form.get('list');
    const code = form.get('code');
    if (list === null && code === null) return orderSheet(page, form);
    const key = readFormKey(form);
    const here = page.url.pathname + page.url.search;
    if (code !== null) {
      if (!page.customer.canOrder)
        return redirectWithNotice(page, here, [
          { tone: 'bad', text: page.t('catalogue:bar.may-not-order.meaning') },
        ]);
      const typed = {
        code,
        quantity: form.get('n') ?? '',
        stood: form.get('stood') ?? '',
        sure: Number(form.get(sureName)) || 0,
      };
      const { left, ...said } = await orderByCode(page, typed, key);
      return redirectWithQuestion(page, backToCode(page.url, left), said);
    }
    const id = Number(list);
    if (!Number.isSafeInteger(id) || id <= 0) throw badRequest();
    return orderWishlist(page, { id, key, back: here });
  });
