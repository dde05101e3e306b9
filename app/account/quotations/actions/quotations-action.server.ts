/**
 * Handles the page of all quotations: creates one, empty or with the cart's lines, or turns the whole cart into one.
 */
import { parseForm } from '~/base/page/forms/parse-form.server';
import { conformAnswer } from '~/base/ui/form/answers';
import { findFormKey } from '~/base/page/forms/form-uuid.server';
import { runOnce } from '~/base/page/forms/idempotent.server';
import { about, keyOf, submitForm } from '~/base/page/forms/submit.server';
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { forgetQuotationCounts } from '~/account/quotations/quotation-counts.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerPage, type CustomerRequest } from '~/base/page/page';
import { postedFields } from '~/base/page/forms/posted.server';
import { formatsFor } from '~/base/i18n/formats';
import { links } from '~/base/i18n/links';
import { refused } from '~/base/kernel/outcome';
import { referenceForm } from '../quotation-form';
import { askAboutForm } from '~/ordering/cart/unusual-quantity.server';
import type { NoticeMessage } from '~/base/page/notice';
import { redirectWithQuestion } from '~/base/page/forms/answered.server';
import type { WantedLine } from '../quotation-calls.server';
import {
  createReferenced,
  freeReference,
  type CreateRefusal,
  type UnusualLines,
} from './create.server';
import { requestFromCart, type FromCartRefusal } from './from-cart.server';
import { cartLines, confirmedInCart, leftInCart } from './several-lines.server';

/** Asks about unusual quantities of the cart that the customer has not confirmed there. */
const askAboutCart = async (
  page: CustomerRequest,
  form: URLSearchParams,
  lines: readonly WantedLine[],
): Promise<NoticeMessage[]> =>
  askAboutForm(page, form, lines, { confirmed: await confirmedInCart(page) });

/**
 * Creates a quotation. With `do=lines`, the quotation contains the cart's lines and needs no typed reference; the cart
 * stays unchanged.
 */
async function create(page: CustomerRequest, form: URLSearchParams) {
  const { t, locale } = page;
  // The key is computed before the reference is filled in, so that a repeated post of the form has the same key.
  const key = keyOf(form);
  const takesCart = form.get('do') === 'lines';
  const isUnnamed = takesCart && (form.get('reference') ?? '').trim() === '';
  if (isUnnamed) {
    const date = formatsFor(page.context.site.tags[locale]).date(page.context.clock.now());
    form.set('reference', t('quotations:new.ofCart', { date }));
  }
  const submission = parseForm(form, { schema: referenceForm(t), t });
  const answer = conformAnswer(submission);
  if (key === null)
    return data(answer({ general: [t('common:form.incomplete')] }), { status: 422 });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { reference } = submission.value;
  try {
    return await submitForm(page, {
      key,
      act: async () => {
        const lines = takesCart ? await cartLines(page) : [];
        if (takesCart && lines.length === 0) return refused({ kind: 'no-cart' as const });
        const ask = await askAboutCart(page, form, lines);
        if (ask.length > 0) return refused({ kind: 'unusual' as const, ask });
        const own = isUnnamed ? await freeReference(page, reference) : reference;
        return createReferenced(page, { reference: own, lines });
      },
      done: async (result) =>
        redirectWithNotice(page, links.quotation(locale, Number(result)), [
          {
            tone: 'ok',
            text: takesCart
              ? t('quotations:notice.ofCart')
              : t('quotations:notice.created', { reference }),
          },
          ...(takesCart ? await leftInCart(page) : []),
        ]),
      refused: (refusal: CreateRefusal | UnusualLines | { kind: 'no-cart' }) => {
        if (refusal.kind === 'unusual') return { status: 422, ask: refusal.ask };
        return refusal.kind === 'reference-taken'
          ? { status: 422, fields: { reference: t('quotations:fault.taken') } }
          : about(409, t(`quotations:refusal.${refusal.kind}`));
      },
      answer,
    });
  } finally {
    forgetQuotationCounts(page);
  }
}

async function fromCart(page: CustomerRequest, form: URLSearchParams): Promise<Response> {
  const { t, locale } = page;
  const key = findFormKey(form);
  const list = links.quotations(locale);
  const answerWith = (tone: 'ok' | 'bad' | 'warn', text: string, to = list) =>
    redirectWithNotice(page, to, [{ tone, text }]);
  if (key === null) return answerWith('bad', t('common:form.incomplete'));
  const ask = await askAboutCart(page, form, await cartLines(page));
  if (ask.length > 0) return redirectWithQuestion(page, list, { notices: [], ask });
  const outcome = await runOnce<FromCartRefusal>(page, key, () => requestFromCart(page));
  switch (outcome.kind) {
    case 'done': {
      const id = Number(outcome.result);
      const to = id > 0 ? links.quotation(locale, id) : list;
      return answerWith('ok', t('quotations:notice.submitted'), to);
    }
    case 'refused':
      return answerWith('bad', t(`quotations:refusal.${outcome.refusal.kind}`));
    case 'unavailable':
      return answerWith('bad', t('common:form.unavailable'));
    case 'in-doubt':
      return answerWith('warn', t('common:form.inDoubt'));
  }
}

export const quotationsAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.get('do') === 'cart') throw await fromCart(page, form);
    return create(page, form);
  });
