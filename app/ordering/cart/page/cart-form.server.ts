/**
 * Parses the form of the cart page: changed quantities (`q.`, with the displayed quantity in `b.`) and the pressed
 * button (`less`, `more`, `drop`, `back`, or `do=update`, `do=checkout`). Unchanged lines are left out, because the ERP
 * may hold more pieces than the field accepts, or a fraction of a piece.
 *
 * An entered quantity is a target, a button is a step: from the entered quantity, if its line has one. The uuid of each
 * transaction derives from the form key and the requested change. A repeated press therefore counts once, and another
 * quantity from the same page still counts. The uuid of an undo derives from the removal alone. All edits apply to the
 * cart of that page (`cart`): once it is ordered, they do not change the next cart.
 */
import type { SheetRefusal } from '~/ordering/order-sheet/sheet';
import { readQuantity } from '~/base/kernel/quantity';
import { firstValues } from '~/base/page/forms/first-values';
import { formUuid, readFormKey } from '~/base/page/forms/form-uuid.server';
import { maxOptions } from '../queue/island-wire';
import type { Edit } from '../sync/form-sync.server';
import { LineOptions, ProductId } from '../sync/line-options.server';
import type { TakenOut } from '../sync/ledger.server';
import { lineLimits, undoUuid, type LineKey, type Options, type Quantities } from '../transaction';

export interface CartForm {
  formKey: string;
  /** uuid of the displayed cart. */
  cart: string | undefined;
  shown: Quantities;
  /** Lines whose input differs from the displayed quantity. */
  lines: readonly { key: LineKey; typed: string; shown: number }[];
  press: { kind: 'less' | 'more' | 'drop'; key: LineKey } | null;
  /** Lines to restore, by their `undo` (`TakenOutLine`). */
  back: readonly string[];
}

const presses = ['less', 'more', 'drop'] as const;
const maxCart = 64;

/** uuid of the cart on the page that posted the form. */
export const cartOf = (form: URLSearchParams): string | undefined =>
  form.get('cart')?.slice(0, maxCart) || undefined;

export function readCartForm(form: URLSearchParams): CartForm {
  const formKey = readFormKey(form);
  const values = firstValues(form);
  const shown = new Map<LineKey, number>();
  const lines = [...form].flatMap(([name, typed]) => {
    if (!name.startsWith('q.')) return [];
    const key = name.slice(2);
    const before = values.get(`b.${key}`) ?? '';
    const quantity = Number(before);
    if (!Number.isFinite(quantity)) return [];
    shown.set(key, quantity);
    return typed === before ? [] : [{ key, typed, shown: quantity }];
  });
  const kind = presses.find((one) => form.has(one));
  const key = kind ? form.get(kind) : null;
  const press = kind && key ? { kind, key } : null;
  const cart = cartOf(form);
  return { formKey, cart, shown, back: form.getAll('back'), ...withStep(lines, press) };
}

const stepOf = (press: CartForm['press']): number =>
  press?.kind === 'more' ? 1 : press?.kind === 'less' ? -1 : 0;

/** Adds the step of the pressed button to the quantity that the customer entered in the same line, if it has one. */
function withStep(
  lines: CartForm['lines'],
  press: CartForm['press'],
): Pick<CartForm, 'lines' | 'press'> {
  const entered = lines.find(({ key }) => key === press?.key);
  const { quantity } = readQuantity(entered?.typed ?? '', lineLimits);
  const step = stepOf(press);
  if (!entered || quantity === null || step === 0) return { lines, press };
  const stepped = { ...entered, typed: String(Math.max(0, quantity + step)) };
  return { lines: lines.map((line) => (line === entered ? stepped : line)), press: null };
}

/** Edits that restore removed lines. Leaves out lines that are already restored, or that were removed too long ago. */
export const editsBack = (
  back: readonly string[],
  cart: string | undefined,
  takenOut: readonly TakenOut[],
): Edit[] =>
  takenOut
    .filter(({ uuid }) => back.includes(undoUuid(uuid)))
    .map(({ uuid, productId, options, quantity }) => ({
      uuid: undoUuid(uuid),
      productId,
      options,
      quantity: -quantity,
      cart,
      isBack: true,
    }));

/** Maximum length of a line key of this shop: an id and options. */
const maxKey = 11 + maxOptions;

/** Parses product and options from a line key; null if the shop has not created such a key. */
export function addressOf(key: LineKey): { productId: number; options?: Options } | null {
  const [, id, text] = /^(\d{1,10})(?:\|(\{.*\}))?$/.exec(key.length > maxKey ? '' : key) ?? [];
  const productId = ProductId.safeParse(Number(id));
  if (!productId.success) return null;
  if (text === undefined) return { productId: productId.data };
  try {
    return { productId: productId.data, options: LineOptions.parse(JSON.parse(text)) };
  } catch {
    return null;
  }
}

interface CartEdits {
  /** Valid entered quantities, by line. */
  targets: Quantities;
  edits: (current: Quantities, cart: string | null, takenOut?: readonly TakenOut[]) => Edit[];
  refusals: ReadonlyMap<LineKey, { typed: string; refusal: SheetRefusal }>;
}

export function editsOf({ formKey, cart, shown, lines, press, back }: CartForm): CartEdits {
  const refusals = new Map<LineKey, { typed: string; refusal: SheetRefusal }>();
  const targets = new Map<LineKey, number>();
  for (const { key, typed, shown } of lines) {
    if (press?.key === key && press.kind === 'drop') continue;
    const { quantity, refusal } = readQuantity(typed, lineLimits);
    if (quantity === null) refusals.set(key, { typed, refusal: refusal ?? 'not-a-number' });
    else if (quantity !== shown) targets.set(key, quantity);
  }
  const step = stepOf(press);
  const edits: CartEdits['edits'] = (current, open, takenOut = []) => {
    const made = editsBack(back, cart, takenOut);
    const add = (key: LineKey, name: string, quantity: number, to?: number): void => {
      const address = addressOf(key);
      const uuid = formUuid(formKey, `${key} ${name}`);
      if (address) made.push({ uuid, ...address, quantity, to, cart });
    };
    const isOther = cart !== undefined && cart !== open;
    const now = (key: LineKey): number => (isOther ? shown : current).get(key) ?? 0;
    for (const [key, target] of targets) add(key, `to ${target}`, target - now(key), target);
    if (press?.kind === 'drop') add(press.key, 'drop', -now(press.key), 0);
    else if (press && !refusals.has(press.key) && (step > 0 || now(press.key) > 0))
      add(press.key, press.kind, step);
    return made;
  };
  return { targets, edits, refusals };
}
