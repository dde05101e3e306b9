/** The page of one standing order: typed quantities, or all of it at once. */
import type { ActionFunctionArgs } from '~/framework/server';
import { orderSheet } from '~/features/order-sheet/sheet.server';
import { postedFields } from '~/page/forms/posted.server';
import { readFormKey } from '~/page/forms/form-uuid.server';
import { customerPage, recordId } from '~/page/page';
import { orderWishlist } from './order-all.server';

export const wishlistAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.get('do') !== 'all') return orderSheet(page, form);
    const key = readFormKey(form);
    const back = page.url.pathname + page.url.search;
    return orderWishlist(page, { id: recordId(page), key, back });
  });
