/**
 * What the cart page's forms do: change quantities, put a message away, take dropped lines again; and
 * `do=leave`, the sign-out page's way of forgetting what waits before the session ends (CART-08).
 */
import { data, redirect } from '@remix-run/node';
import type { NoticeMessage } from '~/page/notice';
import { redirectWithNotice } from '~/page/forms/notices.server';
import type { CustomerRequest } from '~/page/page';
import { links } from '~/i18n/links';
import { addLines, noticesOf } from '../add-lines.server';
import { discardUnsent, dismissNotice, editCart, ledgerOf, type EditReport } from '../cart.server';
import { IdempotencyKey } from '~/page/forms/form-uuid.server';
import { badRequest, postedFields } from '~/page/forms/posted.server';
import { editsOf, readCartForm } from './cart-form.server';
import type { CartFormAnswer } from './cart-page';

function changeNotices(page: CustomerRequest, report: EditReport): NoticeMessage[] {
  const { t } = page;
  if (report.full) return [{ tone: 'bad', text: t('cart:sheet.full') }];
  if (report.repeated.length > 0 && report.done.length === 0)
    return [{ tone: 'info', text: t('cart:change.repeated') }];
  const count = (fate: EditReport['done'][number]['fate']): number =>
    report.done.filter((edit) => edit.fate === fate).length;
  const notices: NoticeMessage[] = [];
  const waiting = count('waiting');
  if (waiting > 0)
    notices.push({ tone: 'warn', text: t('cart:change.waiting', { count: waiting }) });
  const checking = count('checking');
  if (checking > 0)
    notices.push({ tone: 'warn', text: t('cart:change.checking', { count: checking }) });
  return notices;
}

async function takeAgain(page: CustomerRequest, id: string, token: string): Promise<Response> {
  const cart = links.cart(page.locale);
  const { notices } = await ledgerOf(page).head();
  const notice = notices.find((one) => one.id === id && one.kind === 'dropped');
  if (!notice) return redirectWithNotice(page, cart, []);
  const lines = notice.lines.filter(({ quantity }) => quantity > 0);
  const report = await addLines(page, lines, token);
  await dismissNotice(page, id);
  return redirectWithNotice(page, cart, noticesOf(page, report));
}

export async function cartAction(page: CustomerRequest) {
  const fields = await postedFields(page.request);
  const cart = links.cart(page.locale);
  if (fields.get('do') === 'leave') {
    await discardUnsent(page);
    // 307: the browser posts on to the sign-out itself.
    return redirect(links.signOut(page.locale), 307);
  }
  const notice = fields.get('notice');
  if (notice !== null) {
    if (fields.get('do') !== 'again') {
      await dismissNotice(page, notice);
      return redirectWithNotice(page, cart, []);
    }
    const token = IdempotencyKey.safeParse(fields.get('tx'));
    if (!token.success) throw badRequest();
    return takeAgain(page, notice, token.data);
  }
  const form = readCartForm(fields);
  if (!form) throw badRequest();
  const { edits, refusals } = editsOf(form);
  const report = await editCart(page, edits);
  if (refusals.size > 0) {
    const answer: CartFormAnswer = { kind: 'cart-form', lines: Object.fromEntries(refusals) };
    return data(answer, { status: 422 });
  }
  return redirectWithNotice(page, cart, changeNotices(page, report));
}
