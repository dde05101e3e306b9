/** Compares the amounts of random quotations on their page (`priced-sales.ts`). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bought,
  centsIn,
  expectPrice,
  expectTotals,
  profiles,
  saleOf,
} from '../../../tests/support/priced-sales';
import { said } from '../../../tests/support/said';
import { isOnRequest, isUnanswered, type Quotation } from './quotation';
import { QuotationWire } from './quotations.server';
import { QuotationLines } from './views/quotation-lines';
import { QuotationPage, type QuotationView } from './views/quotation-page';

const viewOf = (quotation: Quotation): QuotationView => ({
  quotation,
  customerRef: null,
  actions: [],
  mayNotAccept: false,
  onRequest: [],
  withdrawn: [],
  unchecked: [],
  lines: quotation.lines.map((line) => ({ line, card: null, free: null })),
  madeToOrder: [],
  note: null,
  noteText: '',
  shown: {},
  cartLines: 0,
});

it('PRICE-01 QUO-01 amounts on a quotation add up to the ERP’s totals, and it shows only discounts that the ERP states', () => {
  fc.assert(
    fc.property(
      fc.array(bought, { minLength: 1, maxLength: 6 }),
      profiles,
      fc.constantFrom('customer_request', 'waiting_acceptation', 'accepted', null),
      (lines, profile, state) => {
        const told = saleOf(lines, profile);
        const sent = state === null ? {} : { quotation_state: state };
        const quotation = QuotationWire.parse({ ...told.sale, ...sent, state: 'sent' });
        const view = viewOf(quotation);
        const [totals = ''] = said(<QuotationPage view={view} answer={null} />, ' ').split(
          'Needle',
        );
        if (told.total > 0) expectTotals(totals, told);
        else expect(centsIn(totals).every((amount) => amount === 0)).toBe(true);
        const later = isUnanswered(quotation);
        const table = <QuotationLines lines={view.lines} fields={null} later={later} />;
        const rows = said(table, ' ').split('Needle').slice(1);
        expect(rows).toHaveLength(lines.length);
        for (const [index, row] of rows.entries()) {
          const [line, asked] = [quotation.lines[index], lines[index]];
          if (!line || !asked) throw new Error('a line is missing');
          // A price below a ten-thousandth of a euro is displayed as a price on request, without an amount.
          const amount = told.priced[index]?.untaxed;
          expect(centsIn(row).at(-1) ?? 0, row).toBe(amount);
          if (amount !== 0 && !isOnRequest(line)) expectPrice(row, asked, profile);
        }
      },
    ),
    { numRuns: 200 },
  );
});
