/** A new quotation: its reference is needed and must be its own (QUO-01); the ERP does not check it. */
import type { CustomerRequest } from '~/page/page';
import { refused, type Outcome } from '~/kernel/outcome';
import { createQuotation, type QuotationRefusal, type WantedLine } from '../quotation-calls.server';
import { findByReference } from '../quotations.server';

export type CreateRefusal = QuotationRefusal | { kind: 'reference-taken' };

/** The id of the new quotation. */
export async function createReferenced(
  page: CustomerRequest,
  wanted: { reference: string; lines: readonly WantedLine[] },
): Promise<Outcome<string, CreateRefusal>> {
  if (await findByReference(page, wanted.reference)) return refused({ kind: 'reference-taken' });
  const outcome = await createQuotation(page, wanted);
  return outcome.ok ? { ok: true, value: String(outcome.value) } : outcome;
}
