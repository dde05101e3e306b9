/**
 * A visitor asks for the newsletter (CMS-06). The contract has no call for it: customers have their switch
 * (8.2), everybody else writes to the office (8.7) by this form. Nobody is told who receives it already.
 */
import { createHash } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { sendLead, type LeadRefusal } from '~/features/contact/leads.server';
import { claimOf, once } from '~/http/forms/once.server';
import type { PageRequest } from '~/http/page';
import { postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import { newsletterForm } from './newsletter';

/** Without a token of its own the form is known by its address. */
const keyOf = (email: string): string =>
  `newsletter-${createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)}`;

export async function subscribe(page: PageRequest) {
  const { t, locale, context } = page;
  const form = await postedFields(page.request);
  const submission = parseWithZod(form, { schema: newsletterForm(t) });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { tx, email } = submission.value;
  const outcome = await once<LeadRefusal>(page, tx ? claimOf(tx, form) : keyOf(email), () =>
    sendLead(page, {
      subject: t('newsletter:toOffice.subject'),
      email,
      description: t('newsletter:toOffice.text', { email, language: context.site.tags[locale] }),
    }),
  );
  const again = (status: number, problem: string) =>
    data(submission.reply({ formErrors: [problem] }), { status });
  switch (outcome.kind) {
    case 'done':
      throw redirect(links.newsletter(locale, 'sent'), 303);
    case 'refused':
      return again(422, t('contact:fault.refused'));
    case 'unavailable':
      return again(503, t('common:form.unavailable'));
    case 'in-doubt':
      return again(409, t('common:form.maybeSent'));
  }
}
