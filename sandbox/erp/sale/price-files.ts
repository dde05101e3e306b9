/** A price or discount list as a CSV file, with the rows of all variants in that list. */
import type { CustomerCall } from '../call';

const HEADER = 'sku;name;min_quantity;value;date_start;date_end';

export function listFile(
  call: CustomerCall,
  list: string,
  type: 'pricelist' | 'discount',
): Uint8Array {
  const rows = [HEADER];
  for (const variant of call.erp.world.variants.values()) {
    const tiers =
      type === 'pricelist'
        ? variant.gross.map((tier) => ({ ...tier, value: tier.price }))
        : variant.discounts.map((tier) => ({ ...tier, value: tier.discount }));
    for (const tier of tiers) {
      if (tier.pricelist !== list) continue;
      const name = variant.name[call.lang].replaceAll(';', ',');
      rows.push(
        [variant.sku, name, tier.minQuantity, tier.value, tier.dateStart, tier.dateEnd].join(';'),
      );
    }
  }
  return new TextEncoder().encode(`${rows.join('\r\n')}\r\n`);
}
