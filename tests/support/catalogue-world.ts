/** Products of the sample world, selected by their properties. */
import { z } from 'zod';
import type { TestShop } from './shop';

export const SampleProduct = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  url_key: z.string(),
  main: z.boolean(),
  variant_count: z.number(),
  barcode: z.string().nullable(),
  cnk_code: z.string().nullable(),
  code_amm: z.string().nullable(),
  vendor_product_code: z.string(),
  species_option_ids: z.array(z.object({ name: z.string() })),
  order_mode: z.string(),
  is_mto: z.boolean(),
  is_meds: z.boolean(),
  is_food: z.boolean(),
  is_equipment: z.boolean(),
  not_sold_on_website: z.boolean(),
  redirect_url_key: z.array(z.string()),
  url_key_locales: z.record(z.string(), z.string()),
  variant_attributes: z.record(z.string(), z.string()),
  links: z.object({ substitute: z.array(z.object({ id: z.number() })) }).loose(),
});
export type SampleProduct = z.infer<typeof SampleProduct>;

/** The first sample product for which `holds` is true; throws if there is none. */
export function sampleProduct(
  shop: TestShop,
  holds: (product: SampleProduct) => boolean,
): SampleProduct {
  for (const document of shop.sandbox.world.documents('products', 'fr')) {
    const product = SampleProduct.safeParse(document);
    if (product.success && holds(product.data)) return product.data;
  }
  throw new Error('the sample world has no such product');
}

export const isOrdinary = (product: SampleProduct): boolean =>
  product.order_mode === 'direct_sale' && !product.not_sold_on_website && !product.is_mto;

const suffixes = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' } as const;

/** Waits for the stand-in's indices, which it builds at the first search: a page's time-out is too short for that. */
export async function productsAreIndexed(
  shop: TestShop,
  ...langs: readonly (keyof typeof suffixes)[]
): Promise<void> {
  for (const lang of langs) {
    const address = `${shop.sandbox.search.url}/products_${suffixes[lang]}/_search?size=0`;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  }
}
