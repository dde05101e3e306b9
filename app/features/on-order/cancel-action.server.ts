/**
 * The cancel form: the first post is checked and shown once more, the second is sent, once however often its
 * form arrives (P-58).
 */
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { FormToken, once } from '~/http/forms/once.server';
import { customerPage, notFound, recordId, type CustomerRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import { refused } from '~/kernel/outcome';
import type { CancelAnswer } from './cancel-answer';
import { cancellable, readQuantity } from './on-order';
import { cancelBackorder, findOnOrder, type CancelRefusal } from './on-order.server';

const answer = (status: number, typed: string, rest: Partial<CancelAnswer>) =>
  data<CancelAnswer>(
    { kind: 'cancel-answer', typed, fault: null, problem: null, confirm: null, ...rest },
    { status },
  );

/** The back office does not bound the quantity itself (contract 19.3). */
async function cancel(page: CustomerRequest, quantity: number) {
  const line = await findOnOrder(page, recordId(page));
  if (!line) return refused({ kind: 'gone' } as const);
  const max = cancellable(line);
  if (quantity > max) return refused({ kind: 'range', max } as const);
  return cancelBackorder(page, line.id, quantity);
}

async function send(page: CustomerRequest, form: URLSearchParams, quantity: number) {
  const { t, locale } = page;
  const token = FormToken.safeParse(form.get('tx'));
  if (!token.success) throw badRequest();
  const typed = String(quantity);
  const outcome = await once<CancelRefusal>(page, token.data, () => cancel(page, quantity));
  switch (outcome.kind) {
    case 'done':
      return redirectWithNotice(page, links.productsOnOrder(locale), [
        { tone: 'ok', text: t('on-order:cancel.sent', { count: Number(outcome.result) }) },
      ]);
    case 'refused': {
      const { refusal } = outcome;
      if (refusal.kind === 'gone') throw notFound(page.url.pathname);
      if (refusal.kind === 'range')
        return answer(422, typed, { fault: t('on-order:cancel.range', { max: refusal.max }) });
      const error = refusal.reason || t('on-order:cancel.noReason');
      return answer(409, typed, { problem: t('on-order:cancel.failed', { error }) });
    }
    case 'unavailable':
      return answer(503, typed, { problem: t('common:form.unavailable') });
    case 'in-doubt':
      return answer(409, typed, { problem: t('common:form.inDoubt') });
  }
}

export const cancelAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const typed = (form.get('quantity') ?? '').slice(0, 20);
    // A repeated form leads to what it has done, whatever is left in backorder by now.
    if (form.get('do') === 'cancel') {
      const sent = readQuantity(typed, Number.MAX_SAFE_INTEGER);
      if (sent === null) throw badRequest();
      return send(page, form, sent);
    }
    const line = await findOnOrder(page, recordId(page));
    if (!line) throw notFound(page.url.pathname);
    const max = cancellable(line);
    const quantity = readQuantity(typed, max);
    if (quantity === null) {
      const fault = page.t('on-order:cancel.range', { max });
      return answer(422, typed, { fault });
    }
    return answer(200, typed, { confirm: quantity });
  });
