/** All commercial data of one article: the ERP computes with it and the index displays it. */
import type { WorldVariant } from '../../world';
import type { Article, Group } from '../catalogue/catalogue';
import { offersOf, type Offers, type Special } from './offers';
import {
  discountTiers,
  explicitPrice,
  grossTiers,
  indicatedPrice,
  rolePrices,
  type RolePrice,
  type TradeContext,
} from './prices';
import { stockOf } from './stock';

export interface Terms {
  variant: WorldVariant;
  specials: readonly Special[];
  explicit: RolePrice | null;
  roles: Readonly<Record<string, RolePrice>>;
  indicated: number | null;
}

export function termsOf(context: TradeContext, group: Group): Terms[] {
  const offers = offersOf(context, group);
  return group.variants.map((article) => articleTerms(context, group, article, offers));
}

function articleTerms(
  context: TradeContext,
  group: Group,
  article: Article,
  offers: Offers,
): Terms {
  const { edges, chance } = context;
  const stock = stockOf(chance, group, article);
  const explicit = explicitPrice(context, group, article);
  const roles = rolePrices(context, group, article);
  const variant: WorldVariant = {
    id: article.id,
    sku: article.sku,
    barcode: article.barcode,
    cnkCode: article.cnkCode,
    name: article.name,
    family: group.family,
    orderMode: group.orderMode,
    isMedicine: group.family === 'meds',
    isHuman: group.flags.human,
    isMadeToOrder: group.flags.madeToOrder,
    notSoldOnWebsite:
      edges.is('not-on-website', group) ||
      (group.flags.narcotic && chance.odds(`phone-only:${group.key}`, 0.3)),
    taxRate: group.taxRate,
    stockState: stock.state,
    stockQty: stock.qty,
    weightKg: article.weightKg,
    gross: grossTiers(context, group, article),
    discounts: discountTiers(context, group, article),
    supplierDiscounts: offers.discounts,
    supplierDiscountsVet: offers.discountsVet,
    supplierPromotions: offers.promotions,
    supplierPromotionsVet: offers.promotionsVet,
    explicitPrice: explicit && untaxed(explicit, group.taxRate),
    priceByRole: Object.fromEntries(
      Object.entries(roles).map(([role, price]) => [role, untaxed(price, group.taxRate)]),
    ),
  };
  return {
    variant,
    specials: offers.specials,
    explicit,
    roles,
    indicated: indicatedPrice(context, group, article),
  };
}

/** Price without tax, rounded half up to cents with integers. */
function untaxed(price: RolePrice, taxRate: number): number {
  if (!price.taxIncluded) return price.value;
  const cents = BigInt(Math.round(price.value * 100)) * 100n;
  const whole = BigInt(100 + taxRate);
  return Number((cents * 2n + whole) / (whole * 2n)) / 100;
}
