/** Adds a product to a wishlist or a draft quotation, existing or new; reports a product that is already there. */
import { readQuantity } from '~/ordering/order-sheet/sheet';
import { createReferenced, type UnusualLines } from '~/account/quotations/actions/create.server';
import { askAboutForm } from '~/ordering/cart/unusual-quantity.server';
import { actionsOf } from '~/account/quotations/quotation';
import { addToQuotation } from '~/account/quotations/quotation-calls.server';
import { quotationReference } from '~/account/quotations/quotation-form';
import { findQuotation } from '~/account/quotations/quotations.server';
import { createNamed } from '~/account/wishlists/actions/create.server';
import { quantityOn, type WishlistLine } from '~/account/wishlists/wishlist';
import { wordsFor } from '~/base/page/forms/parse-form.server';
import { listName } from '~/account/wishlists/wishlist-form';
import { findWishlist, putOnWishlist } from '~/account/wishlists/wishlists.server';
import type { CustomerRequest } from '~/base/page/page';
import { refused, type Outcome } from '~/base/kernel/outcome';
import type { SaveKind } from './save-product';

type Faults = Readonly<Record<string, string>>;
export type AddRefusal =
  | { kind: 'gone' }
  | { kind: 'not-accepted' }
  | { kind: 'not-installed' }
  | { kind: 'faults'; faults: Faults }
  | UnusualLines;

type Put = Promise<Outcome<string, AddRefusal>>;

const faulty = (faults: Faults) => refused({ kind: 'faults' as const, faults });

async function onNew(
  page: CustomerRequest,
  kind: SaveKind,
  typed: string,
  line: WishlistLine,
): Put {
  const { t } = page;
  const read = (kind === 'list' ? listName(t) : quotationReference(t)).safeParse(typed, {
    error: wordsFor(t),
  });
  if (!read.success) return faulty({ name: read.error.issues[0]?.message ?? '' });
  const outcome =
    kind === 'list'
      ? await createNamed(page, { name: read.data, lines: [line] })
      : await createReferenced(page, { reference: read.data, lines: [line] });
  if (outcome.ok) return outcome;
  switch (outcome.refusal.kind) {
    case 'name-taken':
      return faulty({ name: t('wishlists:fault.taken') });
    case 'reference-taken':
      return faulty({ name: t('quotations:fault.taken') });
    case 'not-installed':
      return refused({ kind: 'not-installed' });
    default:
      return refused({ kind: 'not-accepted' });
  }
}

async function onList(page: CustomerRequest, id: number, line: WishlistLine): Put {
  const list = await findWishlist(page, id);
  if (!list) return refused({ kind: 'gone' });
  if (quantityOn(list, line.productId) !== null)
    return faulty({ to: page.t('wishlists:fault.present') });
  const outcome = await putOnWishlist(page, list, line);
  if (outcome.ok) return { ok: true, value: String(id) };
  return refused({ kind: outcome.refusal.kind === 'gone' ? 'gone' : 'not-accepted' });
}

async function onDraft(page: CustomerRequest, id: number, line: WishlistLine): Put {
  const draft = await findQuotation(page, id);
  if (!draft || !actionsOf(draft).includes('edit')) return refused({ kind: 'gone' });
  if (draft.lines.some(({ productId }) => productId === line.productId))
    return faulty({ to: page.t('quotations:fault.present') });
  const outcome = await addToQuotation(page, id, line);
  if (outcome.ok) return { ok: true, value: String(id) };
  const { kind } = outcome.refusal;
  return refused({ kind: kind === 'gone' || kind === 'wrong-state' ? 'gone' : 'not-accepted' });
}

/** Returns the id of the wishlist or quotation that now contains the product. */
export async function addToListOrQuotation(
  page: CustomerRequest,
  form: URLSearchParams,
  { kind, productId }: { kind: SaveKind; productId: number },
): Put {
  const typed = (form.get('n') ?? '').trim();
  const { quantity, refusal } = readQuantity(typed === '' ? '1' : typed);
  if (quantity === null)
    return faulty({ n: page.t(`cart:sheet.refusal.${refusal ?? 'not-a-number'}`) });
  const line = { productId, quantity };
  const ask = kind === 'quotation' ? await askAboutForm(page, form, [line]) : [];
  if (ask.length > 0) return refused({ kind: 'unusual', ask });
  const to = form.get('to') ?? 'new';
  if (to === 'new') return onNew(page, kind, form.get('name') ?? '', line);
  if (!/^[1-9]\d{0,9}$/.test(to)) return refused({ kind: 'gone' });
  return kind === 'list' ? onList(page, Number(to), line) : onDraft(page, Number(to), line);
}
