/**
 * Looks up the products of entered codes in the search engine. When it is unavailable, uses the SKUs of the customer's
 * cart and last orders (contract/erp.md 6.5, 14.1), so that known lines can still be ordered (DEG-01).
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { readCodes, resolveRead } from '~/catalogue/products/cards.server';
import { readable } from '~/base/erp/wire-fields.server';
import { squeezedCode, type ReadCodes } from '~/catalogue/products/codes/product-code';
import type { ProductCard } from '~/catalogue/products/product';
import type { CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { goodsLines, SaleWire, type SaleLineWire } from '~/ordering/cart/wire/cart-wire.server';
import { ledgerOf } from '~/ordering/cart/cart.server';
import type { KnownCodes } from './quick-order';

const SalesWire = z.object({ items: readable(SaleWire) });

/** Converts an order line to a card: enough to add it again, without price or stock. */
function cardOfLine(line: SaleLineWire, canOrder: boolean): ProductCard {
  const name = line.product?.name ?? line.name;
  return {
    id: line.product_id,
    sku: line.product?.sku ?? null,
    cnk: null,
    barcode: null,
    name,
    title: name,
    presentation: '',
    traits: '',
    brand: null,
    urlKey: null,
    picture: null,
    stock: null,
    onHand: null,
    flags: [],
    amcra: null,
    storageTemperature: null,
    orderMode: 'direct_sale',
    isMadeToOrder: false,
    notSoldOnWebsite: false,
    family: null,
    variantCount: 1,
    substitutes: [],
    price: null,
    orderable: canOrder ? { ok: true } : { ok: false, reason: 'may-not-order' },
    taxPercent: null,
  };
}

async function fromOrders(
  page: CustomerRequest,
  codes: ReadCodes,
): Promise<Map<string, ProductCard[]>> {
  const { sale } = await ledgerOf(page).cart();
  const call = { path: 'sales', query: { page: 1, page_size: 10 } };
  const past = (await findRecord(page.context, call, SalesWire))?.items ?? [];
  const bySku = new Map<string, ProductCard>();
  for (const line of [...past, ...(sale ? [sale] : [])].flatMap(goodsLines)) {
    if (line.product?.sku)
      bySku.set(squeezedCode(line.product.sku), cardOfLine(line, page.customer.canOrder));
  }
  return new Map(
    [...codes].map(([code, { keys }]) => {
      const key = keys.find((one) => bySku.has(one));
      const card = bySku.get(key ?? '');
      return [code, card ? [card] : []];
    }),
  );
}

export async function knownCodes(
  page: CustomerRequest,
  codes: readonly string[],
): Promise<KnownCodes> {
  const asked = await readCodes(codes);
  // For a carton, look up the contained unit too.
  const units = await readCodes([...asked.values()].flatMap(({ unit }) => unit ?? []));
  const read = new Map([...units, ...asked]);
  try {
    return { read, found: await resolveRead(page, read), fromOrders: false };
  } catch (error) {
    if (!isUpstreamFailure(error) || error.service !== 'search') throw error;
    page.context.log.warn(
      { event: 'quick_order.without_search', codes: codes.length },
      'codes are looked up in past orders: search is unavailable',
    );
    return { read, found: await fromOrders(page, read), fromOrders: true };
  }
}
