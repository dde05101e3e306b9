/**
 * Sends questions and requests to the ERP (contract/erp.md 8.7): subject, e-mail and one text that contains the other
 * fields of the form. The published Shopinvader modules accept JSON only. They reject multipart with 422 and store
 * nothing; the shop then sends the same three fields as JSON, without files.
 *
 * Sent without the session: guests may write, and an ended session must not lose a message.
 */
import { z } from 'zod';
import { isMissing, noteMissing } from './capabilities.server';
import type { PageRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';

export interface Lead {
  subject: string;
  email: string | null;
  description: string;
}

type Page = Pick<PageRequest, 'context'>;

const multipart = 'POST leads (multipart)';
const anything = z.unknown();

export interface LeadRefusal {
  kind: 'not-accepted';
}

/** `without-file`: the ERP accepted the message but not its attachment. */
export type LeadSent = 'sent' | 'without-file';

const post = ({ context }: Page, body: Lead | FormData) =>
  context.erp.call({ method: 'POST', path: 'leads', body, anonymous: true }, anything);

function formOf(lead: Lead, file: File | null): FormData {
  const form = new FormData();
  form.set('data', JSON.stringify(lead));
  if (file) form.append('files', file);
  return form;
}

async function sendJson(
  page: Page,
  lead: Lead,
  file: File | null,
): Promise<Outcome<LeadSent, LeadRefusal>> {
  const answer = await post(page, lead);
  if (answer.kind === 'refused') return refused({ kind: 'not-accepted' });
  return done(file ? 'without-file' : 'sent');
}

/** Whether the ERP accepts attached files; true until it has rejected a multipart request. */
export const takesFiles = async ({ context }: Page): Promise<boolean> =>
  !(await isMissing(context, multipart));

/** Sends one question or request to the ERP. It is not retried when the ERP's response is lost. */
export async function sendLead(
  page: Page,
  lead: Lead,
  file: File | null = null,
): Promise<Outcome<LeadSent, LeadRefusal>> {
  if (!(await takesFiles(page))) return sendJson(page, lead, file);
  const answer = await post(page, formOf(lead, file));
  if (answer.kind !== 'refused') return done('sent');
  // The upload is too large for the ERP: send the message without its attachment.
  if (answer.status === 413 && file) {
    const bare = await post(page, formOf(lead, null));
    return bare.kind === 'refused' ? refused({ kind: 'not-accepted' }) : done('without-file');
  }
  if (!answer.errors.some(({ type }) => type === 'model_attributes_type'))
    return refused({ kind: 'not-accepted' });
  await noteMissing(page.context, multipart);
  return sendJson(page, lead, file);
}
