/** The page of all quotations: a new one, or one asked for with the whole cart. */
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { forgetQuotationCounts } from '~/features/frame/quotation-counts.server';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { claimOf, FormToken, once } from '~/http/forms/once.server';
import { customerPage, type CustomerRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import { referenceForm } from '../quotation-form';
import { createReferenced, type CreateRefusal } from './create.server';
import { requestFromCart, type FromCartRefusal } from './from-cart.server';

async function create(page: CustomerRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const submission = parseWithZod(form, { schema: referenceForm(t) });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { reference, tx } = submission.value;
  const outcome = await once<CreateRefusal>(page, claimOf(tx, form), () =>
    createReferenced(page, { reference, lines: [] }),
  );
  forgetQuotationCounts(page);
  const wrong = (text: string, status: number) =>
    data(submission.reply({ formErrors: [text] }), { status });
  switch (outcome.kind) {
    case 'done':
      throw redirectWithNotice(page, links.quotation(locale, Number(outcome.result)), [
        { tone: 'ok', text: t('quotations:notice.created', { reference }) },
      ]);
    case 'refused':
      if (outcome.refusal.kind === 'reference-taken')
        return data(
          submission.reply({ fieldErrors: { reference: [t('quotations:fault.taken')] } }),
          {
            status: 422,
          },
        );
      return wrong(t(`quotations:refusal.${outcome.refusal.kind}`), 409);
    case 'unavailable':
      return wrong(t('common:form.unavailable'), 503);
    case 'in-doubt':
      return wrong(t('common:form.inDoubt'), 409);
  }
}

async function fromCart(page: CustomerRequest, form: URLSearchParams): Promise<Response> {
  const { t, locale } = page;
  const token = FormToken.safeParse(form.get('tx'));
  if (!token.success) throw badRequest();
  const outcome = await once<FromCartRefusal>(page, token.data, () => requestFromCart(page));
  const list = links.quotations(locale);
  const told = (tone: 'ok' | 'bad' | 'warn', text: string, to = list) =>
    redirectWithNotice(page, to, [{ tone, text }]);
  switch (outcome.kind) {
    case 'done': {
      const id = Number(outcome.result);
      const to = id > 0 ? links.quotation(locale, id) : list;
      return told('ok', t('quotations:notice.submitted'), to);
    }
    case 'refused':
      return told('bad', t(`quotations:refusal.${outcome.refusal.kind}`));
    case 'unavailable':
      return told('bad', t('common:form.unavailable'));
    case 'in-doubt':
      return told('warn', t('common:form.inDoubt'));
  }
}

export const quotationsAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.get('do') === 'cart') throw await fromCart(page, form);
    return create(page, form);
  });
