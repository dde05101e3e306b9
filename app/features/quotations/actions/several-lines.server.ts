/**
 * Lines that come into a draft together: a pasted list, read as on the quick order's page (CART-10), or what the cart
 * holds. What the draft has already keeps its quantity, and is named.
 */
import { z } from 'zod';
import { cartQuantities } from '~/features/cart/quantities.server';
import { findCardsOrNone } from '~/features/catalogue/cards.server';
import { knownCodes } from '~/features/quick-order/known-codes.server';
import { faultWords } from '~/features/quick-order/line-result';
import { maxQuickLines } from '~/features/quick-order/lines';
import { pastedLines } from '~/features/quick-order/pasted.server';
import { codesOf, resolved } from '~/features/quick-order/resolve.server';
import { firstNames } from '~/kernel/first-names';
import type { NoticeMessage } from '~/page/notice';
import type { CustomerRequest } from '~/page/page';
import type { WantedLine } from '../quotation-calls.server';
import { linesInCatalogue } from './create.server';

type Faults = Record<string, string>;

/** Named one by one; the others are counted. */
const faultsNamed = 5;

/** The lines of the list, of one product one; none, and `faults` says why, while any of them is wrong. */
async function readPasted(
  page: CustomerRequest,
  typed: string,
  faults: Faults,
): Promise<readonly WantedLine[]> {
  const { t } = page;
  const read = await pastedLines(typed);
  const count = read.ok ? read.value.lines.length : read.refusal.rows;
  if (!read.ok || count > maxQuickLines) {
    faults['paste'] = t('cart:quick.fault.tooMany', { count });
    return [];
  }
  const pasted = read.value.lines;
  const { lines } = await resolved(pasted, await knownCodes(page, codesOf(pasted)));
  const pieces = new Map<number, number>();
  const wrong: string[] = [];
  for (const [index, { card, quantity, fault, code, typed: asked }] of lines.entries()) {
    // What cannot be ordered is what a quotation is for.
    if (card && quantity !== null && (fault === null || fault.kind === 'barred'))
      pieces.set(card.id, (pieces.get(card.id) ?? 0) + quantity);
    else if (fault) {
      const line = pasted[index]?.number ?? index + 1;
      wrong.push(t('quotations:fault.line', { line, code, reason: faultWords(t, fault, asked) }));
    }
  }
  if (wrong.length === 0)
    return [...pieces].map(([productId, quantity]) => ({ productId, quantity }));
  const more = wrong.length - faultsNamed;
  const rest = more > 0 ? [t('quotations:fault.moreLines', { count: more })] : [];
  faults['paste'] = [...wrong.slice(0, faultsNamed), ...rest].join(' ');
  return [];
}

/** What the cart holds and the catalogue knows. */
export const cartLines = async (page: CustomerRequest): Promise<WantedLine[]> =>
  linesInCatalogue(page, await cartQuantities(page));

/** What the form asks for beside its own lines (`paste`, `do=cart`); null where it asks for nothing. */
export async function readSeveral(
  page: CustomerRequest,
  form: URLSearchParams,
  faults: Faults,
): Promise<readonly WantedLine[] | null> {
  const typed = form.get('paste') ?? '';
  const takesCart = form.get('do') === 'cart';
  if (typed.trim() === '' && !takesCart) return null;
  const pasted = typed.trim() === '' ? [] : await readPasted(page, typed, faults);
  const ofCart = takesCart ? await cartLines(page) : [];
  if (takesCart && ofCart.length === 0) faults['paste'] = page.t('quotations:refusal.no-cart');
  const known = new Set(pasted.map(({ productId }) => productId));
  return [...pasted, ...ofCart.filter(({ productId }) => !known.has(productId))];
}

const Several = z.object({ added: z.number(), present: z.array(z.number()) });
type Several = z.output<typeof Several>;

const prefix = 'several ';

/** What the form remembers of it, to say so as often as it arrives. */
export const severalResult = (several: Several): string => prefix + JSON.stringify(several);

/** The messages of such a result; null for any other. */
export async function severalNotices(
  page: CustomerRequest,
  result: string,
): Promise<NoticeMessage[] | null> {
  if (!result.startsWith(prefix)) return null;
  const { t } = page;
  const { added, present } = Several.parse(JSON.parse(result.slice(prefix.length)));
  const notices: NoticeMessage[] = [];
  if (added > 0)
    notices.push({ tone: 'ok', text: t('quotations:notice.several', { count: added }) });
  if (present.length > 0) {
    const cards = await findCardsOrNone(page, present);
    const names = firstNames(present.flatMap((id) => cards?.get(id)?.name ?? []));
    const text = t('quotations:notice.present', { count: present.length });
    notices.push({ tone: 'info', text: names ? `${text} (${names}).` : `${text}.` });
  }
  return notices;
}
