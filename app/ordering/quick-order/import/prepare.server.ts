/**
 * Resolves the lines of an order file and stores them as a draft (ACC-01). When the search engine is unavailable, codes
 * that look like a SKU are sent unchecked: the ERP reports those that it does not know.
 */
import type { CustomerRequest } from '~/base/page/page';
import { redirect } from '~/base/framework/server';
import { links } from '~/base/i18n/links';
import type { OrderFile } from '../csv/order-file';
import { splitIgnoredRows } from '../passed-rows';
import { inTurns, mapInTurns } from '~/base/page/in-turns.server';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import { knownCodes } from '../known-codes.server';
import { cardsOf, unitPriceAt, type QuickLine } from '../quick-order';
import { codesOf, resolved, unreadable } from '../resolve.server';
import { quantityOf } from '../lines';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { findMost, limitOf, type Limit } from '~/ordering/cart/unusual-quantity.server';
import { isPackShown, packIn } from '~/catalogue/products/codes/gs1';
import { amountOf } from '~/base/kernel/money';
import { confirmedLines, type Draft, type DraftLine } from './draft';
import { keepDraft, markOf } from './draft-store.server';

/** SKUs that the ERP's file format can contain: the format has no quotes (contract/erp.md 9.10). */
const sendable = /^[^\s;"'=+@][^;"\r\n\t]{0,63}$/;
const plainCode = /^[\w./-]{2,40}$/;

/** Amount of a line with an unusual quantity, if the customer confirms it. */
function amountAsked({ card, quantity, before }: QuickLine): QuickLine['amount'] {
  const unit = card && quantity !== null ? unitPriceAt(card, before + quantity) : null;
  return unit === null || quantity === null ? null : amountOf(unit, quantity);
}

function draftLine(line: QuickLine, number: number, limit: Limit): DraftLine {
  const { entered, typed, card, before } = line;
  const shown = {
    number,
    entered: entered.slice(0, 80),
    typed: typed.slice(0, 40),
    before,
    // Pack data to display in the preview, if the label has any.
    pack: isPackShown(line) || line.count !== null ? packIn(line) : undefined,
  };
  if (line.fault?.kind === 'unchecked' && plainCode.test(line.code)) {
    const { quantity, refusal } = quantityOf(line);
    const isUnusual = quantity !== null && quantity > limit({ sku: line.code });
    const fault = isUnusual ? ({ kind: 'unusual', total: quantity } as const) : null;
    return {
      ...shown,
      quantity,
      productId: null,
      sku: line.code,
      title: '',
      presentation: '',
      amount: null,
      fault: refusal ? unreadable(typed, refusal) : fault,
    };
  }
  const sku = card?.sku && sendable.test(card.sku) ? card.sku : null;
  return {
    ...shown,
    quantity: line.quantity,
    productId: card?.id ?? null,
    sku,
    title: card?.title.slice(0, 200) ?? '',
    presentation: card?.presentation.slice(0, 200) ?? '',
    name: card?.name.slice(0, 200),
    amount: line.fault?.kind === 'unusual' ? amountAsked(line) : line.amount,
    fault: line.fault ?? (sku === null ? { kind: 'no-sku' } : null),
  };
}

/** Stores the file as a draft and redirects to its preview. */
export async function toPreview(
  page: CustomerRequest,
  file: OrderFile & { name: string },
): Promise<Response> {
  const known = await knownCodes(page, await inTurns(codesOf(file.lines)));
  const limit = await limitOf(page);
  const held = await cartQuantities(page);
  const cards = cardsOf(known);
  const mostOf = await findMost(page, [...cards.keys()], { cards });
  const { lines: resolvedLines } = await resolved(file.lines, known, mostOf, held);
  const numbered = resolvedLines.map((line, index) => ({
    ...line,
    number: file.lines[index]?.number ?? index + 1,
  }));
  const { kept, apart } = await inTurns(splitIgnoredRows(numbered));
  const lines = await mapInTurns(kept, (line) => draftLine(line, line.number, limit));
  const order = file.head;
  const draft: Draft = {
    token: newIdempotencyKey(page),
    fileName: file.name,
    readAt: page.context.clock.now().getTime(),
    order,
    unchecked: known.fromOrders,
    mark: markOf({ lines: confirmedLines(lines), order }),
    fate: { kind: 'ready', returned: false },
    sure: false,
    passed: [...file.passed, ...apart.map(({ entered }) => entered)],
    notes: file.notes,
    lines,
  };
  await keepDraft(page, draft);
  page.context.log.info(
    {
      event: 'import.read',
      lines: lines.length,
      refused: lines.filter(({ fault }) => fault).length,
    },
    'an order file was read',
  );
  return redirect(links.cartImport(page.locale, draft.token), 303);
}
