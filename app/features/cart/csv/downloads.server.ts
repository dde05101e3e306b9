/**
 * Files that the shop gives out as CSV: the model of an order file, and the lines of a cart or order. The
 * import reads them again; no cell is a formula (P-35), the file's name is safe in its header (P-29).
 */
import { attachment } from '~/http/files/download.server';
import type { CustomerRequest } from '~/http/page';
import { toEuros, type Cents } from '~/kernel/money';
import { readCart } from '../cart.server';
import { formatCsv } from './csv';

interface LineOfFile {
  sku: string | null;
  name: string;
  quantity: number;
  netPrice: Cents | null;
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

/** As a Belgian Excel reads a number: with a comma. */
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

export function downloadLines(
  page: CustomerRequest,
  name: string,
  lines: readonly LineOfFile[],
): Response {
  const goods = lines.filter(({ isReward, quantity }) => !isReward && quantity > 0);
  return csvAnswer(name, [
    [...headings(page), page.t('cart:import.heading.price')],
    ...goods.map(({ sku, quantity, name: product, netPrice }) => [
      sku ?? '',
      decimal(quantity),
      product,
      netPrice === null ? '' : toEuros(netPrice).toFixed(2).replace('.', ','),
    ]),
  ]);
}

export async function downloadCartLines(page: CustomerRequest): Promise<Response> {
  const { cart } = await readCart(page);
  const lines = cart?.lines ?? [];
  return downloadLines(
    page,
    cart?.name || page.t('cart:title'),
    lines.map(({ netUnitPrice, ...line }) => ({ ...line, netPrice: netUnitPrice })),
  );
}
