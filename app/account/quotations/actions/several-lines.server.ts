/**
 * Adds several lines to a draft: a pasted list, parsed as on the quick order page (CART-10), or the cart's lines. A
 * product that the draft already has keeps its quantity and is named in a notice.
 */
import { z } from 'zod';
import { ledgerOf } from '~/ordering/cart/cart.server';
import { findConfirmed } from '~/ordering/cart/confirmed-quantities.server';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { toCart } from '~/ordering/cart/wire/cart-wire.server';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { knownCodes } from '~/ordering/quick-order/known-codes.server';
import { faultText } from '~/ordering/quick-order/import/views/fault-text';
import { faultWords } from '~/ordering/quick-order/line-result';
import { ListNote } from '~/ordering/quick-order/list-columns';
import { isUncounted, maxQuickLines, quantityOf } from '~/ordering/quick-order/lines';
import { splitIgnoredRows } from '~/ordering/quick-order/passed-rows';
import { pastedLines } from '~/ordering/quick-order/pasted.server';
import { codesOf, resolved, unreadable } from '~/ordering/quick-order/resolve.server';
import { firstNames, joinNames } from '~/base/kernel/first-names';
import type { NoticeMessage } from '~/base/page/notice';
import { inTurns } from '~/base/page/in-turns.server';
import type { CustomerRequest } from '~/base/page/page';
import type { WantedLine } from '../quotation-calls.server';
import { leftOutNotices, linesInCatalogue } from './create.server';

type Faults = Record<string, string>;

/** Maximum number of faults described individually; the others are only counted. */
const faultsNamed = 20;

interface ReadLines {
  lines: readonly WantedLine[];
  /** Rows of the pasted list that the parser ignored, as the customer typed them. */
  passed: readonly string[];
  notes: readonly ListNote[];
}
const noLines: ReadLines = { lines: [], passed: [], notes: [] };

/**
 * Parses a pasted list into lines, one per product. When any row is wrong, it returns no lines, and the reasons in
 * `faults`.
 */
async function readPasted(
  page: CustomerRequest,
  typed: string,
  faults: Faults,
): Promise<ReadLines> {
  const { t } = page;
  const read = await pastedLines(typed);
  const tooMany = (count: number): ReadLines => {
    faults['paste'] = t('cart:quick.fault.tooMany', { count });
    return noLines;
  };
  if (!read.ok) {
    if (read.refusal.kind === 'too-many-rows') return tooMany(read.refusal.rows);
    faults['paste'] = faultText(t, read.refusal);
    return noLines;
  }
  if (read.value.lines.length > maxQuickLines) return tooMany(read.value.lines.length);
  const { lines: pasted, notes } = read.value;
  const codes = await inTurns(codesOf(pasted));
  const { lines: all } = await resolved(pasted, await knownCodes(page, codes));
  const numbered = all.map((line, index) => ({ ...line, row: pasted[index]?.number ?? index + 1 }));
  const { kept: lines, apart } = await inTurns(splitIgnoredRows(numbered));
  const passed = [...read.value.passed, ...apart.map(({ entered }) => entered)];
  const pieces = new Map<number, number>();
  const wrong: string[] = [];
  const uncounted = lines.filter(isUncounted).flatMap(({ card }) => card?.name ?? []);
  for (const line of lines) {
    const { card, quantity, fault, code, typed: asked, row } = line;
    // Accepts products that cannot be ordered, because a quotation may ask for them.
    const barred = card && fault?.kind === 'barred' ? quantityOf(line).refusal : undefined;
    const wrongly = barred === undefined ? fault : barred && unreadable(asked, barred);
    if (wrongly) {
      const words = faultWords(t, wrongly, asked);
      const reason = /[.?!]$/.test(words) ? words : `${words}.`;
      wrong.push(t('quotations:fault.line', { line: row, code: card?.name ?? code, reason }));
    } else if (card && quantity !== null)
      pieces.set(card.id, (pieces.get(card.id) ?? 0) + quantity);
  }
  if (wrong.length === 0)
    return {
      lines: [...pieces].map(([productId, quantity]) => ({ productId, quantity })),
      passed,
      notes:
        uncounted.length > 0
          ? [...notes, { kind: 'uncounted', names: joinNames(uncounted) }]
          : notes,
    };
  const more = wrong.length - faultsNamed;
  const rest = more > 0 ? [t('quotations:fault.moreLines', { count: more })] : [];
  faults['paste'] = [...wrong.slice(0, faultsNamed), ...rest].join(' ');
  return noLines;
}

/** The cart's lines whose products the catalogue has. */
export const cartLines = async (page: CustomerRequest): Promise<WantedLine[]> =>
  linesInCatalogue(page, await cartQuantities(page));

/** Unusual quantities of the cart that the customer has confirmed, by product id. */
export async function confirmedInCart(page: CustomerRequest): Promise<ReadonlyMap<number, number>> {
  const { snapshot } = await ledgerOf(page).head();
  return findConfirmed(page, snapshot?.uuid ?? null);
}

/** Notices about the cart's lines and promotions that a quotation cannot contain. */
export async function leftInCart(page: CustomerRequest): Promise<NoticeMessage[]> {
  const { sale } = await ledgerOf(page).cart();
  if (!sale) return [];
  const { lines, promoCodes } = toCart(sale);
  const bought = lines.filter(({ isReward }) => !isReward);
  const rewards = lines.filter(({ isReward }) => isReward).map(({ name }) => name);
  return [
    ...(await leftOutNotices(page, new Map(bought.map((one) => [one.productId, one.name])))),
    ...promotionsStay(page, promoCodes, rewards),
  ];
}

/**
 * Notice about promotions of the cart, whose rewards and codes stay in the cart: the ERP applies them again to an
 * order.
 */
function promotionsStay(
  { t }: CustomerRequest,
  codes: readonly string[],
  rewards: readonly string[],
): NoticeMessage[] {
  if (codes.length > 0) {
    const text = t('quotations:notice.codesStay', { count: codes.length, codes: codes.join(', ') });
    return [{ tone: 'info', text }];
  }
  if (rewards.length === 0) return [];
  return [
    { tone: 'info', text: t('quotations:notice.rewardsStay', { names: firstNames(rewards, '.') }) },
  ];
}

/** The lines that the form adds besides its visible rows (`paste`, `do=cart`); null when it adds none. */
export async function readSeveral(
  page: CustomerRequest,
  form: URLSearchParams,
  faults: Faults,
): Promise<ReadLines | null> {
  const typed = form.get('paste') ?? '';
  const takesCart = form.get('do') === 'cart';
  if (typed.trim() === '' && !takesCart) return null;
  const {
    lines: pasted,
    passed,
    notes,
  } = typed.trim() === '' ? noLines : await readPasted(page, typed, faults);
  const ofCart = takesCart ? await cartLines(page) : [];
  if (takesCart && ofCart.length === 0) faults['paste'] = page.t('quotations:refusal.no-cart');
  const known = new Set(pasted.map(({ productId }) => productId));
  const lines = [...pasted, ...ofCart.filter(({ productId }) => !known.has(productId))];
  return { lines, passed, notes };
}

const Several = z.object({
  added: z.number(),
  present: z.array(z.number()),
  // Results stored by an earlier release lack these properties.
  passed: z
    .object({ count: z.number(), first: z.array(z.string()) })
    .default({ count: 0, first: [] }),
  notes: z.array(ListNote).default([]),
  ofCart: z.boolean().default(false),
});
/** Maximum number of ignored rows in the stored result, equal to the maximum number of lines of a pasted list. */
const passedNamed = maxQuickLines;
type Several = z.output<typeof Several>;

const prefix = 'several ';

/** The stored result of the form, so that a repeated request shows the same notices. */
export function severalResult(
  form: URLSearchParams,
  {
    passed,
    notes,
    ...rest
  }: Pick<Several, 'added' | 'present'> & Pick<ReadLines, 'passed' | 'notes'>,
): string {
  const several: Several = {
    ...rest,
    notes: [...notes],
    passed: { count: passed.length, first: passed.slice(0, passedNamed) },
    ofCart: form.get('do') === 'cart',
  };
  return prefix + JSON.stringify(several);
}

/** How the shop parsed the pasted list; displayed as long as the page stays open (`HowRead`). */
export type ListRead = Pick<ReadLines, 'passed' | 'notes'>;

/** The notices of a stored result of `severalResult`, and how its list was parsed; null for any other result. */
export async function severalNotices(
  page: CustomerRequest,
  result: string,
): Promise<{ notices: NoticeMessage[]; read: ListRead | null } | null> {
  if (!result.startsWith(prefix)) return null;
  const { t } = page;
  const several = Several.parse(JSON.parse(result.slice(prefix.length)));
  const { added, present, passed, notes, ofCart } = several;
  const notices: NoticeMessage[] = [];
  if (added > 0)
    notices.push({ tone: 'ok', text: t('quotations:notice.several', { count: added }) });
  if (present.length > 0) {
    const cards = await findCardsOrNone(page, present);
    const names = firstNames(present.flatMap((id) => cards?.get(id)?.name ?? []));
    const text = t('quotations:notice.present', { count: present.length });
    notices.push({ tone: 'info', text: names ? `${text} (${names}).` : `${text}.` });
  }
  if (ofCart) notices.push(...(await leftInCart(page)));
  const isPlain = passed.count + notes.length === 0;
  return { notices, read: isPlain ? null : { passed: passed.first, notes } };
}
