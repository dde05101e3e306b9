/** Orders one line by a code typed or scanned on the home page: SKU, CNK, EAN or supplier code (CART-10). */
import { askNotices } from '~/ordering/cart/unusual-quantity.server';
import {
  addLines,
  noticesOf,
  refusalOfFate,
  splitRepeatedLines,
} from '~/ordering/cart/add-lines.server';
import {
  besideCode,
  codesBeside,
  maxEntered,
  otherReading,
  parseScan,
  quantityOf,
  type TypedLine,
} from '~/ordering/quick-order/lines';
import { noPack } from '~/catalogue/products/codes/gs1';
import { areSeveralLabels } from '~/catalogue/products/codes/product-code';
import { readCodes, resolveRead } from '~/catalogue/products/cards.server';
import type { NoticeMessage } from '~/base/page/notice';
import { shortenQuantity } from '~/base/kernel/quantity';
import type { CustomerRequest } from '~/base/page/page';

interface TypedCode {
  code: string;
  quantity: string;
  /**
   * The rejected code that the field contained when the page was rendered; a scanner may have typed before or after it.
   */
  stood: string;
  /** The unusually large total that the customer has confirmed; 0 for none. */
  sure: number;
}

/** Why the shop rejected a code; displayed at the code field. */
export const codeRefusals = [
  'unknown',
  'several',
  'quantity',
  'behindLabel',
  'notOrderable',
] as const;
export type CodeRefusal = (typeof codeRefusals)[number];

export interface CodeAnswer {
  notices: NoticeMessage[];
  /** The question about an unusual quantity. */
  ask?: NoticeMessage[];
  /**
   * Input to show in the field again after a rejection. `why` is null if a notice already gives the reason. `left` is
   * null after success.
   */
  left: { code: string; quantity: string; why: CodeRefusal | null } | null;
}

/**
 * Interpretations of the code field: the whole input, or what a scanner added to the rejected code if that is itself a
 * code. For each of them, also the word in it that looks like a code.
 */
function readings({ code, stood }: TypedCode): TypedLine[] {
  const isAround = stood !== '' && code !== stood;
  const behind = isAround && code.startsWith(stood) ? code.slice(stood.length) : '';
  const before = isAround && code.endsWith(stood) ? code.slice(0, -stood.length) : '';
  const lines = [code, behind, before].flatMap((text) => parseScan(text) ?? []);
  return [...lines, ...lines.flatMap((line) => otherReading(line) ?? [])];
}

export async function orderByCode(
  page: CustomerRequest,
  typed: TypedCode,
  formKey: string,
): Promise<CodeAnswer> {
  const { t } = page;
  const left = { code: typed.code.slice(0, maxEntered), quantity: shortenQuantity(typed.quantity) };
  const refused = (why: CodeRefusal): CodeAnswer => ({ notices: [], left: { ...left, why } });
  const read = readings(typed);
  const [whole] = read;
  if (!whole) return { notices: [{ tone: 'info', text: t('home:scan.nothing') }], left: null };
  const codes = await readCodes(read.flatMap((line) => [line.code, ...codesBeside(line)]));
  const found = await resolveRead(page, codes);
  const line = read.find(({ code }) => (found.get(code) ?? []).length > 0) ?? whole;
  const { code } = line;
  const { count } = codes.get(code) ?? noPack;
  const inField = line.behind === undefined ? besideCode(typed.quantity) : '';
  // A quantity entered in its field replaces the one with the code.
  const { quantity: withCode } = quantityOf(line, count);
  const isReplaced = withCode !== null && inField.trim() !== '';
  const quantity = isReplaced ? quantityOf({ ...line, typed: inField }).quantity : withCode;
  if (quantity === null) return refused(line.behind === undefined ? 'quantity' : 'behindLabel');
  const [card, other] = found.get(code) ?? [];
  if (!card) return refused(areSeveralLabels(code) ? 'behindLabel' : 'unknown');
  const beside = codesBeside(line).flatMap((one) => found.get(one) ?? []);
  if (other || beside.some(({ id }) => id !== card.id)) return refused('several');
  if (!card.orderable.ok) return refused('notOrderable');
  const lines = [{ productId: card.id, quantity }];
  const cards = new Map([[card.id, card]]);
  const sure = new Map([[card.id, typed.sure]]);
  const report = await addLines(page, lines, formKey, { cards, sure });
  const [asked] = report.asked;
  if (asked && !report.full) {
    const { total } = asked;
    const fields = [
      ['code', card.sku ?? code],
      ['n', String(quantity)],
    ] as const;
    const ask = askNotices(page, [{ name: card.name, quantity, total }], {
      action: page.url.pathname + page.url.search,
      fields,
      sure: String(total),
    });
    return { notices: [], ask, left: { ...left, why: null } };
  }
  const { said: done, again } = splitRepeatedLines(page, report, sure);
  const notices = noticesOf(page, { ...report, done });
  if ((count !== null || line.typed !== '') && withCode !== quantity)
    notices.push({
      tone: 'info',
      text: t('cart:quick.line.replaced', { counts: String(withCode) }),
    });
  // The code stays in the field, so that the customer can post it again to add the product a second time.
  if (again.length > 0) {
    const text = `${t('cart:sheet.repeated', { count: 1 })} ${t('cart:sheet.addAgain')}`;
    notices.push({ tone: 'info', text });
  }
  const isTaken =
    !report.full && again.length === 0 && done.every(({ fate }) => refusalOfFate(fate) === null);
  return { notices, left: isTaken ? null : { ...left, why: null } };
}
