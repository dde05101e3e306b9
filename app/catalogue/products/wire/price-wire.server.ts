/**
 * Parses the price part of a product document (contract/search.md 1.4.1) into the data that prices are computed from.
 */
import { z } from 'zod';
import type { PriceSource, StatedPrice } from '~/catalogue/pricing/price-source';
import { bound, euros, flag, list, mapOf, maybe, number } from '~/base/erp/wire-fields.server';

const amount = euros.nonnegative();
const percent = z
  .number()
  .min(0)
  .transform((value) => Math.min(100, value));
const minimum = number.transform((value) => value ?? 0);
const pricelist = z.union([z.string(), z.number().transform(String)]);

const Stated = z
  .object({ value: amount, tax_included: flag, original_value: number, discount: number })
  .transform((wire): StatedPrice => ({
    value: wire.value,
    taxIncluded: wire.tax_included,
    originalValue: wire.original_value,
    discount: wire.discount,
  }));

const GrossWire = z
  .object({ pricelist, min_quantity: minimum, price: amount, date_start: bound, date_end: bound })
  .transform((wire) => ({
    pricelist: wire.pricelist,
    minQuantity: wire.min_quantity,
    price: wire.price,
    start: wire.date_start,
    end: wire.date_end,
  }));

const DiscountWire = z
  .object({
    pricelist,
    min_quantity: minimum,
    discount: percent,
    exclusive: flag,
    date_start: bound,
    date_end: bound,
  })
  .transform((wire) => ({
    pricelist: wire.pricelist,
    minQuantity: wire.min_quantity,
    discount: wire.discount,
    exclusive: wire.exclusive,
    start: wire.date_start,
    end: wire.date_end,
  }));

const SupplierDiscountWire = z
  .object({ discount_sale: percent, date_start: bound, date_end: bound })
  .transform((wire) => ({
    discount: wire.discount_sale,
    start: wire.date_start,
    end: wire.date_end,
  }));

const SupplierPromotionWire = z
  .object({
    ratio_main_product: amount,
    ratio_promotional_product: amount,
    date_start: bound,
    date_end: bound,
  })
  .transform((wire) => ({
    main: wire.ratio_main_product,
    free: wire.ratio_promotional_product,
    start: wire.date_start,
    end: wire.date_end,
  }));

/** The fields that contain prices, by their names in the index. */
export const priceFields = [
  'price',
  'price_by_pricelist',
  'price_gross',
  'price_discount',
  'supplier_discount',
  'supplier_discount_vet',
  'supplier_promotion',
  'supplier_promotion_vet',
  'tax',
] as const;

export const PriceWire = z.object({
  price: maybe(Stated),
  price_by_pricelist: mapOf(Stated),
  price_gross: list(GrossWire),
  price_discount: list(DiscountWire),
  supplier_discount: list(SupplierDiscountWire),
  supplier_discount_vet: list(SupplierDiscountWire),
  supplier_promotion: list(SupplierPromotionWire),
  supplier_promotion_vet: list(SupplierPromotionWire),
  tax: maybe(z.object({ amount: number })),
});

export const priceSourceOf = (wire: z.infer<typeof PriceWire>): PriceSource => ({
  stated: wire.price,
  byRole: wire.price_by_pricelist,
  gross: wire.price_gross,
  discounts: wire.price_discount,
  supplierDiscounts: wire.supplier_discount,
  supplierDiscountsVet: wire.supplier_discount_vet,
  supplierPromotions: wire.supplier_promotion,
  supplierPromotionsVet: wire.supplier_promotion_vet,
  taxPercent: wire.tax?.amount ?? 0,
});
