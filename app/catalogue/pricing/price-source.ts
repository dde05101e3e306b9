/** What a product carries of prices: every list of every customer. Never leaves the server unreduced. */
import type { DayWindow } from '~/base/kernel/day';

export interface GrossTier extends DayWindow {
  pricelist: string;
  minQuantity: number;
  /** Euros without tax. */
  price: number;
}

export interface DiscountTier extends DayWindow {
  pricelist: string;
  minQuantity: number;
  /** Percent, 0 to 100. */
  discount: number;
  /** An exclusive discount shuts out supplier discounts. */
  exclusive: boolean;
}

export interface SupplierDiscount extends DayWindow {
  /** Percent, 0 to 100. */
  discount: number;
}

export interface SupplierPromotion extends DayWindow {
  /** Pieces to order … */
  main: number;
  /** … and pieces that come with them for nothing. */
  free: number;
}

/** A price as it stands, for everyone or for one role. */
export interface StatedPrice {
  value: number;
  taxIncluded: boolean;
  originalValue: number | null;
  /** Percent from the original to the value; null where it is not told. */
  discount: number | null;
}

export interface PriceSource {
  /** The explicit price of the product. */
  stated: StatedPrice | null;
  byRole: ReadonlyMap<string, StatedPrice>;
  gross: readonly GrossTier[];
  discounts: readonly DiscountTier[];
  supplierDiscounts: readonly SupplierDiscount[];
  supplierDiscountsVet: readonly SupplierDiscount[];
  supplierPromotions: readonly SupplierPromotion[];
  supplierPromotionsVet: readonly SupplierPromotion[];
  /** Percent, to take the tax out of prices that include it. */
  taxPercent: number;
}
