/**
 * Lines that may not be ordered. One button on the cart page removes or replaces them, and undo never restores them.
 */
import { findOrderBlock, type OrderBlock, type Products } from '~/catalogue/products/order-block';
import { findProductsOrNone } from '~/catalogue/products/products.server';
import { links } from '~/base/i18n/links';
import { firstNames } from '~/base/kernel/first-names';
import { formUuid, readFormKey } from '~/base/page/forms/form-uuid.server';
import { redirectWithQuestion } from '~/base/page/forms/answered.server';
import type { NoticeMessage } from '~/base/page/notice';
import type { CustomerRequest } from '~/base/page/page';
import { changeNoticesOf } from '../add-lines.server';
import { editCart, ledgerOf } from '../cart.server';
import { beyondLine, maxQuantity, unusualChanges } from '../transaction';
import { rememberConfirmed } from '../confirmed-quantities.server';
import { askNotices, findMost, sureName, withNames } from '../unusual-quantity.server';
import { barredName, replacementName } from './barred-form';
import { addressOf, cartOf } from './cart-form.server';

/** Maximum number of lines in the form; a form with more did not come from the cart page. */
const mostLines = 1_000;

interface Named {
  productId: number;
  name?: string | null | undefined;
}

/** Which of these products may not be ordered. `products` is null when the catalogue is unavailable. */
export async function findBarred(
  page: CustomerRequest,
  ids: readonly number[],
): Promise<{ products: Products | null; bars: ReadonlyMap<number, OrderBlock> }> {
  const products = ids.length > 0 ? await findProductsOrNone(page, ids) : null;
  const bars = ids.flatMap((id) => {
    const bar = findOrderBlock(products, id);
    return bar === null ? [] : [[id, bar] as const];
  });
  return { products, bars: new Map(bars) };
}

/** Notices that name the products that were not restored to the cart, because they may not be ordered. */
export function keptOutNotices(
  { t }: CustomerRequest,
  products: Products | null,
  lines: readonly Named[],
): NoticeMessage[] {
  if (lines.length === 0) return [];
  const names = lines.map(
    ({ productId, name }) => products?.cards.get(productId)?.name ?? name ?? `#${productId}`,
  );
  const text = t('cart:barred.keptOut', { count: names.length, names: firstNames(names, '.') });
  return [{ tone: 'bad', text }];
}

/**
 * Handles the buttons `do=withdraw` and `do=replace`: removes the posted cart lines. `replace` also adds the same
 * number of pieces of the replacement displayed next to each line. Lines stay if their product has become orderable
 * again, or if the catalogue does not know it.
 */
export async function withdrawLines(
  page: CustomerRequest,
  fields: URLSearchParams,
): Promise<Response> {
  const { t, locale } = page;
  const formKey = readFormKey(fields);
  const cart = cartOf(fields);
  const isReplacing = fields.get('do') === 'replace';
  const named = fields
    .getAll(barredName)
    .slice(0, mostLines)
    .flatMap((key) => {
      const address = addressOf(key);
      const other = isReplacing
        ? Number(fields.get(replacementName(key)) ?? Number.NaN)
        : Number.NaN;
      return address ? [{ key, address, other: Number.isSafeInteger(other) ? other : null }] : [];
    });
  const { sale } = await ledgerOf(page).cart();
  const { products, bars } = await findBarred(page, [
    ...named.map(({ address }) => address.productId),
    ...named.flatMap(({ other }) => other ?? []),
  ]);
  const lines = named.filter(({ address }) => bars.has(address.productId));
  const others = lines.flatMap(({ other }) => other ?? []);
  const cards = products?.cards ?? null;
  const mostOf = fields.has(sureName) ? () => Infinity : await findMost(page, others, { cards });
  const report = await editCart(page, (current) =>
    lines.flatMap(({ key, address, other }) => {
      const pieces = current.get(key) ?? 0;
      if (pieces <= 0) return [];
      const drop = {
        uuid: formUuid(formKey, `${key} drop`),
        ...address,
        cart,
        quantity: -pieces,
        to: 0,
      };
      const mayReplace = other !== null && products?.cards.get(other)?.orderable.ok;
      if (!mayReplace) return [drop];
      const quantity = Math.min(maxQuantity, Math.ceil(pieces));
      const uuid = formUuid(formKey, `${key} by ${other}`);
      const instead = { uuid, productId: other, quantity, cart, most: mostOf(other) };
      // Keep a line whose replacement would exceed the maximum, or needs confirmation (`beyond`, `asked`).
      const kept = [...beyondLine(current, [instead]), ...unusualChanges(current, [instead])];
      return kept.length > 0 ? [instead] : [drop, instead];
    }),
  );
  const askedOf = (other: number | null) => report.asked.some((edit) => edit.productId === other);
  const open = lines.filter(({ other }) => askedOf(other));
  const settled = lines.filter((line) => !open.includes(line));
  const ofSale = new Map(sale?.lines?.map(({ product_id: id, name }) => [id, name]));
  const names = settled.map(
    ({ address: { productId: id } }) => products?.cards.get(id)?.name ?? ofSale.get(id) ?? `#${id}`,
  );
  const notices = changeNoticesOf(page, report);
  if (report.done.length > 0 && notices.length === 0) {
    const word = report.done.some(({ quantity }) => quantity > 0) ? 'replaced' : 'removed';
    const text = t(`cart:barred.${word}`, { count: names.length, names: firstNames(names, '.') });
    notices.push({ tone: 'ok', text });
  }
  if (fields.has(sureName)) await rememberConfirmed(page, others);
  const ask = askNotices(page, withNames(report.asked, cards), {
    action: links.cart(locale),
    fields: [
      ['do', 'replace'],
      ['cart', cart ?? ''],
      ...open.flatMap(({ key, other }) => [
        [barredName, key] as const,
        [replacementName(key), String(other)] as const,
      ]),
    ],
  });
  return redirectWithQuestion(page, links.cart(locale), { notices, ask });
}
