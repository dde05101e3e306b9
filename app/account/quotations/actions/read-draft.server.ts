/**
 * Parses a draft's form: `reference`, `note`, `q.ID` and `x.ID` of each line, `code` and `n` of a new line, `paste` for
 * several new lines.
 */
import { readLineByCode } from '~/ordering/order-sheet/line-by-code.server';
import { readQuantity } from '~/ordering/order-sheet/sheet';
import { firstValues } from '~/base/page/forms/first-values';
import { noteText } from '~/base/page/untrusted/note-text.server';
import type { CustomerRequest } from '~/base/page/page';
import type { Shown } from '~/base/ui/form/shown-fields';
import { wordsFor } from '~/base/page/forms/parse-form.server';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Quotation } from '../quotation';
import type { Draft } from '../quotation-calls.server';
import { quotationNote, quotationReference } from '../quotation-form';
import { findByReference } from '../quotations.server';
import { confirmedInCart, readSeveral, severalResult } from './several-lines.server';
import { askAboutForm } from '~/ordering/cart/unusual-quantity.server';
import type { UnusualLines } from './create.server';

type Faults = Record<string, string>;
type DraftLine = NonNullable<Draft['lines']>[number];

interface ReadDraft {
  /** The changed draft; null when the form changes nothing. */
  draft: Draft | null;
  /** The result of added lines: the product's name for one code, or `severalResult`; null when the form added none. */
  added: string | null;
}

/** The values that a draft's form shows. */
export const shownFields = ({ reference, note, lines }: Quotation): Shown => ({
  reference: reference ?? '',
  note: noteText(note),
  ...Object.fromEntries(lines.map(({ id, quantity }) => [`q.${id}`, String(quantity)])),
});

async function readReference(
  page: CustomerRequest,
  quotation: Quotation,
  typed: string,
  faults: Faults,
): Promise<string> {
  const known = quotation.reference ?? '';
  const read = quotationReference(page.t).safeParse(typed, { error: wordsFor(page.t) });
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
  const read = quotationNote().safeParse(typed, { error: wordsFor(page.t) });
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
  const values = firstValues(form);
  return quotation.lines.flatMap(({ id, productId, quantity: shown }) => {
    if (values.has(`x.${id}`)) return [];
    const typed = values.get(`q.${id}`)?.trim() ?? String(shown);
    const line = { lineId: id, productId, quantity: shown };
    if (typed === String(shown)) return [line];
    const { quantity, refusal } = readQuantity(typed);
    if (quantity === null)
      faults[`q.${id}`] = page.t(`cart:sheet.refusal.${refusal ?? 'not-a-number'}`);
    return [{ ...line, quantity: quantity ?? shown }];
  });
}

const newLine = ({ productId, quantity }: Omit<DraftLine, 'lineId'>): DraftLine => ({
  lineId: null,
  productId,
  quantity,
});

export async function readDraft(
  page: CustomerRequest,
  quotation: Quotation,
  form: URLSearchParams,
): Promise<Outcome<ReadDraft, { kind: 'faults'; faults: Faults } | UnusualLines>> {
  const faults: Faults = {};
  const note = readNote(page, form.get('note') ?? '', faults);
  const kept = readLines(page, quotation, form, faults);
  const [reference, one, several] = await Promise.all([
    readReference(page, quotation, form.get('reference') ?? '', faults),
    readLineByCode(
      page,
      form,
      {
        has: (id) => quotation.lines.some(({ productId }) => productId === id),
        presentText: page.t('quotations:fault.present'),
      },
      faults,
    ),
    readSeveral(page, form, faults),
  ]);
  if (Object.keys(faults).length > 0) return refused({ kind: 'faults', faults });
  const start = [...kept, ...(one ? [newLine(one)] : [])];
  const there = new Set(start.map(({ productId }) => productId));
  const fresh = several?.lines.filter(({ productId }) => !there.has(productId)) ?? [];
  const lines = [...start, ...fresh.map(newLine)];
  const before = quotation.lines.map(({ id, productId, quantity }) => ({
    lineId: id,
    productId,
    quantity,
  }));
  const shown = new Map(quotation.lines.map(({ id, quantity }) => [id, quantity]));
  const raised = lines.filter((line) => line.quantity > (shown.get(line.lineId ?? 0) ?? 0));
  const isChange = raised.every(({ lineId }) => lineId !== null);
  const confirmed =
    form.get('do') === 'cart' ? await confirmedInCart(page) : new Map<number, number>();
  const ask = await askAboutForm(page, form, raised, { confirmed, isChange });
  if (ask.length > 0) return refused({ kind: 'unusual', ask });
  const sameLines = JSON.stringify(lines) === JSON.stringify(before);
  const sameHead = reference === quotation.reference && note === noteText(quotation.note);
  const draft = { reference, note, lines: sameLines ? null : lines };
  const added = several
    ? severalResult(form, {
        added: lines.length - kept.length,
        present: several.lines.flatMap(({ productId }) =>
          there.has(productId) ? [productId] : [],
        ),
        passed: several.passed,
        notes: several.notes,
      })
    : (one?.name ?? null);
  return done({ draft: sameLines && sameHead ? null : draft, added });
}
