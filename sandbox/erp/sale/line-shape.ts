/** JSON shape of SaleLine (contract/erp.md 6.5), and the lines that are no goods. */
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { carrierById } from '../delivery/carriers';
import type { LineRecord, SaleRecord } from '../store/records';
import { lineAmount, money, unitPriceShown } from './amount-shapes';
import { isGoods, lineCents } from './amounts';

/** Odoo puts the SKU before the name. The name is in the language of the request that created the line. */
function lineName(erp: ErpState, sale: SaleRecord, line: LineRecord, lang: Lang): string {
  const variant = line.type === 'product' ? erp.variants.get(line.productId) : null;
  const fixed = erp.quirks.has('fixed-line-language');
  if (line.type === 'delivery' && !fixed)
    return carrierById(sale.carrierId)?.name[lang] ?? line.name;
  if (!variant) return line.name;
  const name = fixed ? line.name : variant.name[lang];
  return erp.quirks.has('released-shapes') ? `[${variant.sku}] ${name}` : name;
}

function typeShown(erp: ErpState, line: LineRecord): LineRecord['type'] {
  const unmarked = line.type === 'delivery' && erp.quirks.has('unmarked-delivery-line');
  return unmarked ? 'product' : line.type;
}

interface LineView {
  sale: SaleRecord;
  lang: Lang;
  /** Shortage now minus the previous shortage, by line; only in the response of `refresh_qty_unavailable`. */
  diffs?: ReadonlyMap<number, number>;
}

function lineShape(erp: ErpState, view: LineView, line: LineRecord) {
  const { quirks } = erp;
  const base = {
    id: line.id,
    product_id: line.productId,
    name: lineName(erp, view.sale, line, view.lang),
    qty: line.qty,
    type: typeShown(erp, line),
    amount: lineAmount(line, quirks),
    qty_delivered: line.qtyDelivered,
    is_reward_line: line.type === 'reward',
  };
  if (quirks.has('released-shapes')) return base;
  const variant = erp.variants.get(line.productId);
  const diff = view.diffs?.get(line.id);
  const delivery = quirks.has('unmarked-delivery-line')
    ? {}
    : { is_delivery: line.type === 'delivery' };
  return {
    ...base,
    ...delivery,
    discount: { rate: line.rate, value: money(lineCents(line).discount, quirks) },
    unit_price: {
      untaxed: unitPriceShown(line.gross, quirks),
      untaxed_with_discount: line.net,
    },
    product: { name: base.name, sku: variant?.sku ?? null },
    qty_canceled: line.qtyCanceled,
    qty_unavailable: line.qtyUnavailable,
    ...(view.diffs ? { qty_unavailable_diff: diff ?? 0 } : {}),
    options: line.options,
    uuid: null,
  };
}

/** First id of lines that are not stored: far above any stored id. */
const VIEW_LINE_BASE = 1_500_000_000;

/** Section and note lines that an ERP user has added to the sale (quirk `section-note-lines`). */
function addedLines(sale: SaleRecord): { section: LineRecord; note: LineRecord } {
  const blank = {
    productId: 0,
    qty: 0,
    gross: 0,
    rate: 0,
    net: 0,
    taxRate: 0,
    qtyDelivered: 0,
    qtyCanceled: 0,
    qtyBackorder: 0,
    qtyUnavailable: 0,
    options: null,
  };
  const id = VIEW_LINE_BASE + 2 * sale.id;
  return {
    section: { ...blank, id, type: 'section', name: 'Articles' },
    note: { ...blank, id: id + 1, type: 'note', name: 'Sous réserve de disponibilité' },
  };
}

export function lineShapes(erp: ErpState, view: LineView) {
  const { sale } = view;
  const added =
    erp.quirks.has('section-note-lines') && sale.typology === 'cart' && sale.lines.some(isGoods)
      ? addedLines(sale)
      : null;
  const lines = added ? [added.section, ...sale.lines, added.note] : sale.lines;
  return lines.map((line) => lineShape(erp, view, line));
}
