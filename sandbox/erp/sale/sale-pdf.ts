/** Prints an order, delivery note, invoice or quotation. */
import type { Lang, Text } from '../../world';
import type { ErpState } from '../call';
import type { SaleRecord } from '../store/records';
import { isGoods, lineCents, sumCents } from './amounts';
import { textPdf } from './pdf';

const WORDS: Record<'qty' | 'untaxed' | 'tax' | 'total' | 'customer', Text> = {
  qty: { fr: 'Qté', nl: 'Aantal', en: 'Qty' },
  untaxed: { fr: 'Total hors TVA', nl: 'Totaal excl. btw', en: 'Total excl. VAT' },
  tax: { fr: 'TVA', nl: 'Btw', en: 'VAT' },
  total: { fr: 'Total TVA comprise', nl: 'Totaal incl. btw', en: 'Total incl. VAT' },
  customer: { fr: 'Client', nl: 'Klant', en: 'Customer' },
};

/** Formats numbers with spaces that the PDF's font contains. */
const numbersOf = (lang: Lang) => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  const tag = { fr: 'fr-BE', nl: 'nl-BE', en: 'en-GB' }[lang];
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' });
  const number = new Intl.NumberFormat(tag);
  return {
    euros: (cents: number) => plain(money.format(cents / 100)),
    pieces: (quantity: number) => plain(number.format(quantity)),
  };
};

/** A printed row has room for about seventy letters beside quantity and amount. */
const cut = (name: string): string => (name.length > 70 ? `${name.slice(0, 69)}…` : name);

export function salePdf(erp: ErpState, sale: SaleRecord, title: string, lang: Lang): Uint8Array {
  const customer = erp.store.customers.get(sale.customerId);
  const sum = sumCents(sale.lines);
  const { euros, pieces } = numbersOf(lang);
  return textPdf(title, [
    `${WORDS.customer[lang]}: ${customer?.ref ?? ''} ${customer?.name ?? ''}`,
    `${sale.dateOrder.slice(0, 10)}  ${sale.clientOrderRef ?? ''}`,
    '',
    ...sale.lines.map((line) => {
      const variant = isGoods(line) ? erp.variants.name(line.productId, lang) : null;
      const name = variant ?? line.name;
      const amount = euros(lineCents(line).untaxed);
      return `${WORDS.qty[lang]} ${pieces(line.qty)}  ${amount}  ${cut(name)}`;
    }),
    '',
    `${WORDS.untaxed[lang]}: ${euros(sum.untaxed)}`,
    `${WORDS.tax[lang]}: ${euros(sum.tax)}`,
    `${WORDS.total[lang]}: ${euros(sum.untaxed + sum.tax)}`,
  ]);
}
