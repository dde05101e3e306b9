/** The data of a product page. Every part may be empty; prices are the caller's own. */
import type { SafeLink } from '~/base/page/untrusted/safe-link';
import type { Cents } from '~/base/kernel/money';
import type { Day } from '~/base/kernel/day';
import type { SafeHtml } from '~/base/ui/html';
import type { CategoryRef, ProductCard } from '~/catalogue/products/product';

interface NamedOption {
  id: number;
  name: string;
}

/** The available sizes of one picture. */
export interface GalleryPicture {
  alt: string;
  thumb: string;
  large: string;
  /** Value of the `srcset` attribute (`… 300w, … 550w`); empty if the picture has only one size. */
  srcSet: string;
}

export interface ProductDocument {
  kind: 'file' | 'video' | 'link';
  name: string;
  /** File type such as `PDF`, from the extension in the address; '' if unknown. The index has no file sizes. */
  fileKind: string;
  link: SafeLink;
  /** Language of the file, if it differs from the page's. */
  lang: string | null;
}

export interface AttributeGroup {
  name: string;
  fields: readonly { name: string; value: string | number | boolean }[];
}

interface Packaging {
  name: string;
  quantity: number;
  barcode: string | null;
  canBeSold: boolean;
}

export interface VariantAxis {
  key: string;
  /** Name of the attribute; null if the values are codes, for variants that no attribute distinguishes. */
  label: string | null;
  values: readonly {
    value: string;
    current: boolean;
    /** True if a variant has this value together with the values chosen on the preceding axes. */
    exists: boolean;
    /** SKU of the nearest variant with this value. */
    sku: string | null;
  }[];
}

export interface OptionGroup {
  key:
    | 'species'
    | 'animalSize'
    | 'age'
    | 'foodRange'
    | 'indication'
    | 'administrationRoute'
    | 'activePrinciple'
    | 'presentation'
    | 'color'
    | 'size';
  options: readonly NamedOption[];
}

interface VeterinaryGroupRef {
  id: number;
  name: string;
  color: string | null;
}

/** The data of a product page; every part may be empty. */
export interface Product {
  card: ProductCard;
  urlKey: string;
  shortDescription: string | null;
  description: SafeHtml | null;
  seoTitle: string;
  metaDescription: string;
  keywords: string | null;
  urlKeyByLang: Readonly<Record<string, string>>;
  categories: readonly CategoryRef[];
  gallery: readonly GalleryPicture[];
  axes: readonly VariantAxis[];
  documents: readonly ProductDocument[];
  attributes: readonly AttributeGroup[];
  packaging: readonly Packaging[];
  options: readonly OptionGroup[];
  manufacturer: string | null;
  brandLogo: string | null;
  supplierName: string | null;
  supplierCode: string | null;
  codeAmm: string | null;
  codeCti: string | null;
  dimensionalUnit: string | null;
  unitsInShrinkWrap: number | null;
  bestBefore: Day | null;
  /** The day on which the product joined the range. */
  inRangeSince: Day | null;
  /** Recommended retail price (PVI). */
  indicatedPrice: Cents | null;
  veterinaryGroups: readonly VeterinaryGroupRef[];
  /** Programs whose rules apply to this product today. */
  loyaltyPrograms: readonly string[];
}

/** What the customer ordered of a product in the twelve months before the current one. */
export interface Consumption {
  average: number;
  /** Ordered quantity per month, oldest month first. */
  months: readonly { month: Day; quantity: number }[];
}

/** Other products shown with this one; empty lists are not shown. */
export interface RelatedProducts {
  substitutes: readonly ProductCard[];
  crossSelling: readonly ProductCard[];
  upSelling: readonly ProductCard[];
  related: readonly ProductCard[];
  similar: readonly ProductCard[];
}
