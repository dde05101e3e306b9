/**
 * Converts a product document into the data of its page. The part that all callers of a language share is built once;
 * each view adds the caller's price with the product card.
 */
import { safeLink, type LinkRules } from '~/base/page/untrusted/safe-link';
import { formatsFor } from '~/base/i18n/formats';
import type { Locale } from '~/base/i18n/locales';
import type { Day } from '~/base/kernel/day';
import { holdsOn } from '~/base/erp/wire-fields.server';
import { fileKind } from '~/base/kernel/file-kind';
import { folded } from '~/base/kernel/folding';
import { toCents } from '~/base/kernel/money';
import { cardOf, type Reader } from '~/catalogue/products/card.server';
import { inSequence, type ImageWire } from '~/catalogue/products/wire/card-wire.server';
import { pictureAddress } from '~/catalogue/products/picture-address';
import type {
  AttributeGroup,
  GalleryPicture,
  OptionGroup,
  Product,
  ProductDocument,
} from '../product-detail';
import { textsOf } from './product-texts.server';
import type { ProductWire, VariantWire } from '~/catalogue/products/wire/product-wire.server';
import { axesOf } from '../variant-axes';

/** Widths in pixels of the sizes of a picture (contract/search.md 1.4.2). */
const widths = { small: 60, medium: 300, large: 550, xlarge: 1200 } as const;

function pictureOf(image: ImageWire): GalleryPicture | null {
  const sizes = (Object.keys(widths) as (keyof typeof widths)[]).flatMap((size) => {
    const picture = image[size];
    const src = picture ? pictureAddress(picture.src) : null;
    return src ? [{ src, width: widths[size], alt: picture?.alt ?? '' }] : [];
  });
  const [first] = sizes;
  if (!first) return null;
  const large = sizes.find((one) => one.width >= widths.medium) ?? first;
  const distinct = new Set(sizes.map((one) => one.src)).size;
  return {
    alt: first.alt,
    thumb: first.src,
    large: large.src,
    // An address that contains a comma or a space would break the `srcset` attribute.
    srcSet:
      distinct > 1
        ? sizes
            .filter((one) => one.width >= widths.medium && !/[\s,]/.test(one.src))
            .map((one) => `${one.src} ${one.width}w`)
            .join(', ')
        : '',
  };
}

const isVideo = (type: unknown): boolean =>
  /video|vidéo/i.test(JSON.stringify(type ?? '')) === true;

/**
 * Documents of the product: files in this language first, then other languages, then the product's three links; each
 * address once. A document on a host that is not allowed is left out, because its name alone is useless. The doctor
 * reports such hosts to the operator.
 */
function documentsOf(
  wire: ProductWire,
  { locale, words, linkRules }: Pick<SharedReader, 'locale' | 'words' | 'linkRules'>,
): ProductDocument[] {
  const own = (lang: string | null) => lang === null || lang.toLowerCase().startsWith(locale);
  const medias = [...wire.medias].sort(
    (a, b) => Number(own(b.lang)) - Number(own(a.lang)) || (a.sequence ?? 0) - (b.sequence ?? 0),
  );
  const all = [
    ...medias.map((media) => ({
      kind: isVideo(media.type) ? ('video' as const) : ('file' as const),
      name: media.name ?? words.document,
      url: media.url,
      lang: own(media.lang) ? null : (media.lang?.slice(0, 2) ?? null),
    })),
    { kind: 'file' as const, name: words.notice, url: wire.link_notice, lang: null },
    { kind: 'video' as const, name: words.video, url: wire.link_video, lang: null },
    { kind: 'link' as const, name: words.info, url: wire.link_info, lang: null },
  ];
  const seen = new Set<string>();
  return all.flatMap(({ kind, name, url, lang }) => {
    const address = typeof url === 'string' ? url.trim() : '';
    if (address === '' || seen.has(address)) return [];
    seen.add(address);
    const link = safeLink(address, locale, linkRules);
    if (link === null) return [];
    return [{ kind, name, fileKind: kind === 'file' ? fileKind(address) : '', link, lang }];
  });
}

interface DocumentWords {
  document: string;
  notice: string;
  video: string;
  info: string;
}

const optionFields = {
  species: 'species_option_ids',
  animalSize: 'animal_size_option_ids',
  age: 'age_option_ids',
  foodRange: 'food_range_option_ids',
  indication: 'indication_option_ids',
  administrationRoute: 'administration_route_option_ids',
  activePrinciple: 'active_principle_option_ids',
  presentation: 'presentation_option_ids',
  color: 'color_option_ids',
  size: 'size_option_ids',
} as const satisfies Record<OptionGroup['key'], keyof ProductWire>;

const bySequence = <T extends { sequence: number | null }>(entries: readonly T[]): T[] =>
  [...entries].sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));

function optionsOf(wire: ProductWire): OptionGroup[] {
  return (Object.keys(optionFields) as OptionGroup['key'][]).flatMap((key) => {
    const options = bySequence(wire[optionFields[key]]);
    return options.length > 0 ? [{ key, options }] : [];
  });
}

const attributesOf = (wire: ProductWire, otherGroup: string): AttributeGroup[] =>
  wire.structured_attributes.flatMap((group) => {
    const fields = group.fields.flatMap(({ name, type, value }) => {
      const isFlag = type === 'boolean' && (value === 'true' || value === 'false');
      const read = isFlag ? value === 'true' : value;
      return read === '' ? [] : [{ name, value: read }];
    });
    return fields.length > 0 ? [{ name: group.group_name ?? otherGroup, fields }] : [];
  });

/** A comparison key for a list of names that ignores order and case. */
const namesKey = (list: string): string =>
  list
    .split(',')
    .map((name) => folded(name).trim())
    .sort()
    .join();

/** Removes options that one of the ERP's own groups already contains under another name. */
function untold(options: OptionGroup[], attributes: readonly AttributeGroup[]): OptionGroup[] {
  const told = new Set(
    attributes.flatMap(({ fields }) => fields.map(({ value }) => namesKey(String(value)))),
  );
  return options.filter(
    (group) => !told.has(namesKey(group.options.map(({ name }) => name).join())),
  );
}

/** Names of the loyalty programs whose rules apply to this product today. */
function programsOf(wire: ProductWire, names: ReadonlyMap<number, string>, today: Day): string[] {
  const found = wire.loyalty_rules.flatMap((rule) => {
    const name = rule.program_id === null ? undefined : names.get(rule.program_id);
    return name && holdsOn(rule.time_frame, today) ? [name] : [];
  });
  return [...new Set(found)];
}

/** The context for the part of a product page that depends on the language and the shop, not on the customer. */
export interface SharedReader {
  locale: Locale;
  tag: string;
  words: DocumentWords & { otherAttributes: string };
  linkRules: LinkRules;
}

/** The part of a product page that is the same for everybody. */
type SharedProduct = Omit<Product, 'card' | 'veterinaryGroups' | 'loyaltyPrograms'>;

/**
 * Builds the shared part once per index document, however many customers view it, because it costs more than their
 * prices.
 */
export function sharedProduct(
  wire: ProductWire,
  variants: readonly VariantWire[],
  reader: SharedReader,
): SharedProduct {
  const { collate } = formatsFor(reader.tag);
  const attributes = attributesOf(wire, reader.words.otherAttributes);
  return {
    ...textsOf(wire, reader.locale, reader.linkRules),
    urlKey: wire.url_key ?? '',
    urlKeyByLang: wire.url_key_locales,
    categories: wire.categories
      .flatMap(({ id, name, url_key: urlKey, level }) =>
        name && urlKey ? [{ id, name, urlKey, level: level ?? 0 }] : [],
      )
      .sort((a, b) => a.level - b.level),
    gallery: inSequence(wire.images).flatMap((image) => pictureOf(image) ?? []),
    axes: axesOf(
      { sku: wire.sku, attributes: wire.variant_attributes },
      variants.map((one) => ({ sku: one.sku, attributes: one.variant_attributes })),
      wire.variant_selector.map((one) => one.name),
      collate,
    ),
    documents: documentsOf(wire, reader),
    attributes,
    packaging: wire.packaging_ids.flatMap(({ name, qty, barcode, is_unit, can_be_sold }) =>
      name && qty !== null && !is_unit
        ? [{ name, quantity: qty, barcode, canBeSold: can_be_sold }]
        : [],
    ),
    options: untold(optionsOf(wire), attributes),
    manufacturer: wire.manufacturer?.name ?? null,
    brandLogo: wire.brand?.image_url ? pictureAddress(wire.brand.image_url) : null,
    supplierName: wire.supplier_name,
    supplierCode: wire.vendor_product_code,
    codeAmm: wire.code_amm,
    codeCti: wire.code_cti,
    dimensionalUnit: wire.dimensional_unit,
    unitsInShrinkWrap: wire.unit_in_shrink_wrap,
    bestBefore: wire.best_before_date,
    inRangeSince: wire.create_date,
    indicatedPrice: wire.indicated_price === null ? null : toCents(wire.indicated_price),
  };
}

interface ProductReader extends Reader {
  programNames: ReadonlyMap<number, string>;
}

export interface ProductParts {
  wire: ProductWire;
  shared: SharedProduct;
}

export const productOf = ({ wire, shared }: ProductParts, reader: ProductReader): Product => ({
  ...shared,
  card: cardOf(wire, reader),
  veterinaryGroups: reader.customer
    ? bySequence(wire.veterinary_groups.filter((group) => !group.name.includes('RFA')))
    : [],
  loyaltyPrograms: programsOf(wire, reader.programNames, reader.today),
});
