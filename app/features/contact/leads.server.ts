/**
 * Questions and requests to the office (contract/erp.md 8.7): subject, e-mail and one text into which the
 * other fields of a form are folded. Quirk: released modules take JSON only and refuse multipart with 422,
 * with nothing stored; there the same three fields go as JSON, and files cannot be sent.
 */
import { z } from 'zod';
import { isMissing, noteMissing } from '~/features/orders/installed-calls.server';
import type { PageRequest } from '~/http/page';
import { done, refused, type Outcome } from '~/kernel/outcome';

export interface Lead {
  subject: string;
  email: string | null;
  description: string;
}

type Page = Pick<PageRequest, 'context'>;

const multipart = 'POST leads (multipart)';
const anything = z.unknown();

async function sendJson({ context }: Page, lead: Lead): Promise<Outcome<string, LeadRefusal>> {
  const answer = await context.erp.call({ method: 'POST', path: 'leads', body: lead }, anything);
  return answer.kind === 'refused' ? refused({ kind: 'not-accepted' }) : done('sent');
}

export interface LeadRefusal {
  kind: 'not-accepted';
}

/** Sends one request; nothing of it is repeated when the answer is lost. */
export async function sendLead(page: Page, lead: Lead): Promise<Outcome<string, LeadRefusal>> {
  const { context } = page;
  if (await isMissing(context, multipart)) return sendJson(page, lead);
  const form = new FormData();
  form.set('data', JSON.stringify(lead));
  const answer = await context.erp.call({ method: 'POST', path: 'leads', body: form }, anything);
  if (answer.kind !== 'refused') return done('sent');
  if (!answer.errors.some(({ type }) => type === 'model_attributes_type'))
    return refused({ kind: 'not-accepted' });
  await noteMissing(context, multipart);
  return sendJson(page, lead);
}
