/** Reads the edit form of a list: `name`, `q.ID`, `p.ID` and `x.ID` of each row, `code` and `n` of a new one. */
import { readQuantity } from '~/features/cart/sheet/sheet';
import { resolveCodes } from '~/features/catalogue/cards.server';
import type { CustomerRequest } from '~/http/page';
import { isUpstreamFailure } from '~/kernel/failure';
import { done, refused, type Outcome } from '~/kernel/outcome';
import {
  changedLines,
  namesake,
  quantityOn,
  readRows,
  type TypedRow,
  type Wishlist,
  type WishlistLine,
} from '../wishlist';
import { listName } from '../wishlist-form';
import { listWishlists } from '../wishlists.server';

type Faults = Record<string, string>;

interface Edit {
  /** Null: nothing was changed. */
  change: { name?: string; lines?: readonly WishlistLine[] } | null;
  /** Name of the product that was added by its code. */
  added: string | null;
}

function typedRows(form: URLSearchParams): TypedRow[] {
  return [...form].flatMap(([field, quantity]) => {
    const id = /^q\.([1-9]\d{0,9})$/.exec(field)?.[1];
    if (id === undefined) return [];
    const removed = form.has(`x.${id}`);
    return [{ productId: Number(id), quantity, place: form.get(`p.${id}`) ?? '', removed }];
  });
}

async function readName(page: CustomerRequest, list: Wishlist, typed: string, faults: Faults) {
  const read = listName(page.t).safeParse(typed);
  if (!read.success) {
    faults['name'] = read.error.issues[0]?.message ?? '';
    return list.name;
  }
  if (read.data === list.name) return list.name;
  const others = (await listWishlists(page)) ?? [];
  if (namesake(others, read.data, list.id)) faults['name'] = page.t('wishlists:fault.taken');
  return read.data;
}

/** The product that a typed code means, or null with the fault said. */
async function byCode(page: CustomerRequest, list: Wishlist, code: string, faults: Faults) {
  const { t } = page;
  try {
    const [card, other] = (await resolveCodes(page, [code])).get(code) ?? [];
    if (!card || other)
      faults['code'] = t(card ? 'home:scan.several' : 'home:scan.unknown', { code });
    else if (quantityOn(list, card.id) !== null) faults['code'] = t('wishlists:fault.present');
    else return card;
  } catch (error) {
    if (!isUpstreamFailure(error) || error.service !== 'search') throw error;
    faults['code'] = t('wishlists:fault.noCatalogue');
  }
  return null;
}

async function readNewLine(
  page: CustomerRequest,
  list: Wishlist,
  form: URLSearchParams,
  faults: Faults,
) {
  const code = (form.get('code') ?? '').trim().slice(0, 64);
  if (code === '') return null;
  const typed = (form.get('n') ?? '').trim();
  const { quantity, refusal } = readQuantity(typed === '' ? '1' : typed);
  if (quantity === null) {
    faults['n'] = page.t(`cart:sheet.refusal.${refusal ?? 'not-a-number'}`);
    return null;
  }
  const card = await byCode(page, list, code, faults);
  return card ? { name: card.name, line: { productId: card.id, quantity } } : null;
}

export async function readEdit(
  page: CustomerRequest,
  list: Wishlist,
  form: URLSearchParams,
): Promise<Outcome<Edit, { kind: 'faults'; faults: Faults }>> {
  const faults: Faults = {};
  const rows = readRows(list, typedRows(form), readQuantity);
  for (const [id, fault] of rows.faults) {
    if (fault.quantity) faults[`q.${id}`] = page.t(`cart:sheet.refusal.${fault.quantity}`);
    if (fault.place) faults[`p.${id}`] = page.t('wishlists:fault.place');
  }
  const [name, added] = await Promise.all([
    readName(page, list, form.get('name') ?? list.name, faults),
    readNewLine(page, list, form, faults),
  ]);
  if (Object.keys(faults).length > 0) return refused({ kind: 'faults', faults });
  const lines = [...changedLines(list, rows), ...(added ? [added.line] : [])];
  const isSame = JSON.stringify(lines) === JSON.stringify(list.lines);
  const change = {
    ...(name === list.name ? {} : { name }),
    ...(isSame ? {} : { lines }),
  };
  return done({
    change: Object.keys(change).length > 0 ? change : null,
    added: added?.name ?? null,
  });
}
