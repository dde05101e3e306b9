/** Price tiers and offers of an article, with the field names of contract search.md 1.4.1. */
import type { Window } from '../../world';
import type { Terms } from '../trade/terms';

function days({ dateStart, dateEnd }: Window) {
  return { date_start: dateStart, date_end: dateEnd };
}

export function priceFields({ variant, specials }: Terms) {
  return {
    price_gross: variant.gross.map((tier) => ({
      pricelist: tier.pricelist,
      min_quantity: tier.minQuantity,
      price: tier.price,
      ...days(tier),
    })),
    price_discount: variant.discounts.map((tier) => ({
      pricelist: tier.pricelist,
      discount: tier.discount,
      min_quantity: tier.minQuantity,
      exclusive: tier.exclusive,
      ...days(tier),
    })),
    supplier_discount: variant.supplierDiscounts.map((offer) => ({
      discount_sale: offer.discountSale,
      ...days(offer),
    })),
    supplier_discount_vet: variant.supplierDiscountsVet.map((offer) => ({
      discount_sale: offer.discountSale,
      ...days(offer),
    })),
    supplier_promotion: variant.supplierPromotions.map((offer) => ({
      ratio_main_product: offer.ratioMain,
      ratio_promotional_product: offer.ratioPromotional,
      ...days(offer),
    })),
    supplier_promotion_vet: variant.supplierPromotionsVet.map((offer) => ({
      ratio_main_product: offer.ratioMain,
      ratio_promotional_product: offer.ratioPromotional,
      ...days(offer),
    })),
    specials: specials.map((special) => ({ sequence: special.sequence, ...days(special) })),
  };
}
