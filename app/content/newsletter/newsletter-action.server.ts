/**
 * Handles a guest's request for the newsletter (CMS-06). The ERP contract has no call for guests: customers have a
 * setting (8.2), and guests send this form as an enquiry (8.7). The response never reveals who already receives the
 * newsletter.
 */
import { createHash } from 'node:crypto';
import { conformAnswer } from '~/base/ui/form/answers';
import { idempotencyKeyOf } from '~/base/page/forms/idempotent.server';
import { withReceipt } from '~/base/page/forms/receipt.server';
import { about, submitForm } from '~/base/page/forms/submit.server';
import { parseForm } from '~/base/page/forms/parse-form.server';
import { data, redirect } from '~/base/framework/server';
import { sendLead, type LeadRefusal } from '~/base/erp/leads.server';
import type { PageRequest } from '~/base/page/page';
import { postedFields } from '~/base/page/forms/posted.server';
import { links } from '~/base/i18n/links';
import { newsletterForm } from './newsletter';

/** Idempotency key of a form without a hidden key: a hash of the e-mail address. */
const keyOf = (email: string): string =>
  `newsletter-${createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)}`;

export async function subscribe(page: PageRequest) {
  const { t, locale, context } = page;
  const form = await postedFields(page.request);
  const submission = parseForm(form, { schema: newsletterForm(t), t });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { tx, email } = submission.value;
  return submitForm(page, {
    key: tx ? idempotencyKeyOf(tx, form) : keyOf(email),
    act: () =>
      sendLead(page, {
        subject: t('newsletter:toOffice.subject'),
        email,
        description: t('newsletter:toOffice.text', { email, language: context.site.tags[locale] }),
      }),
    done: () => redirect(withReceipt(page, 'newsletter', links.newsletter(locale)), 303),
    refused: (_: LeadRefusal) => about(422, t('contact:fault.refused')),
    answer: conformAnswer(submission),
    inDoubt: t('common:form.maybeSent'),
  });
}
