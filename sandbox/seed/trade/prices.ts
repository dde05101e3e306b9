/** Gross tiers, discount tiers, role prices and the public price of an article (contract search.md 4). */
import type { DiscountTier, GrossTier } from '../../world';
import type { Article, Group } from '../catalogue/catalogue';
import { listPrice } from '../catalogue/pricing-scale';
import type { Edges } from '../edges';
import type { Chance } from '../random';
import { addDays, monthEnd, monthStart } from './calendar';

/** Gross price lists with their factor on the veterinary list price. */
const GROSS_LISTS: readonly (readonly [string, number])[] = [
  ['PL-STD', 1],
  ['PL-GOLD', 0.965],
  ['PL-FARM', 0.98],
  ['PL-STUDENT', 0.94],
  ['PL-PHARMA', 1.03],
  ['PL-WHOLESALE', 0.86],
  ['PL-SUPPLIER', 0.92],
];

/** Price roles with their factor on the list price; guests have `default`. */
const ROLE_PRICES: Readonly<Record<string, number>> = {
  default: 1.08,
  veterinary: 1,
  pharmacist: 1.03,
  student: 0.94,
  wholesaler: 0.86,
  supplier: 0.92,
};

export interface TradeContext {
  chance: Chance;
  edges: Edges;
  today: string;
}

const ALWAYS = { dateStart: null, dateEnd: null };

export function grossTiers(context: TradeContext, group: Group, article: Article): GrossTier[] {
  const { chance, edges, today } = context;
  if (edges.is('no-price', group) || isUnpriced(chance, group)) return [];
  const tiers: GrossTier[] = [];
  const bulk = bulkStep(chance, group, article);
  const rises = edges.is('gross-rises', group) || chance.odds(`rise:${group.key}`, 0.03);
  for (const [pricelist, factor] of GROSS_LISTS) {
    const price = edges.is('zero-price', group) ? 0 : listPrice(article.basePrice * factor);
    if (edges.is('gross-expired', group)) {
      tiers.push({
        pricelist,
        minQuantity: 0,
        price,
        dateStart: null,
        dateEnd: addDays(today, -3),
      });
      continue;
    }
    tiers.push({
      pricelist,
      minQuantity: 0,
      price,
      dateStart: null,
      dateEnd: rises ? monthEnd(today) : null,
    });
    if (rises) {
      const next = listPrice(price * 1.04);
      tiers.push({
        pricelist,
        minQuantity: 0,
        price: next,
        dateStart: monthStart(today, 1),
        dateEnd: null,
      });
    }
    if (edges.is('tier-at-one', group))
      tiers.push({ pricelist, minQuantity: 1, price: listPrice(price * 0.97), ...ALWAYS });
    if (bulk)
      tiers.push({ pricelist, minQuantity: bulk, price: listPrice(price * 0.95), ...ALWAYS });
  }
  return tiers;
}

/** Many products on quotation have no price at all. */
function isUnpriced(chance: Chance, group: Group): boolean {
  return group.orderMode === 'quotation' && chance.odds(`unpriced:${group.key}`, 0.45);
}

function bulkStep(chance: Chance, group: Group, article: Article): number | null {
  if (article.basePrice > 250 || !chance.odds(`bulk:${group.key}`, 0.16)) return null;
  const steps = article.basePrice < 8 ? ([12, 24, 50] as const) : ([5, 6, 10] as const);
  return chance.pick(`step:${group.key}`, steps);
}

const DISCOUNT_LISTS = [
  { pricelist: 'PD-A', share: 0.55, low: 5, high: 14 },
  { pricelist: 'PD-B', share: 0.4, low: 3, high: 8 },
  { pricelist: 'PD-C', share: 0.35, low: 4, high: 12 },
] as const;

export function discountTiers(
  context: TradeContext,
  group: Group,
  article: Article,
): DiscountTier[] {
  const { chance, edges, today } = context;
  if (edges.is('no-price', group)) return [];
  if (edges.is('exclusive-tier', group)) {
    return DISCOUNT_LISTS.map(({ pricelist }) => ({
      pricelist,
      discount: 20,
      minQuantity: 0,
      exclusive: true,
      ...ALWAYS,
    }));
  }
  if (edges.is('bulk-tier-only', group)) {
    return DISCOUNT_LISTS.map(({ pricelist }) => ({
      pricelist,
      discount: 10,
      minQuantity: 24,
      exclusive: false,
      ...ALWAYS,
    }));
  }
  return DISCOUNT_LISTS.flatMap(({ pricelist, share, low, high }) => {
    // Discounts are agreed per brand and group, so whole ranges share them.
    const key = `${pricelist}|${group.brand.id}|${group.group}`;
    if (!chance.odds(`tier:${key}`, share)) return [];
    const discount = chance.int(`percent:${key}`, low, high);
    const tier = { pricelist, minQuantity: 0, exclusive: false, ...ALWAYS };
    const tiers: DiscountTier[] = [
      {
        ...tier,
        discount,
        exclusive: chance.odds(`exclusive:${key}`, 0.08),
        ...(chance.odds(`seasonal:${key}`, 0.06) ? { dateEnd: monthEnd(today, 1) } : {}),
      },
    ];
    if (chance.odds(`steps:${group.key}`, 0.28) && article.basePrice < 150) {
      tiers.push({ ...tier, minQuantity: 12, discount: discount + 3 });
      tiers.push({ ...tier, minQuantity: 48, discount: discount + 6 });
    }
    return tiers;
  });
}

/** Recommended retail price, VAT included; practice equipment has none. */
export function indicatedPrice(
  context: TradeContext,
  group: Group,
  article: Article,
): number | null {
  const { chance, edges } = context;
  const resold = group.family === 'food' || (group.family === 'meds' && !group.flags.human);
  if (!resold || edges.is('no-price', group)) return null;
  const margin = 1.28 + chance.unit(`margin:${group.brand.id}|${group.group}`) * 0.3;
  const amount = article.basePrice * margin * (1 + group.taxRate / 100);
  return Number((Math.round(amount * 20) / 20).toFixed(2));
}

export interface RolePrice {
  value: number;
  taxIncluded: boolean;
  original: number;
  discount: number;
}

export function rolePrices(
  context: TradeContext,
  group: Group,
  article: Article,
): Record<string, RolePrice> {
  const { chance, edges } = context;
  if (edges.is('no-price', group) || isUnpriced(chance, group)) return {};
  const withTax = edges.is('tax-included', group);
  const tax = withTax ? 1 + group.taxRate / 100 : 1;
  return Object.fromEntries(
    Object.entries(ROLE_PRICES).map(([role, factor]) => {
      const original = edges.is('zero-price', group) ? 0 : listPrice(article.basePrice * factor);
      const discount =
        role === 'default' ? 0 : chance.odds(`role:${role}|${group.key}`, 0.05) ? 5 : 0;
      const net = (original * (100 - discount)) / 100;
      return [
        role,
        {
          value: Number((net * tax).toFixed(2)),
          taxIncluded: withTax,
          original: Number((original * tax).toFixed(2)),
          discount,
        },
      ];
    }),
  );
}

/** The explicit price of an article with one price for everyone; takes precedence over role prices. */
export function explicitPrice(
  context: TradeContext,
  group: Group,
  article: Article,
): RolePrice | null {
  if (!context.edges.is('explicit-price', group)) return null;
  const original = article.basePrice;
  return {
    value: Number((original * (1 + group.taxRate / 100)).toFixed(2)),
    taxIncluded: true,
    original: Number((original * (1 + group.taxRate / 100)).toFixed(2)),
    discount: 0,
  };
}
