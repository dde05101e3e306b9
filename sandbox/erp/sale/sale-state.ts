/** The state of a sale as clients see it (contract/erp.md 20.2), and its label. */
import type { Lang, Text } from '../../world';
import type { Quirks } from '../quirks';
import type { SaleRecord } from '../store/records';
import { isGoods } from './amounts';

type SaleState =
  | 'cancel'
  | 'pending'
  | 'processing'
  | 'delivery_partial'
  | 'delivery_full'
  | 'estimating'
  | 'estimated';
/** Odoo's own states, for an ERP without the state module. */
type RawState = SaleRecord['raw'];

const LABELS: Record<SaleState, Text> = {
  cancel: { fr: 'Annulée', nl: 'Geannuleerd', en: 'Cancelled' },
  pending: { fr: 'En attente', nl: 'In afwachting', en: 'Pending' },
  processing: { fr: 'En préparation', nl: 'In voorbereiding', en: 'Being prepared' },
  delivery_partial: { fr: 'Livrée en partie', nl: 'Deels geleverd', en: 'Partly delivered' },
  delivery_full: { fr: 'Livrée', nl: 'Geleverd', en: 'Delivered' },
  estimating: { fr: 'Devis demandé', nl: 'Offerte aangevraagd', en: 'Quotation requested' },
  estimated: { fr: 'Devis reçu', nl: 'Offerte ontvangen', en: 'Quotation received' },
};

function quotationWord(sale: SaleRecord): SaleState {
  if (sale.quotationState === 'customer_request') return 'estimating';
  if (sale.quotationState === 'waiting_acceptation') return 'estimated';
  return sale.quotationState === 'cancel' ? 'cancel' : 'pending';
}

export const wireState = (sale: SaleRecord, quirks: Quirks): SaleState | RawState =>
  quirks.has('raw-sale-states') ? sale.raw : saleState(sale, quirks);

function saleState(sale: SaleRecord, quirks: Quirks): SaleState {
  if (sale.raw === 'cancel') return 'cancel';
  if (sale.typology === 'quote')
    return quirks.has('small-quotations') ? 'pending' : quotationWord(sale);
  if (sale.raw === 'draft' || sale.raw === 'sent') return 'pending';
  if (sale.raw === 'done') return 'delivery_full';
  const goods = sale.lines.filter(isGoods);
  const started = goods.some((line) => line.qtyDelivered > 0);
  const finished = goods.every((line) => line.qtyDelivered + line.qtyCanceled >= line.qty);
  if (started && finished) return 'delivery_full';
  return started ? 'delivery_partial' : 'processing';
}

export function stateLabel(sale: SaleRecord, quirks: Quirks, lang: Lang): string {
  return LABELS[saleState(sale, quirks)][lang];
}
