/**
 * Handles posts of the checkout form (CHK-01 … CHK-05). It parses the form and runs the pressed button. It then
 * displays the page again with all input and the result, or redirects to the order or the payment. Writes to the cart
 * run under the cart lock (cart-lock.server.ts).
 */
import { parseForm } from '~/base/page/forms/parse-form.server';
import { data, redirect, type ActionFunctionArgs } from '~/base/framework/server';
import { ledgerOf } from '~/ordering/cart/cart.server';
import { withCartLock } from '~/ordering/cart/cart-lock.server';
import { leaveNotices } from '~/base/page/forms/notices.server';
import type { NoticeMessage } from '~/base/page/notice';
import { postedFields } from '~/base/page/forms/posted.server';
import { customerPage, type CustomerRequest } from '~/base/page/page';
import { pathOfSite } from '~/base/page/untrusted/site-path';
import { links } from '~/base/i18n/links';
import type { TextKey } from '~/base/i18n/keys';
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';
import { applyStep } from './apply-step.server';
import type { CheckoutResult, Shown } from './checkout-result';
import { checkoutForm, intentOf, type CheckoutInput, type StepIntent } from '../checkout-form';
import { foundId, type CheckoutAnswer } from '../checkout-view';
import { orderedAddress } from '../placing/ordered-address';
import { findPlacing, isBeingPlaced, recordPlaced, sentBefore } from '../placing/placing.server';
import { keepTyped } from '../typed-choices.server';
import { pointsTyped } from './points-typed.server';

type Submission = ReturnType<typeof parse>;

function parse(page: CustomerRequest, form: URLSearchParams) {
  return parseForm(form, { schema: checkoutForm(), t: page.t });
}

async function show(page: CustomerRequest, submission: Submission, shown: Omit<Shown, 'kind'>) {
  const { status, notices = [], fieldErrors, codeTaken, begun, failed = false } = shown;
  const { searched = [], quoting = [], textsSaved } = shown;
  const settled = [...(codeTaken ? ['coupon'] : []), ...(textsSaved ? ['ref', 'note', 'was'] : [])];
  const result = submission.reply({
    ...(fieldErrors ? { fieldErrors } : {}),
    ...(settled.length > 0 ? { hideFields: settled } : {}),
  });
  const input = submission.status === 'success' ? submission.value : null;
  const points = input ? await pointsTyped(page, input) : null;
  const answer: CheckoutAnswer = {
    kind: 'checkout-answer',
    result,
    notices: [...quoting, ...notices],
    points,
    searched,
    begun,
    failed: failed ? page.context.requestId : null,
  };
  // The Location header scrolls to the search result, which is further down the page.
  const [list] = searched;
  return data(answer, {
    status,
    ...(list ? { headers: { Location: `#${foundId(list)}` } } : {}),
  });
}

const words = (
  page: CustomerRequest,
  key: TextKey,
  tone: NoticeMessage['tone'],
): NoticeMessage => ({
  tone,
  text: page.t(key),
});

const patienceMs = 10_000;
const pauseMs = 400;

/**
 * Locks the cart and runs the step. If another request of this customer is confirming (a double click), waits for its
 * order and redirects to it.
 */
async function actQuietly(
  page: CustomerRequest,
  input: CheckoutInput,
  intent: StepIntent,
): Promise<CheckoutResult> {
  const tries = intent === 'confirm' ? Math.ceil(patienceMs / pauseMs) : 1;
  for (let attempt = 1; ; attempt += 1) {
    if (intent === 'confirm' && (await isBeingPlaced(page, input.cart)))
      return { kind: 'ordered', cartUuid: input.cart, order: null };
    const outcome = await withCartLock(page, (cart) => applyStep(page, { cart, input, intent }));
    if (outcome.ok) return outcome.value;
    const { refusal } = outcome;
    switch (refusal.kind) {
      case 'no-cart':
        return { kind: 'replaced' };
      case 'unavailable': {
        const { waitSeconds, lines } = refusal.state;
        const waits = waitSeconds !== null || lines.some(({ pending }) => pending);
        return waits ? { kind: 'checking', seconds: waitSeconds ?? 60 } : { kind: 'unavailable' };
      }
      case 'checking': {
        const soon = refusal.seconds <= 3;
        if (!soon || attempt >= tries) return { kind: 'checking', seconds: refusal.seconds };
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

/**
 * Leaves a notice if the order that this cart became earlier has other choices than this form. The customer is
 * redirected to that order.
 */
async function tellSentBefore(page: CustomerRequest, input: CheckoutInput): Promise<void> {
  const { order, isOtherwise } = await sentBefore(page, input);
  page.context.log.info(
    {
      event: 'checkout.repeated',
      name: order,
      ...(isOtherwise ? { detail: 'other choices, not in the order' } : {}),
    },
    'a cart that was confirmed before came again and was not ordered twice',
  );
  if (isOtherwise) leaveNotices(page, [words(page, 'checkout:notice.sent-before', 'warn')]);
}

async function answerTo(page: CustomerRequest, submission: Submission, result: CheckoutResult) {
  const { t, locale } = page;
  switch (result.kind) {
    case 'ordered': {
      // If the order is not known, the next page waits for the confirmation or looks the order up.
      if (result.order) await recordPlaced(page, result.cartUuid, result.order);
      else if (submission.status === 'success') await tellSentBefore(page, submission.value);
      return redirect(orderedAddress(locale, result.cartUuid), 303);
    }
    case 'paying':
      return redirect(links.payment(locale, result.token), 303);
    case 'shown':
      return show(page, submission, result);
    case 'replaced':
      return show(page, submission, {
        status: 409,
        notices: [words(page, 'checkout:notice.replaced', 'warn')],
      });
    case 'checking':
      return show(page, submission, {
        status: 409,
        failed: true,
        notices: [
          {
            tone: 'warn',
            text: t('checkout:notice.checking', { count: Math.ceil(result.seconds / 60) }),
          },
        ],
      });
    case 'unavailable':
      return show(page, submission, {
        status: 503,
        failed: true,
        notices: [words(page, 'checkout:notice.unavailable', 'bad')],
      });
  }
}

/** Runs the step; an ERP failure preserves the form input. */
async function actSafely(
  page: CustomerRequest,
  input: CheckoutInput,
  intent: StepIntent,
): Promise<CheckoutResult> {
  try {
    const result = await actQuietly(page, input, intent);
    // The cart may be gone because the other click of a double click has just ordered it.
    const ordered = result.kind === 'replaced' && (await findPlacing(page, input.cart));
    return ordered ? { kind: 'ordered', cartUuid: input.cart, order: null } : result;
  } catch (error) {
    if (!isUpstreamFailure(error) || error.service !== 'erp') throw error;
    page.context.log.error(
      { event: 'checkout.failed', intent, operation: error.operation, reason: error.reason },
      'a step of checkout failed: the ERP is unavailable',
    );
    return isInDoubt(error)
      ? { kind: 'checking', seconds: page.context.site.erpMaxSeconds }
      : { kind: 'unavailable' };
  }
}

/**
 * Logs what the customer saw instead of an order, so that support can explain it. The log line names the number on the
 * cart page, which becomes the order's number.
 */
async function logNotPlaced(page: CustomerRequest, result: CheckoutResult): Promise<void> {
  if (result.kind === 'ordered' || result.kind === 'paying') return;
  const { sale } = await ledgerOf(page).cart();
  const { notices = [], fieldErrors = {} } = result.kind === 'shown' ? result : {};
  const said = [...Object.values(fieldErrors).flat(), ...notices.map(({ text }) => text)];
  const detail = said.join('; ');
  page.context.log.info(
    {
      event: 'order.not_placed',
      name: sale?.name,
      ...(detail ? { detail } : { reason: result.kind === 'shown' ? 'empty' : result.kind }),
    },
    'a confirmation made no order',
  );
}

export const checkoutAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const intent = intentOf(form.get('do'));
    const to = form.get('to');
    const isUnused = intent === 'find' || intent === 'points' || to !== null;
    await keepTyped(page, form, { isUnused });
    if (to !== null) return redirect(pathOfSite(to, links.cart(page.locale)), 303);
    const submission = parse(page, form);
    if (submission.status !== 'success') return show(page, submission, { status: 422 });
    if (intent === 'find' || intent === 'points') {
      const searched = [intent === 'find' ? 'addresses' : 'points'] as const;
      return show(page, submission, { status: 200, searched });
    }
    const result = await actSafely(page, submission.value, intent);
    if (intent === 'confirm') await logNotPlaced(page, result);
    return answerTo(page, submission, result);
  });
