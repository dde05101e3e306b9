/** The page of all standing orders: a new list, or one ordered whole. */
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { claimOf, FormToken, once } from '~/http/forms/once.server';
import { customerPage, type CustomerRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import { nameForm } from '../wishlist-form';
import { createNamed, type CreateRefusal } from './create.server';
import { orderWishlist } from './order-all.server';

const ids = /^[1-9]\d{0,9}$/;

async function createList(page: CustomerRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const submission = parseWithZod(form, { schema: nameForm(t) });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { name, tx } = submission.value;
  const outcome = await once<CreateRefusal>(page, claimOf(tx, form), () =>
    createNamed(page, { name, lines: [] }),
  );
  switch (outcome.kind) {
    case 'done':
      throw redirectWithNotice(page, links.wishlistEdit(locale, Number(outcome.result)), [
        { tone: 'ok', text: t('wishlists:notice.created', { name }) },
      ]);
    case 'refused': {
      const isTaken = outcome.refusal.kind === 'name-taken';
      const text = t(isTaken ? 'wishlists:fault.taken' : 'wishlists:fault.notAccepted');
      return data(submission.reply({ fieldErrors: { name: [text] } }), { status: 422 });
    }
    case 'unavailable':
      return data(submission.reply({ formErrors: [t('common:form.unavailable')] }), {
        status: 503,
      });
    case 'in-doubt':
      return data(submission.reply({ formErrors: [t('common:form.inDoubt')] }), { status: 409 });
  }
}

export const wishlistsAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const list = form.get('list');
    if (list === null) return createList(page, form);
    const token = FormToken.safeParse(form.get('tx'));
    if (!token.success || !ids.test(list)) throw badRequest();
    throw await orderWishlist(page, {
      id: Number(list),
      token: token.data,
      back: page.url.pathname,
    });
  });
