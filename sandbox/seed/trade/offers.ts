/** Supplier discounts, promotions and special offers, placed around the world's current day. */
import type { SupplierDiscount, SupplierPromotion, Window } from '../../world';
import type { Group } from '../catalogue/catalogue';
import type { TradeContext } from './prices';
import { addDays, monthEnd, monthStart } from './calendar';

export interface Special extends Window {
  sequence: number;
}
export interface Offers {
  discounts: SupplierDiscount[];
  discountsVet: SupplierDiscount[];
  promotions: SupplierPromotion[];
  promotionsVet: SupplierPromotion[];
  specials: Special[];
}

const NONE: Offers = {
  discounts: [],
  discountsVet: [],
  promotions: [],
  promotionsVet: [],
  specials: [],
};

/** Validity periods of campaigns; all except `future` and `past` include today. */
function windows(today: string) {
  return {
    always: { dateStart: null, dateEnd: null },
    season: { dateStart: monthStart(today, -1), dateEnd: monthEnd(today, 1) },
    month: { dateStart: monthStart(today), dateEnd: monthEnd(today) },
    untilToday: { dateStart: addDays(today, -14), dateEnd: today },
    openEnd: { dateStart: addDays(today, -20), dateEnd: null },
    future: { dateStart: monthStart(today, 1), dateEnd: monthEnd(today, 1) },
    past: { dateStart: monthStart(today, -2), dateEnd: monthEnd(today, -2) },
  } satisfies Record<string, Window>;
}

export function offersOf(context: TradeContext, group: Group): Offers {
  const { edges, today } = context;
  const at = windows(today);
  const percent = (discountSale: number, window: Window): SupplierDiscount => ({
    discountSale,
    ...window,
  });
  const plus = (main: number, window: Window): SupplierPromotion => ({
    ratioMain: main,
    ratioPromotional: 1,
    ...window,
  });
  if (edges.is('no-price', group) || group.orderMode !== 'direct_sale') return NONE;
  if (edges.is('expired-promotion', group))
    return { ...NONE, discounts: [percent(15, at.past)], promotions: [plus(10, at.past)] };
  if (edges.is('future-promotion', group))
    return { ...NONE, discounts: [percent(10, at.future)], promotions: [plus(5, at.future)] };
  if (edges.is('ends-today', group)) return { ...NONE, discounts: [percent(5, at.untilToday)] };
  if (edges.is('ends-this-month', group))
    return { ...NONE, discounts: [percent(8, at.month)], promotions: [plus(6, at.month)] };
  if (edges.is('null-window', group))
    return { ...NONE, discounts: [percent(6, at.always)], promotionsVet: [plus(12, at.always)] };
  if (edges.is('vet-smaller', group))
    return { ...NONE, discounts: [percent(12, at.season)], discountsVet: [percent(8, at.season)] };
  if (edges.is('vet-only', group)) return { ...NONE, discountsVet: [percent(10, at.season)] };
  if (edges.is('exclusive-tier', group)) return { ...NONE, discounts: [percent(5, at.season)] };
  return { ...campaigns(context, group), specials: specialOf(context, group) };
}

/** A campaign covers one brand's products of a group; the discount differs by brand. */
function campaigns({ chance, today }: TradeContext, group: Group): Omit<Offers, 'specials'> {
  const at = windows(today);
  const firm = `${group.brand.id}|${group.group}`;
  const offers: Omit<Offers, 'specials'> = {
    discounts: [],
    discountsVet: [],
    promotions: [],
    promotionsVet: [],
  };
  const when = (key: string): Window =>
    chance.pick(`when:${key}`, [
      at.season,
      at.season,
      at.month,
      at.openEnd,
      at.future,
      at.past,
      at.always,
    ]);
  if (chance.odds(`campaign:${firm}`, 0.16) && chance.odds(`takes-part:${group.key}`, 0.7)) {
    const discountSale = chance.pick(`percent:${firm}`, [5, 8, 10, 12, 15, 20]);
    const window = when(firm);
    offers.discounts.push({ discountSale, ...window });
    if (chance.odds(`vet:${firm}`, 0.45))
      offers.discountsVet.push({ discountSale: discountSale + 3, ...window });
  }
  if (chance.odds(`plus:${group.key}`, 0.05)) {
    const ratioMain = chance.pick(`ratio:${group.key}`, [5, 6, 10, 12, 24]);
    const promotion = { ratioMain, ratioPromotional: ratioMain === 24 ? 3 : 1, ...when(group.key) };
    offers.promotions.push(promotion);
    if (chance.odds(`vet-plus:${group.key}`, 0.35))
      offers.promotionsVet.push({ ...promotion, ratioMain: ratioMain - 1 });
  }
  return offers;
}

function specialOf({ chance, today }: TradeContext, group: Group): Special[] {
  if (!chance.odds(`special:${group.key}`, 0.014)) return [];
  const at = windows(today);
  const window = chance.pick(`special-when:${group.key}`, [
    at.month,
    at.season,
    at.openEnd,
    at.always,
    at.future,
    at.past,
  ]);
  return [{ sequence: chance.int(`special-place:${group.key}`, 1, 60), ...window }];
}
