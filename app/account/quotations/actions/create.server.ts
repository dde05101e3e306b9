/**
 * Creates a quotation. Its reference is required and must be unique (QUO-01), which the ERP does not check. A quotation
 * made from an order or the cart gets a generated reference.
 */
import { joinNames } from '~/base/kernel/first-names';
import { findProductsOrNone } from '~/catalogue/products/products.server';
import type { NoticeMessage } from '~/base/page/notice';
import type { CustomerRequest } from '~/base/page/page';
import { refused, type Outcome } from '~/base/kernel/outcome';
import { createQuotation, type QuotationRefusal, type WantedLine } from '../quotation-calls.server';
import { findByReference } from '../quotations.server';

/** Unusual quantities that the customer has not confirmed: nothing was written. */
export interface UnusualLines {
  kind: 'unusual';
  ask: readonly NoticeMessage[];
}
export type CreateRefusal = QuotationRefusal | { kind: 'reference-taken' };

/** Creates the quotation and returns its id. */
export async function createReferenced(
  page: CustomerRequest,
  wanted: { reference: string; lines: readonly WantedLine[] },
): Promise<Outcome<string, CreateRefusal>> {
  if (await findByReference(page, wanted.reference)) return refused({ kind: 'reference-taken' });
  const outcome = await createQuotation(page, wanted);
  return outcome.ok ? { ok: true, value: String(outcome.value) } : outcome;
}

/**
 * Quotation lines for the products that the catalogue still has, with their quantities. While the catalogue is
 * unavailable, lines for all products.
 */
export async function linesInCatalogue(
  page: CustomerRequest,
  pieces: ReadonlyMap<number, number>,
): Promise<WantedLine[]> {
  const products = await findProductsOrNone(page, [...pieces.keys()]);
  return [...pieces].flatMap(([productId, quantity]) =>
    quantity > 0 && !products?.gone.has(productId) ? [{ productId, quantity }] : [],
  );
}

/** A notice that names the products that the catalogue no longer has, which no quotation can contain. */
export async function leftOutNotices(
  page: CustomerRequest,
  names: ReadonlyMap<number, string>,
): Promise<NoticeMessage[]> {
  const products = await findProductsOrNone(page, [...names.keys()]);
  const left = [...names].flatMap(([id, name]) => (products?.gone.has(id) ? [name] : []));
  if (left.length === 0) return [];
  const text = page.t('quotations:notice.leftOut', { count: left.length, names: joinNames(left) });
  return [{ tone: 'warn', text }];
}

/** A quotation reference that is not in use: `base`, or `base` with a number when another quotation has it. */
export async function freeReference(page: CustomerRequest, base: string): Promise<string> {
  for (let number = 1; number < 20; number += 1) {
    const reference = number === 1 ? base : `${base} (${number})`;
    if (!(await findByReference(page, reference))) return reference;
  }
  return `${base} ${crypto.randomUUID().slice(0, 8)}`;
}
