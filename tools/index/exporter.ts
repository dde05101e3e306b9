/**
 * Accepts documents of the published Odoo modules (`shopinvader_search_engine` 16.0 and 18.0, with `_product_price`,
 * `_product_multi_price`, `_product_stock` and `_image`), also from an index dump. Maps what differs from the shop's
 * format. The loader reports index fields that these modules never fill (docs/operating/index.md).
 */
import type { IndexName } from '../../sandbox/world';
import { isRecord } from './faults';

type Fields = Readonly<Record<string, unknown>>;

/** Lines of an index dump have the document below `_source`. */
const unwrap = (document: Fields): Fields =>
  isRecord(document['_source']) && '_index' in document ? document['_source'] : document;

const quantityOf = (place: unknown): number | null =>
  isRecord(place) && typeof place['qty'] === 'number' ? place['qty'] : null;

/**
 * The stock module (`_product_stock`) sends a quantity per warehouse and no stock state. Without a `global` entry this
 * function adds up the quantities of all warehouses.
 */
function mapStock(stock: unknown): unknown {
  if (!isRecord(stock)) return stock;
  const { global = null } = stock;
  if (isRecord(global) && typeof global['state'] === 'string') return stock;
  const counts = (isRecord(global) ? [global] : Object.values(stock))
    .map(quantityOf)
    .filter((count) => count !== null);
  if (counts.length === 0) return stock;
  const qty = counts.reduce((sum, count) => sum + count, 0);
  return { ...stock, global: { qty, state: qty > 0 ? 'in_stock' : 'out_of_stock' } };
}

const sizes = ['small', 'medium', 'large', 'xlarge'];

/** The operator names the image sizes. Maps unknown names to the shop's sizes in document order. */
function mapImage(image: unknown): unknown {
  if (!isRecord(image)) return image;
  const names = Object.keys(image);
  if (names.length === 0 || names.some((name) => sizes.includes(name))) return image;
  return Object.fromEntries(
    names.slice(0, sizes.length).map((name, place) => [sizes[place] ?? name, image[name]]),
  );
}

/**
 * Converts prices keyed by the id of an Odoo price list. Prices keyed by a word are role prices, which the shop reads
 * as they are.
 */
function listsOf(prices: unknown): Fields[] {
  if (!isRecord(prices)) return [];
  return Object.entries(prices).flatMap(([list, price]) =>
    /^\d+$/.test(list) &&
    isRecord(price) &&
    typeof price['value'] === 'number' &&
    price['tax_included'] !== true
      ? [{ pricelist: list, min_quantity: 0, price: price['value'] }]
      : [],
  );
}

/** The document in the shop's form; the same object if nothing differs. */
export function fromExporter(index: IndexName, line: Fields): Fields {
  const document = unwrap(line);
  const changes: Record<string, unknown> = {};
  const { images } = document;
  if (Array.isArray(images)) {
    const mapped = images.map(mapImage);
    if (mapped.some((image, place) => image !== images[place])) changes['images'] = mapped;
  }
  if (index === 'products') {
    const stock = mapStock(document['stock']);
    if (stock !== document['stock']) changes['stock'] = stock;
    const lists = 'price_gross' in document ? [] : listsOf(document['price_by_pricelist']);
    if (lists.length > 0) changes['price_gross'] = lists;
  }
  return Object.keys(changes).length === 0 ? document : { ...document, ...changes };
}

/** What customers lack if no document of the index has any of these fields. */
const needs: readonly { fields: readonly string[]; off: string }[] = [
  {
    fields: ['price', 'price_by_pricelist', 'price_gross'],
    off: 'prices in lists and on product pages; the cart shows the prices of the ERP',
  },
  { fields: ['price_gross', 'price_discount'], off: 'prices by the price lists of a customer' },
  { fields: ['supplier_discount', 'supplier_promotion'], off: 'offers of suppliers' },
  { fields: ['images'], off: 'pictures' },
  { fields: ['stock'], off: 'stock, and the filter by stock' },
  { fields: ['brand'], off: 'brands' },
  { fields: ['medias', 'link_notice'], off: 'leaflets and documents' },
  { fields: ['barcode', 'cnk_code'], off: 'orders by barcode or CNK; the SKU remains' },
  {
    fields: ['species_option_ids', 'indication_option_ids', 'active_principle_option_ids'],
    off: 'filters by species, indication and active principle',
  },
  { fields: ['is_meds', 'allowed_partner_types'], off: 'rules for medicines' },
  { fields: ['class_amcra', 'storage_temperature'], off: 'AMCRA colours and cold chain' },
  { fields: ['links'], off: 'substitutes and accessories' },
  { fields: ['characteristics_vector', 'description_vector'], off: 'similar products' },
];

const holds = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isRecord(value)
      ? Object.keys(value).length > 0
      : value !== undefined && value !== null && value !== '';

/** Records which fields the document fills. */
export function noteFilled(document: Fields, filled: Set<string>): void {
  for (const [name, value] of Object.entries(document))
    if (!filled.has(name) && holds(value)) filled.add(name);
}

/** One line for each disabled feature: its fields and what customers lack. */
export const switchedOff = (filled: ReadonlySet<string>): string[] =>
  needs
    .filter(({ fields }) => fields.every((field) => !filled.has(field)))
    .map(({ fields, off }) => `${fields.join(', ').padEnd(72)} ${off}`);
