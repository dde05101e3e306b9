/** Parses the edit form of a list: `name`, `q.ID`, `p.ID` and `x.ID` of each row, `code` and `n` of a new row. */
import { readLineByCode } from '~/ordering/order-sheet/line-by-code.server';
import { readQuantity } from '~/ordering/order-sheet/sheet';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import {
  changedLines,
  namesake,
  quantityOn,
  readRows,
  type TypedRow,
  type Wishlist,
  type WishlistLine,
} from '../wishlist';
import { firstValues } from '~/base/page/forms/first-values';
import { wordsFor } from '~/base/page/forms/parse-form.server';
import { listName } from '../wishlist-form';
import { listWishlists } from '../wishlists.server';

type Faults = Record<string, string>;

interface Edit {
  /** The changes to the wishlist; null when the form changes nothing. */
  change: { name?: string; lines?: readonly WishlistLine[] } | null;
  /** Name of the product that the customer added by its code; null when none was added. */
  added: string | null;
}

function typedRows(form: URLSearchParams): TypedRow[] {
  const values = firstValues(form);
  return [...form].flatMap(([field, quantity]) => {
    const id = /^q\.([1-9]\d{0,9})$/.exec(field)?.[1];
    if (id === undefined) return [];
    const removed = values.has(`x.${id}`);
    return [{ productId: Number(id), quantity, place: values.get(`p.${id}`) ?? '', removed }];
  });
}

async function readName(page: CustomerRequest, list: Wishlist, typed: string, faults: Faults) {
  const read = listName(page.t).safeParse(typed, { error: wordsFor(page.t) });
  if (!read.success) {
    faults['name'] = read.error.issues[0]?.message ?? '';
    return list.name;
  }
  if (read.data === list.name) return list.name;
  const others = (await listWishlists(page)) ?? [];
  if (namesake(others, read.data, list.id)) faults['name'] = page.t('wishlists:fault.taken');
  return read.data;
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
    readLineByCode(
      page,
      form,
      {
        has: (id) => quantityOn(list, id) !== null,
        presentText: page.t('wishlists:fault.present'),
      },
      faults,
    ),
  ]);
  if (Object.keys(faults).length > 0) return refused({ kind: 'faults', faults });
  const { productId, quantity } = added ?? {};
  const more = productId && quantity ? [{ productId, quantity }] : [];
  const lines = [...changedLines(list, rows), ...more];
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
