/**
 * Handles the form that cancels a backorder. The first post is validated and asks for confirmation. The second post is
 * sent to the ERP once, however often it arrives (P-58). Both forms share one key, so that the shop recognises an
 * answered confirmation page that the customer reaches by Back.
 */
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { formUuid, readFormKey } from '~/base/page/forms/form-uuid.server';
import { resultOf } from '~/base/page/forms/idempotent.server';
import { shownData } from '~/base/page/forms/stored-answers.server';
import { about, submitForm } from '~/base/page/forms/submit.server';
import { customerPage, notFound, recordId, type CustomerRequest } from '~/base/page/page';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { links } from '~/base/i18n/links';
import { refused } from '~/base/kernel/outcome';
import { readQuantity, shortenQuantity } from '~/base/kernel/quantity';
import { isCancelAnswer, type CancelAnswer } from './cancel-answer';
import { piecesAsked } from './cancel-asked.server';
import { cancellable } from './on-order';
import { cancelBackorder, findOnOrder, type CancelRefusal } from './on-order.server';

const answerOf = (typed: string, rest: Partial<CancelAnswer>): CancelAnswer => ({
  kind: 'cancel-answer',
  typed,
  fault: null,
  problem: null,
  confirm: null,
  ...rest,
});
const answer = (status: number, typed: string, rest: Partial<CancelAnswer>) =>
  data(answerOf(typed, rest), { status });

/** Cancels the backorder. The shop checks the quantity, because the ERP does not limit it (contract/erp.md 19.3). */
async function cancel(page: CustomerRequest, quantity: number) {
  const line = await findOnOrder(page, recordId(page));
  if (!line) return refused({ kind: 'gone' } as const);
  const max = cancellable(line);
  if (quantity > max) return refused({ kind: 'range', max } as const);
  return cancelBackorder(page, line, quantity);
}

/** Key of one cancellation request: the same form with another quantity is another request. */
const keyOf = (formKey: string, quantity: number): string => formUuid(formKey, String(quantity));

/** Pieces whose cancellation was sent from the displayed confirmation page; null when it was not sent. */
export async function askedBefore(page: CustomerRequest): Promise<number | null> {
  const shown = await shownData(page);
  if (!isCancelAnswer(shown) || shown.confirm === null || !shown.formKey) return null;
  const result = await resultOf(page, keyOf(shown.formKey, shown.confirm));
  return result === null ? null : Number(result);
}

const toList = (page: CustomerRequest, count: number): Response =>
  redirectWithNotice(page, links.productsOnOrder(page.locale), [
    { tone: 'ok', text: page.t('on-order:cancel.sent', { count }) },
  ]);

/**
 * Response for an order line that is no longer on order: the list of products on order, if the customer cancelled the
 * line here. Any other line is 404 (P-21).
 */
export async function goneLine(page: CustomerRequest): Promise<Response> {
  const pieces = await piecesAsked(page, recordId(page));
  return pieces > 0 ? toList(page, pieces) : notFound(page.url.pathname);
}

function send(page: CustomerRequest, form: URLSearchParams, quantity: number) {
  const { t } = page;
  return submitForm(page, {
    key: keyOf(readFormKey(form), quantity),
    act: () => cancel(page, quantity),
    done: (result) => toList(page, Number(result)),
    refused: (refusal: CancelRefusal) => {
      if (refusal.kind === 'gone') return notFound(page.url.pathname);
      if (refusal.kind === 'range')
        return {
          status: 422,
          fields: { quantity: t('on-order:cancel.range', { count: refusal.max }) },
        };
      const error = refusal.reason || t('on-order:cancel.noReason');
      return about(409, t('on-order:cancel.failed', { error }));
    },
    unavailable: t('on-order:cancel.failed', { error: t('on-order:cancel.unavailable') }),
    answer: ({ general = [], fields = {} }) =>
      answerOf(String(quantity), {
        fault: fields['quantity'] ?? null,
        problem: general[0] ?? null,
      }),
  });
}

const pieces = (maximum: number) => ({ minimum: 1, maximum });

export const cancelAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const typed = shortenQuantity(form.get('quantity') ?? '');
    // A repeated form returns its earlier result, whatever is in backorder now.
    if (form.get('do') === 'cancel') {
      const { quantity: sent } = readQuantity(typed, pieces(Number.MAX_SAFE_INTEGER));
      if (sent === null) throw badRequest();
      return send(page, form, sent);
    }
    const line = await findOnOrder(page, recordId(page));
    if (!line) throw await goneLine(page);
    const max = cancellable(line);
    const { quantity } = readQuantity(typed, pieces(max));
    if (quantity === null) {
      const fault = page.t('on-order:cancel.range', { count: max });
      return answer(422, typed, { fault });
    }
    return answer(200, typed, { confirm: quantity, formKey: readFormKey(form) });
  });
