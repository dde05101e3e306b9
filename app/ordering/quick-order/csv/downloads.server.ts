/**
 * CSV downloads: the template of an order file, and the lines of a cart or order. The import can parse them again. No
 * cell is a formula (P-35), and the file name is escaped in its header (P-29).
 */
import { attachment } from '~/base/page/files/download.server';
import { unavailable, type CustomerRequest } from '~/base/page/page';
import { eurosText, type UnitPrice } from '~/base/kernel/money';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { readCart } from '~/ordering/cart/cart.server';
import { formatCsv } from './csv';

interface LineOfFile {
  productId: number;
  sku: string | null;
  name: string;
  quantity: number;
  netPrice: UnitPrice | null;
  isReward: boolean;
}

function csvAnswer(name: string, rows: readonly (readonly string[])[]): Response {
  return new Response(formatCsv(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`${name}.csv`),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}

/** Formats a number with a decimal comma, as a Belgian Excel expects. */
const decimal = (value: number): string => String(value).replace('.', ',');

const headings = ({ t }: CustomerRequest): string[] => [
  t('cart:import.heading.code'),
  t('cart:import.heading.quantity'),
  t('cart:import.heading.product'),
];

export function orderTemplate(page: CustomerRequest): Response {
  const { t } = page;
  return csvAnswer(t('cart:import.templateName'), [
    headings(page),
    [`${t('cart:import.sample.code')}-1`, '12', t('cart:import.sample.first')],
    [`${t('cart:import.sample.code')}-2`, '3', t('cart:import.sample.second')],
  ]);
}

/**
 * Matches a name that Odoo prefixes with the SKU, `[AB-12] Name`. This is the only code of a line when the search
 * engine is unavailable.
 */
const codedName = /^\[([^\]]{1,64})\]\s*/;

/**
 * SKU and name of a line for the file. They come from the catalogue if possible, because the lines of an ERP with only
 * the published modules have no SKU (contract/erp.md 27).
 */
function namedLine(
  { productId, sku, name }: LineOfFile,
  cards: Awaited<ReturnType<typeof findCardsOrNone>>,
): { code: string; product: string } {
  const card = cards?.get(productId);
  const [before = '', code = ''] = codedName.exec(name) ?? [];
  return { code: sku ?? card?.sku ?? code, product: card?.name ?? name.slice(before.length) };
}

export async function downloadLines(
  page: CustomerRequest,
  name: string,
  lines: readonly LineOfFile[],
): Promise<Response> {
  const goods = lines.filter(({ isReward, quantity }) => !isReward && quantity > 0);
  const cards = await findCardsOrNone(
    page,
    goods.map(({ productId }) => productId),
  );
  const named = goods.map((line) => ({ ...line, ...namedLine(line, cards) }));
  return csvAnswer(name, [
    [...headings(page), page.t('cart:import.heading.price')],
    ...named.map(({ code, quantity, product, netPrice }) => [
      code,
      decimal(quantity),
      product,
      netPrice === null ? '' : eurosText(netPrice).replace('.', ','),
    ]),
  ]);
}

export async function downloadCartLines(page: CustomerRequest): Promise<Response> {
  const { cart, sync } = await readCart(page);
  const lines = cart?.lines ?? [];
  // If the cart could not be read, respond with an error: an empty file would wrongly report an empty cart.
  if (lines.length === 0 && sync !== 'synced') throw unavailable('erp');
  return downloadLines(
    page,
    cart?.name || page.t('cart:title'),
    lines.map(({ netUnitPrice, ...line }) => ({ ...line, netPrice: netUnitPrice })),
  );
}
