/** `POST carts/csv` (contract/erp.md 9.10): row 1 describes the order, every other row is `sku;quantity`. */
import type { CustomerCall } from '../call';
import { withoutDelivery } from '../delivery/choose';
import { missingPart } from '../protocol/body';
import type { ErpResponse } from '../protocol/exchange';
import { blankToNull, noteHtml } from '../protocol/note';
import { signedIn, type Route } from '../protocol/router';
import { refusal, sentence } from '../protocol/texts';
import type { SaleRecord } from '../store/records';
import { applyChanges, type Change } from './lines';
import { newCart, newestOpenCart } from './open-carts';
import { withRewards } from './rewards';
import { cartAnswer } from './sync';
import type { Uploaded } from '../call';

function csvText(call: CustomerCall, upload: Uploaded): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(upload.bytes);
  } catch (cause) {
    if (cause instanceof TypeError) throw refusal(call, 'csvNotText');
    throw cause;
  }
}

interface Row {
  line: number;
  cells: string[];
}

function rowsOf(call: CustomerCall, upload: Uploaded): Row[] {
  const rows = csvText(call, upload)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, cells: line.split(';').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (rows.length < 2) throw refusal(call, 'csvTooShort');
  return rows;
}

interface Import {
  changes: Change[];
  unknown: string[];
}

function readRows(call: CustomerCall, rows: readonly Row[]): Import {
  const result: Import = { changes: [], unknown: [] };
  for (const { line, cells } of rows) {
    const [sku = '', quantity = ''] = cells;
    if (!/^-?\d{1,6}$/.test(quantity)) throw refusal(call, 'csvQuantity', { line: String(line) });
    const variant = call.erp.variants.bySku(sku);
    if (variant)
      result.changes.push({ productId: variant.id, qty: Number(quantity), options: null });
    else result.unknown.push(sku);
  }
  return result;
}

function importCsv(call: CustomerCall): ErpResponse {
  const { erp, customer, lang } = call;
  const upload = call.files.find((file) => file.field === 'file');
  if (!upload) throw missingPart('file');
  const [first, ...rest] = rowsOf(call, upload);
  const [suiteName = '', customerRef = '', , note = ''] = first?.cells ?? [];
  if ((first?.cells.length ?? 0) < 4) throw refusal(call, 'csvFirstRow');
  const { changes, unknown } = readRows(call, rest);
  const found = newestOpenCart(erp, customer.id) ?? newCart(erp, customer);
  const described: SaleRecord = {
    ...found,
    suiteName: blankToNull(suiteName) ?? found.suiteName,
    clientOrderRef: blankToNull(customerRef) ?? found.clientOrderRef,
    note: noteHtml(note) ?? found.note,
    importWarning:
      unknown.length === 0 ? null : `${sentence(call, 'csvNothing')} ${unknown.join(', ')}`,
  };
  const filled = applyChanges(erp, customer, lang, described, changes);
  const cart = withRewards(erp, withoutDelivery(erp, customer, filled), lang);
  erp.store.sales.put(cart);
  return cartAnswer(call, cart);
}

export const csvRoutes: Route[] = [
  signedIn('POST', 'carts/csv', importCsv, { body: 'multipart', released: false, row: 'write' }),
];
