/** Groups for every kind of offer, rule, price and stock state, with every kind of time window. */
import { ALWAYS, ENDS_TODAY, EXPIRED, FUTURE, MONTH_END, THIS_MONTH, type Dates } from './days';
import { text, type GroupMaker, type GroupSpec } from './group';

export function rule(
  id: number,
  programId: number,
  timeFrame: { gte?: string; lte?: string } | null,
): Record<string, unknown> {
  return { id, program_id: programId, sequence: 1, time_frame: timeFrame };
}

/** Every kind of offer, with every kind of time window. */
export function offers(group: GroupMaker): GroupSpec[] {
  const discount = (sale: number, dates: Dates) => ({ discount_sale: sale, ...dates });
  const promotion = (dates: Dates) => ({
    ratio_main_product: 10,
    ratio_promotional_product: 1,
    ...dates,
  });
  const offer = (key: string, fields: Record<string, unknown>) => group(key, text(key), { fields });
  return [
    offer('remise-permanente', { supplier_discount: [discount(3, ALWAYS)] }),
    offer('remise-expiree', { supplier_discount: [discount(3, EXPIRED)] }),
    offer('remise-future', { supplier_discount: [discount(3, FUTURE)] }),
    offer('remise-nulle', { supplier_discount: [discount(0, ALWAYS)] }),
    offer('remise-jour', { supplier_discount: [discount(4, ENDS_TODAY)] }),
    offer('remise-croisee', { supplier_discount: [discount(0, ALWAYS), discount(9, EXPIRED)] }),
    offer('remise-veto', { supplier_discount_vet: [discount(8, THIS_MONTH)] }),
    offer('gratuit-expire', { supplier_promotion: [promotion(EXPIRED)] }),
    offer('gratuit-veto', { supplier_promotion_vet: [promotion(ALWAYS)] }),
    offer('special-premier', { specials: [{ sequence: 1, ...ALWAYS }] }),
    offer('special-dernier', {
      specials: [
        { sequence: 0, ...EXPIRED },
        { sequence: 9, ...ALWAYS },
      ],
    }),
    offer('special-futur', { specials: [{ sequence: 2, ...FUTURE }] }),
  ];
}

export function loyalty(group: GroupMaker): GroupSpec[] {
  const of = (key: string, rules: unknown[]) =>
    group(key, text(key), { fields: { loyalty_rules: rules } });
  return [
    of('fidelite-expiree', [rule(31, 7, { gte: '2025-01-01', lte: '2026-07-27' })]),
    of('fidelite-sans-cadre', [rule(31, 7, null)]),
    of('fidelite-ouverte', [rule(32, 8, { gte: '2026-07-28' })]),
    of('fidelite-autre', [rule(33, 7, { gte: '2026-01-01', lte: '2026-12-31' })]),
  ];
}

export function prices(group: GroupMaker): GroupSpec[] {
  const priced = (key: string, pvi: number | null, net: unknown[], role: number | null) =>
    group(key, text(key), {
      fields: {
        indicated_price: pvi,
        net_prices: net,
        price_by_pricelist: role === null ? {} : { default: roleValue(role) },
      },
    });
  const entry = (value: number, dates: Dates, offersFlag = true) => ({
    gross: '12',
    discount: '7',
    offers: offersFlag,
    value,
    ...dates,
  });
  return [
    priced('prix-zero', 0, [entry(0, ALWAYS)], 0),
    priced(
      'prix-deux-temps',
      58.9,
      [
        entry(36, { date_start: null, date_end: MONTH_END }),
        entry(12, { date_start: '2026-08-01', date_end: null }),
        entry(1, ALWAYS, false),
      ],
      42.1,
    ),
    priced('prix-bas', 10.05, [entry(9.99, ALWAYS)], 9.99),
    priced('prix-inconnu', null, [], null),
  ];
}

function roleValue(value: number): Record<string, unknown> {
  return { value, tax_included: false, original_value: value, discount: 0 };
}

export function stocks(group: GroupMaker): GroupSpec[] {
  const stocked = (key: string, global: Record<string, unknown> | null) =>
    group(key, text(key), { fields: { stock: global ? { global } : {} } });
  return [
    stocked('stock-limite', { state: 'in_limited_stock', qty: 2 }),
    stocked('stock-reappro', { state: 'resupplying', qty: 5 }),
    stocked('stock-fournisseur', { state: 'supplier_out_of_stock', qty: 0 }),
    stocked('stock-quantite-seule', { qty: 3 }),
    stocked('stock-zero-seul', { qty: 0 }),
    stocked('stock-inconnu', null),
  ];
}
