/**
 * The cart page's form: quantities that were changed (`q.` beside the quantity that was shown, `b.`), and
 * the pressed button (`less`, `more`, `drop`, `back`, or `do=update`, `do=checkout`). An untouched line is left
 * out: the ERP may hold more pieces than can be typed here, or a fraction of one. A typed quantity is a target, a button a
 * step; both become transactions whose uuids hang on the form's key and on what was asked, so that the
 * same press counts once and another quantity from the same page still counts; what brings a line back hangs on its
 * removal alone. They are for the cart of that page
 * (`cart`): once it is ordered, the next one is not changed by them.
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
  /** The cart that was shown. */
  cart: string | undefined;
  shown: Quantities;
  /** Lines whose text differs from the quantity that was shown. */
  lines: readonly { key: LineKey; typed: string; shown: number }[];
  press: { kind: 'less' | 'more' | 'drop'; key: LineKey } | null;
  /** Lines to bring back, by their `undo` (`TakenOutLine`). */
  back: readonly string[];
}

const presses = ['less', 'more', 'drop'] as const;
const maxCart = 64;

/** The cart of the page that a form comes from. */
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
  return { formKey, cart: cartOf(form), shown, lines, press, back: form.getAll('back') };
}

/** What brings these lines back; nothing for one that is back already, or that went too long ago. */
export const editsBack = (
  back: readonly string[],
  cart: string | undefined,
  takenOut: readonly TakenOut[],
): Edit[] =>
  takenOut
    .filter(({ uuid }) => back.includes(undoUuid(uuid)))
    .map(({ uuid, productId, options, quantity }) => ({
      uuid: undoUuid(uuid),
      ...{ productId, options, quantity: -quantity, cart, isBack: true },
    }));

/** The text of a key beyond which it names no line of this shop: an id, and options. */
const maxKey = 11 + maxOptions;

/** Product and options that a line key names; null when it is not one of this shop. */
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

export interface CartEdits {
  /** Quantities that were typed and can be ordered, by line. */
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
  const step = press?.kind === 'more' ? 1 : press?.kind === 'less' ? -1 : 0;
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
