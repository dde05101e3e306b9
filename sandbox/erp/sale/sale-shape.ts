/** JSON shape of Sale (contract/erp.md 6.7), shared by cart, order and quotation. */
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { programsOf } from '../cart/programs';
import { deliveryShape, invoicingShape } from '../delivery/delivery-shape';
import { PROVIDERS } from '../payment/providers';
import type { SaleRecord } from '../store/records';
import { goodsAmount, money, saleAmount } from './amount-shapes';
import { isGoods, sumCents } from './amounts';
import { lineShapes } from './line-shape';
import { yearEndRebate } from './rebate';
import { stateLabel, wireState } from './sale-state';

interface SaleViewOptions {
  diffs?: ReadonlyMap<number, number>;
}

function isQuotationOnly(erp: ErpState, sale: SaleRecord): boolean {
  return sale.lines
    .filter(isGoods)
    .some((line) => erp.variants.get(line.productId)?.orderMode === 'quotation');
}

function rewardFields(erp: ErpState, sale: SaleRecord, lang: Lang) {
  const rewards = sumCents(sale.lines.filter((line) => line.type === 'reward'));
  const programs = programsOf(sale, lang);
  return {
    promo_codes: sale.codes.map((applied) => applied.code),
    reward_amount: money(rewards.untaxed, erp.quirks),
    reward_amount_tax_incl: money(rewards.untaxed + rewards.tax, erp.quirks),
    programs,
    // One coupon for each used program, as the loyalty module creates it when the code is entered.
    generated_coupons: programs.map((program) => ({ id: sale.id * 100 + program.id, program })),
    claimable_rewards: [],
  };
}

/** Keys of the warehouse module of Odoo 18. */
const WAREHOUSE = {
  id: 1,
  name: 'Marche',
  code: 'WH',
  default: null,
  address: 'Parc de la Famenne 4',
  city: 'Marche-en-Famenne',
  zip: '6900',
  country: 'Belgique',
  phone: '+32 84 00 00 00',
  email: 'depot@example.test',
};

/** The keys that the published modules send. With the small quotation module, a quotation is sent as a sale. */
const releasedKeys = (erp: ErpState, sale: SaleRecord, lang: Lang, options: SaleViewOptions) => ({
  id: sale.id,
  state: wireState(sale, erp.quirks),
  name: sale.name,
  client_order_ref: sale.clientOrderRef,
  date_order: sale.dateOrder,
  date_commitment: sale.dateCommitment,
  lines: lineShapes(erp, { sale, lang, ...options }),
  amount: saleAmount(sale, erp.quirks),
  delivery: deliveryShape(erp, sale, lang),
  invoicing: invoicingShape(erp, sale, lang),
  typology:
    sale.typology === 'quote' && erp.quirks.has('small-quotations') ? 'sale' : sale.typology,
  note: sale.note,
  uuid: sale.uuid,
  shop_only_quotation: isQuotationOnly(erp, sale),
  ...rewardFields(erp, sale, lang),
  ...(erp.quirks.has('warehouse-keys') ? { warehouse: WAREHOUSE } : {}),
});

export function saleShape(
  erp: ErpState,
  sale: SaleRecord,
  lang: Lang,
  options: SaleViewOptions = {},
) {
  const { quirks } = erp;
  const base = releasedKeys(erp, sale, lang, options);
  if (quirks.has('released-shapes')) return base;
  const quotation = quirks.has('small-quotations') ? {} : { quotation_state: quotationState(sale) };
  const invoices = quirks.has('invoices-plural') ? {} : { invoices: sale.invoices };
  return {
    ...base,
    ...quotation,
    ...invoices,
    date: sale.dateOrder,
    state_label: stateLabel(sale, quirks, lang),
    customer_ref: sale.clientOrderRef,
    amount_without_delivery: goodsAmount(sale, quirks),
    channel: sale.channel,
    payment: { mode: modeShape(sale.paymentMode, lang) },
    suite_name: sale.suiteName,
    import_warning_msg: sale.importWarning,
    year_end_rebate: yearEndRebate(erp, sale),
    available_for_quotation: sale.typology === 'cart' && sale.lines.some(isGoods),
  };
}

/** Translates the name of a payment mode, like that of a carrier. */
function modeShape(mode: SaleRecord['paymentMode'], lang: Lang): SaleRecord['paymentMode'] {
  const provider = PROVIDERS.find(({ id }) => id === mode?.id);
  return provider ? { id: provider.id, name: provider.name[lang] } : mode;
}

function quotationState(sale: SaleRecord) {
  return sale.typology === 'quote' ? sale.quotationState : null;
}
