/**
 * What the home page's forms do: an order sheet (most ordered, offers), a standing order, or a code. Each does
 * it once, however often its form arrives.
 */
import type { ActionFunctionArgs } from '@remix-run/node';
import { FormToken } from '~/features/cart/form-uuid.server';
import { orderFromSheet } from '~/features/cart/sheet.server';
import { redirectWithNotice } from '~/http/flash.server';
import { customerPage } from '~/http/page';
import { orderByCode } from './order-by-code.server';
import { orderStandingOrder } from './standing-orders.server';

const badRequest = (): Response => new Response(null, { status: 400, statusText: 'Bad Request' });

export async function homeAction(args: ActionFunctionArgs) {
  const type = args.request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw badRequest();
  const form = new URLSearchParams(await args.request.clone().text());
  const list = form.get('list');
  const code = form.get('code');
  if (list === null && code === null) return orderFromSheet(args);
  return customerPage(args, async (page) => {
    const token = FormToken.safeParse(form.get('tx'));
    if (!token.success) throw badRequest();
    const here = page.url.pathname + page.url.search;
    if (!page.customer.canOrder) {
      return redirectWithNotice(page, here, [
        { tone: 'bad', text: page.t('cart:sheet.mayNotOrder') },
      ]);
    }
    if (code !== null) {
      const typed = { code, quantity: form.get('n') ?? '' };
      return redirectWithNotice(page, here, await orderByCode(page, typed, token.data));
    }
    const id = Number(list);
    if (!Number.isSafeInteger(id) || id <= 0) throw badRequest();
    return redirectWithNotice(page, here, await orderStandingOrder(page, id, token.data));
  });
}
