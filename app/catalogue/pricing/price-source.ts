/** The price data of a product document: the lists of all customers. It never leaves the server unreduced. */
import type { DayWindow } from '~/base/kernel/day';

export interface GrossTier extends DayWindow {
  pricelist: string;
  minQuantity: number;
  /** Price of one piece in euros, without tax. */
  price: number;
}

export interface DiscountTier extends DayWindow {
  pricelist: string;
  minQuantity: number;
  /** Percent, 0 to 100. */
  discount: number;
  /** True when this discount suppresses the supplier's discounts. */
  exclusive: boolean;
}

export interface SupplierDiscount extends DayWindow {
  /** Percent, 0 to 100. */
  discount: number;
}

export interface SupplierPromotion extends DayWindow {
  /** Number of pieces that the customer must order to get free ones. */
  main: number;
  /** Number of free pieces. */
  free: number;
}

/** A fixed price, for everyone or for one role. */
export interface StatedPrice {
  value: number;
  taxIncluded: boolean;
  originalValue: number | null;
  /** Percent from the original value to the value; null when unknown. */
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
  /** Tax rate in percent, to subtract the tax from prices that include it. */
  taxPercent: number;
}
