/** Handles the page of all wishlists: creates a wishlist, or puts a whole wishlist in the cart. */
import { parseForm } from '~/base/page/forms/parse-form.server';
import { conformAnswer } from '~/base/ui/form/answers';
import { readFormKey } from '~/base/page/forms/form-uuid.server';
import { keyOf, submitForm } from '~/base/page/forms/submit.server';
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerPage, type CustomerRequest } from '~/base/page/page';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { links } from '~/base/i18n/links';
import { nameForm } from '../wishlist-form';
import { createNamed, type CreateRefusal } from './create.server';
import { orderWishlist } from './order-all.server';

const ids = /^[1-9]\d{0,9}$/;

async function createList(page: CustomerRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const submission = parseForm(form, { schema: nameForm(t), t });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { name } = submission.value;
  return submitForm(page, {
    key: keyOf(form),
    act: () => createNamed(page, { name, lines: [] }),
    done: (result) =>
      redirectWithNotice(page, links.wishlistEdit(locale, Number(result)), [
        { tone: 'ok', text: t('wishlists:notice.created', { name }) },
      ]),
    refused: ({ kind }: CreateRefusal) => ({
      status: 422,
      fields: {
        name: t(kind === 'name-taken' ? 'wishlists:fault.taken' : 'wishlists:fault.notAccepted'),
      },
    }),
    answer: conformAnswer(submission),
  });
}

export const wishlistsAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const list = form.get('list');
    if (list === null) return createList(page, form);
    if (!ids.test(list)) throw badRequest();
    throw await orderWishlist(page, {
      id: Number(list),
      key: readFormKey(form),
      back: page.url.pathname,
    });
  });
