/**
 * The contact form: a letter with at most one document, sent once however often the form is posted (P-58). A rejected
 * form keeps its fields. The customer must choose the document again, because browsers do not refill file fields.
 */
import { parseForm } from '~/base/page/forms/parse-form.server';
import { conformAnswer } from '~/base/ui/form/answers';
import { idempotencyKeyOf } from '~/base/page/forms/idempotent.server';
import { withReceipt } from '~/base/page/forms/receipt.server';
import { about, submitForm } from '~/base/page/forms/submit.server';
import { data, redirect } from '~/base/framework/server';
import { isMultipart } from '~/base/page/files/multipart';
import type { PageRequest } from '~/base/page/page';
import { postedFields } from '~/base/page/forms/posted.server';
import {
  extensionOf,
  readFormWithDocument,
  renameDocument,
  statusOfDocument,
  type DocumentFault,
  type DocumentKind,
} from '~/base/page/files/upload';
import { links } from '~/base/i18n/links';
import { contactForm, letterText, type Letter } from './contact';
import { sendLead, type LeadRefusal } from '~/base/erp/leads.server';

const accepted: readonly DocumentKind[] = ['pdf', 'jpeg', 'png'];

interface Posted {
  form: URLSearchParams;
  /** The attached document; null if the customer chose no file. */
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

/** Renames the document, so that no part of its original name reaches the ERP (P-33). */
function named(page: PageRequest, document: File, tx: string): File {
  const day = page.context.clock.now().toISOString().slice(0, 10);
  return renameDocument(document, `contact-${day}-${tx.slice(0, 8)}.${extensionOf(document)}`);
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
  const submission = parseForm(form, { schema: contactForm(t), t });
  const fileErrors = fault
    ? { file: [t(`contact:fault.file.${fault.kind}`, { mb: page.context.site.documentMaxMb })] }
    : {};
  /**
   * Asks the customer to choose the document again: browsers do not refill a file field, so the letter would be sent
   * without it.
   */
  const again = document ? [t('contact:fault.chooseAgain')] : [];
  if (fault || submission.status !== 'success')
    return data(submission.reply({ fieldErrors: fileErrors, formErrors: again }), {
      status: fault ? statusOfDocument(fault) : 422,
    });
  const { tx, ...letter } = submission.value;
  const file = document && named(page, document, tx);
  const reply = conformAnswer(submission);
  return submitForm(page, {
    key: idempotencyKeyOf(tx, form, document),
    act: () => sendLead(page, leadOf(page, letter), file),
    done: (result) =>
      redirect(
        withReceipt(
          page,
          'contact',
          links.contactSuccess(locale, result === 'sent' ? 'whole' : 'without-file'),
        ),
        303,
      ),
    refused: (_: LeadRefusal) => about(422, t('contact:fault.refused')),
    answer: ({ general = [] }) => reply({ general: [...general, ...again] }),
    inDoubt: t('common:form.maybeSent'),
  });
}
