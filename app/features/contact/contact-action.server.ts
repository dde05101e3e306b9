/**
 * The contact form: a letter with at most one document, sent once however often it arrives (P-58). Whatever is
 * wrong, what was typed comes back; a document has to be chosen anew, because browsers fill in no files.
 */
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { isMultipart } from '~/http/files/multipart';
import { claimOf, once } from '~/http/forms/once.server';
import type { PageRequest } from '~/http/page';
import { postedFields } from '~/http/forms/posted.server';
import {
  extensionOf,
  readFormWithDocument,
  renamed,
  statusOfDocument,
  type DocumentFault,
  type DocumentKind,
} from '~/http/files/upload';
import { links } from '~/i18n/links';
import { contactForm, letterText, type Letter } from './contact';
import { sendLead, type LeadRefusal } from './leads.server';

const accepted: readonly DocumentKind[] = ['pdf', 'jpeg', 'png'];

interface Posted {
  form: URLSearchParams;
  /** Null: none was chosen. */
  document: File | null;
  fault: DocumentFault | null;
}

async function readPosted(page: PageRequest): Promise<Posted> {
  if (!isMultipart(page.request))
    return { form: await postedFields(page.request), document: null, fault: null };
  const { fields, document } = await readFormWithDocument(page, 'file', accepted);
  return {
    form: fields,
    document: document.ok ? document.value : null,
    fault: document.ok ? null : document.refusal,
  };
}

/** Nothing of the browser's name for it reaches the office (P-33). */
function named(page: PageRequest, document: File, tx: string): File {
  const day = page.context.clock.now().toISOString().slice(0, 10);
  return renamed(document, `contact-${day}-${tx.slice(0, 8)}.${extensionOf(document)}`);
}

function leadOf({ t, context: { session } }: PageRequest, letter: Letter) {
  const customer = session.kind === 'customer' ? session.customer : null;
  return {
    subject: letter.subject,
    email: letter.email,
    description: letterText(letter, customer && (customer.ref ?? customer.login), t),
  };
}

export async function sendLetter(page: PageRequest) {
  const { t, locale } = page;
  const { form, document, fault } = await readPosted(page);
  const submission = parseWithZod(form, { schema: contactForm(t) });
  const fileErrors = fault
    ? { file: [t(`contact:fault.file.${fault.kind}`, { mb: page.context.site.documentMaxMb })] }
    : {};
  if (fault || submission.status !== 'success')
    return data(submission.reply({ fieldErrors: fileErrors }), {
      status: fault ? statusOfDocument(fault) : 422,
    });
  const { tx, ...letter } = submission.value;
  const file = document && named(page, document, tx);
  const outcome = await once<LeadRefusal>(page, claimOf(tx, form, document), () =>
    sendLead(page, leadOf(page, letter), file),
  );
  const again = (status: number, problem: string) =>
    data(
      submission.reply({
        formErrors: file ? [problem, t('contact:fault.chooseAgain')] : [problem],
      }),
      { status },
    );
  switch (outcome.kind) {
    case 'done':
      throw redirect(
        links.contactSuccess(locale, outcome.result === 'sent' ? 'whole' : 'without-file'),
        303,
      );
    case 'refused':
      return again(422, t('contact:fault.refused'));
    case 'unavailable':
      return again(503, t('common:form.unavailable'));
    case 'in-doubt':
      return again(409, t('common:form.maybeSent'));
  }
}
