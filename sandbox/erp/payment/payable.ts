/** The payable: a signed text that identifies what is to be paid (contract/erp.md 12.1). Whoever has it may pay. */
import { z } from 'zod';
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { Refusal } from '../protocol/exchange';
import { readSigned, signText } from '../protocol/signed-text';
import { totalOf } from '../sale/amounts';
import type { SaleRecord } from '../store/records';

const PayableClaims = z.object({
  payable_id: z.number(),
  payable_model: z.literal('sale.order'),
  payable_reference: z.string(),
  amount: z.number(),
  currency_id: z.number(),
  partner_id: z.number(),
  company_id: z.number(),
  transaction_id: z.number().nullable(),
});
export type PayableClaims = z.infer<typeof PayableClaims>;

export const EURO_ID = 1;

export function claimsFor(sale: SaleRecord): PayableClaims {
  return {
    payable_id: sale.id,
    payable_model: 'sale.order',
    payable_reference: sale.name,
    amount: totalOf(sale),
    currency_id: EURO_ID,
    partner_id: sale.customerId,
    company_id: 1,
    transaction_id: null,
  };
}

export function signPayable(erp: ErpState, claims: PayableClaims): string {
  return signText(claims, `payable ${erp.secret}`);
}

export const forbidden = () => new Refusal(403, 'Forbidden');

export function readPayable(erp: ErpState, payable: string): PayableClaims {
  const claims = PayableClaims.safeParse(readSigned(payable, `payable ${erp.secret}`));
  if (!claims.success) throw forbidden();
  return claims.data;
}

/**
 * Rejects an outdated payable, or one of a cart that has been ordered since. With the quirk `stale-payable` the ERP
 * accepts both with the old amount.
 */
export function refuseStale(erp: ErpState, claims: PayableClaims): void {
  if (erp.quirks.has('stale-payable')) return;
  const sale = erp.store.sales.get(claims.payable_id);
  const open = sale?.typology === 'cart' && sale.raw === 'draft';
  if (!open || totalOf(sale) !== claims.amount) throw forbidden();
}

const TAGS: Record<Lang, string> = { fr: 'fr-BE', nl: 'nl-BE', en: 'en-GB' };

export function paymentData(payable: string, claims: PayableClaims, lang: Lang) {
  const formatted = new Intl.NumberFormat(TAGS[lang], { style: 'currency', currency: 'EUR' });
  return {
    payable,
    payable_reference: claims.payable_reference,
    amount: claims.amount,
    currency_code: 'EUR',
    amount_formatted: formatted.format(claims.amount),
  };
}
