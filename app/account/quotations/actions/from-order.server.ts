/**
 * Creates a quotation with the products and quantities of a past order (ORD-02). Products that the catalogue no longer
 * has are left out, and the reference names the order.
 */
import { forgetQuotationCounts } from '~/account/quotations/quotation-counts.server';
import { askAboutForm } from '~/ordering/cart/unusual-quantity.server';
import type { Order } from '~/ordering/orders/order';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { about, keyOf, submitForm } from '~/base/page/forms/submit.server';
import type { CustomerRequest } from '~/base/page/page';
import { plainAnswer } from '~/base/ui/form/answers';
import { links } from '~/base/i18n/links';
import { refused } from '~/base/kernel/outcome';
import {
  createReferenced,
  freeReference,
  leftOutNotices,
  linesInCatalogue,
  type CreateRefusal,
  type UnusualLines,
} from './create.server';

function piecesOf({ lines }: Order): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { productId, quantity, isReward } of lines)
    if (!isReward) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  return pieces;
}

export function quoteFromOrder(page: CustomerRequest, order: Order, form: URLSearchParams) {
  const { t, locale } = page;
  return submitForm<
    CreateRefusal | UnusualLines | { kind: 'nothing' },
    ReturnType<ReturnType<typeof plainAnswer>>
  >(page, {
    key: keyOf(form),
    act: async () => {
      const lines = await linesInCatalogue(page, piecesOf(order));
      if (lines.length === 0) return refused({ kind: 'nothing' });
      const ask = await askAboutForm(page, form, lines);
      if (ask.length > 0) return refused({ kind: 'unusual', ask });
      const reference = t('orders:again.quotationReference', { name: order.name });
      return createReferenced(page, { reference: await freeReference(page, reference), lines });
    },
    done: async (id) => {
      forgetQuotationCounts(page);
      const bought = order.lines.filter(({ isReward }) => !isReward);
      const names = new Map(bought.map(({ productId, name }) => [productId, name]));
      return redirectWithNotice(page, links.quotation(locale, Number(id)), [
        { tone: 'ok', text: t('orders:again.quoted', { name: order.name }) },
        ...(await leftOutNotices(page, names)),
      ]);
    },
    refused: (refusal) =>
      refusal.kind === 'unusual'
        ? { status: 422, ask: refusal.ask }
        : about(409, t('orders:again.notQuoted')),
    answer: plainAnswer(form),
  });
}
