/**
 * A quotation with the products and quantities of a past order (ORD-02): what the catalogue no longer has is
 * left out, and the reference names the order.
 */
import { findCardsOrNone } from '~/features/catalogue/cards.server';
import { forgetQuotationCounts } from '~/features/layout/quotation-counts.server';
import type { Order } from '~/features/orders/order';
import { redirectWithNotice } from '~/page/forms/notices.server';
import { about, keyOf, submit } from '~/page/forms/submit.server';
import type { CustomerRequest } from '~/page/page';
import { plainAnswer } from '~/ui/form/answers';
import { links } from '~/i18n/links';
import { refused } from '~/kernel/outcome';
import type { WantedLine } from '../quotation-calls.server';
import { findByReference } from '../quotations.server';
import { createReferenced, type CreateRefusal } from './create.server';

async function linesOf(page: CustomerRequest, order: Order): Promise<WantedLine[]> {
  const pieces = new Map<number, number>();
  for (const { productId, quantity, isReward } of order.lines)
    if (!isReward && quantity > 0) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  const cards = await findCardsOrNone(page, [...pieces.keys()]);
  return [...pieces].flatMap(([productId, quantity]) =>
    cards === null || cards.has(productId) ? [{ productId, quantity }] : [],
  );
}

/** A second quotation from the same order is numbered: references are the customer's way to tell them apart. */
async function freeReference(page: CustomerRequest, order: Order): Promise<string> {
  const base = page.t('orders:again.quotationReference', { name: order.name });
  for (let number = 1; number < 20; number += 1) {
    const reference = number === 1 ? base : `${base} (${number})`;
    if (!(await findByReference(page, reference))) return reference;
  }
  return `${base} ${crypto.randomUUID().slice(0, 8)}`;
}

export function quoteFromOrder(page: CustomerRequest, order: Order, form: URLSearchParams) {
  const { t, locale } = page;
  return submit<CreateRefusal | { kind: 'nothing' }, ReturnType<ReturnType<typeof plainAnswer>>>(
    page,
    {
      key: keyOf(form),
      act: async () => {
        const lines = await linesOf(page, order);
        if (lines.length === 0) return refused({ kind: 'nothing' });
        return createReferenced(page, { reference: await freeReference(page, order), lines });
      },
      done: (id) => {
        forgetQuotationCounts(page);
        return redirectWithNotice(page, links.quotation(locale, Number(id)), [
          { tone: 'ok', text: t('orders:again.quoted', { name: order.name }) },
        ]);
      },
      refused: () => about(409, t('orders:again.notQuoted')),
      answer: plainAnswer(form),
    },
  );
}
