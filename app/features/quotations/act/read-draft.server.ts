/** Reads a draft's form: `reference`, `note`, `q.ID` and `x.ID` of each line, `code` and `n` of a new one. */
import { createHash } from 'node:crypto';
import { readQuantity } from '~/features/cart/sheet/sheet';
import { resolveCodes } from '~/features/catalogue/cards.server';
import { noteText } from '~/features/checkout/calls/note.server';
import type { CustomerRequest } from '~/http/page';
import { isUpstreamFailure } from '~/kernel/failure';
import { done, refused, type Outcome } from '~/kernel/outcome';
import type { Quotation } from '../quotation';
import type { Draft } from '../quotation-calls.server';
import { quotationNote, quotationReference } from '../quotation-form';
import { findByReference } from '../quotations.server';

type Faults = Record<string, string>;
type DraftLine = NonNullable<Draft['lines']>[number];

export interface ReadDraft {
  /** Null: nothing was changed. */
  draft: Draft | null;
  /** Name of the product that was added by its code. */
  added: string | null;
}

/** Tells whether a draft is still the one that a form was made from. */
export const versionOf = ({ reference, note, lines }: Quotation): string =>
  createHash('sha256')
    .update(JSON.stringify([reference, note, lines.map(({ id, quantity }) => [id, quantity])]))
    .digest('base64url')
    .slice(0, 12);

async function readReference(
  page: CustomerRequest,
  quotation: Quotation,
  typed: string,
  faults: Faults,
): Promise<string> {
  const known = quotation.reference ?? '';
  const read = quotationReference(page.t).safeParse(typed);
  if (!read.success) {
    faults['reference'] = read.error.issues[0]?.message ?? '';
    return known;
  }
  if (read.data === known) return known;
  if (await findByReference(page, read.data, quotation.id))
    faults['reference'] = page.t('quotations:fault.taken');
  return read.data;
}

function readNote(page: CustomerRequest, typed: string, faults: Faults): string {
  const read = quotationNote(page.t).safeParse(typed.replace(/\r\n?/g, '\n'));
  if (read.success) return read.data;
  faults['note'] = read.error.issues[0]?.message ?? '';
  return typed;
}

function readLines(
  page: CustomerRequest,
  quotation: Quotation,
  form: URLSearchParams,
  faults: Faults,
): DraftLine[] {
  return quotation.lines.flatMap(({ id, productId, quantity: shown }) => {
    if (form.has(`x.${id}`)) return [];
    const typed = form.get(`q.${id}`)?.trim() ?? String(shown);
    const line = { lineId: id, productId, quantity: shown };
    if (typed === String(shown)) return [line];
    const { quantity, refusal } = readQuantity(typed);
    if (quantity === null)
      faults[`q.${id}`] = page.t(`cart:sheet.refusal.${refusal ?? 'not-a-number'}`);
    return [{ ...line, quantity: quantity ?? shown }];
  });
}

async function byCode(page: CustomerRequest, quotation: Quotation, code: string, faults: Faults) {
  const { t } = page;
  try {
    const [card, other] = (await resolveCodes(page, [code])).get(code) ?? [];
    if (!card || other)
      faults['code'] = t(card ? 'home:scan.several' : 'home:scan.unknown', { code });
    else if (quotation.lines.some(({ productId }) => productId === card.id))
      faults['code'] = t('quotations:fault.present');
    else return card;
  } catch (error) {
    if (!isUpstreamFailure(error) || error.service !== 'search') throw error;
    faults['code'] = t('wishlists:fault.noCatalogue');
  }
  return null;
}

async function readNewLine(
  page: CustomerRequest,
  quotation: Quotation,
  form: URLSearchParams,
  faults: Faults,
) {
  const code = (form.get('code') ?? '').trim().slice(0, 64);
  if (code === '') return null;
  const typed = (form.get('n') ?? '').trim();
  const { quantity, refusal } = readQuantity(typed === '' ? '1' : typed);
  if (quantity === null) {
    faults['n'] = page.t(`cart:sheet.refusal.${refusal ?? 'not-a-number'}`);
    return null;
  }
  const card = await byCode(page, quotation, code, faults);
  return card ? { name: card.name, line: { lineId: null, productId: card.id, quantity } } : null;
}

export async function readDraft(
  page: CustomerRequest,
  quotation: Quotation,
  form: URLSearchParams,
): Promise<Outcome<ReadDraft, { kind: 'faults'; faults: Faults }>> {
  const faults: Faults = {};
  const note = readNote(page, form.get('note') ?? '', faults);
  const kept = readLines(page, quotation, form, faults);
  const [reference, added] = await Promise.all([
    readReference(page, quotation, form.get('reference') ?? '', faults),
    readNewLine(page, quotation, form, faults),
  ]);
  if (Object.keys(faults).length > 0) return refused({ kind: 'faults', faults });
  const lines = [...kept, ...(added ? [added.line] : [])];
  const before = quotation.lines.map(({ id, productId, quantity }) => ({
    lineId: id,
    productId,
    quantity,
  }));
  const sameLines = JSON.stringify(lines) === JSON.stringify(before);
  const sameHead = reference === quotation.reference && note === noteText(quotation.note);
  const draft = { reference, note, lines: sameLines ? null : lines };
  return done({ draft: sameLines && sameHead ? null : draft, added: added?.name ?? null });
}
