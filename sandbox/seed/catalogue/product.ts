/** The catalogue model between facts and documents: a product is a group of variants with one url key. */
import type { Brand } from '../facts';
import type { Family, Lang, OrderMode, Text } from '../../world';

export type PictureKind =
  | 'box'
  | 'blister'
  | 'bottle'
  | 'dropper'
  | 'vial'
  | 'ampoule'
  | 'tube'
  | 'pot'
  | 'bag'
  | 'pouch'
  | 'infusion'
  | 'can'
  | 'bucket'
  | 'spray'
  | 'pump'
  | 'injector'
  | 'pipette'
  | 'collar'
  | 'tin'
  | 'syringe'
  | 'needle'
  | 'catheter'
  | 'gloves'
  | 'instrument'
  | 'forceps'
  | 'roll'
  | 'swab'
  | 'suture'
  | 'device'
  | 'test'
  | 'furniture'
  | 'clothing'
  | 'boots'
  | 'tool'
  | 'tag'
  | 'bowl'
  | 'cone';

/** What variants for the same animals share: their row in the facts. */
export interface Profile {
  key: string;
  species: readonly string[];
  routes: readonly string[];
  indications: readonly string[];
  ages: readonly string[];
  sizes: readonly string[];
  /** `[species, meat days, milk hours, egg days]`, as in the facts. */
  withdrawal: readonly WithdrawalRow[];
}
export type WithdrawalRow = readonly [
  string,
  number | 'x' | null,
  number | 'x' | null,
  number | 'x' | null,
];

export interface Attribute {
  /** Key of the axis in `names.words.axes`. */
  axis: string;
  value: Text;
}

export interface Variant {
  key: string;
  name: Text;
  shortName: Text;
  attributes: readonly Attribute[];
  profile: Profile;
  /** Price in euros in the veterinary price list, before the rounding rules of other lists. */
  basePrice: number;
  weightKg: number;
  /** Pieces in the sales unit, for packaging data and descriptions. */
  pieces: number;
  color: string | null;
  /** Size as the facts write it, the key of the size facet (equipment). */
  size: string | null;
  picture: PictureKind;
  /** Lowest and highest weight of the animal if the product is dosed by weight. */
  band: readonly [number, number] | null;
}

interface ProductFlags {
  prescription: boolean;
  narcotic: boolean;
  psychotropic: boolean;
  human: boolean;
  import: boolean;
  madeToOrder: boolean;
  sterile: boolean;
  fabric: boolean;
  promoBag: boolean;
  lightProtection: boolean;
}

export interface Product {
  key: string;
  /** 0 for the first maker of a product, then its competitors; lower ranks enter smaller worlds. */
  rank: number;
  family: Family;
  /** Id in the facts: substance, combination, food range or equipment type. */
  source: string;
  /** Group of the substance, `food` or the leaf category of equipment. */
  group: string;
  brand: Brand;
  substances: readonly string[];
  /** Pharmaceutical form, or the texture of food. */
  form: string | null;
  atcvet: string | null;
  amcra: 'yellow' | 'orange' | 'red' | null;
  flags: ProductFlags;
  storage: string;
  orderMode: OrderMode;
  taxRate: number;
  /** Name of the group, without strength or pack. */
  model: Text;
  /** Words of the url key, before it is made unique. */
  urlWords: Text;
  variants: readonly Variant[];
  /** Texts on demand: they are long, and readers need few at once. */
  voice: ProductVoice;
}

export interface ProductVoice {
  shortDescription(profile: Profile, lang: Lang): string;
  /** `variants`: those of the product in this world. */
  description(profile: Profile, lang: Lang, variants: readonly Variant[]): string;
  attributes(variant: Variant, lang: Lang): AttributeGroup[];
}
export interface AttributeGroup {
  group_name: string;
  fields: {
    key: string;
    name: string;
    type: 'char' | 'boolean' | 'float' | 'list';
    value: string | boolean | number | string[];
  }[];
}

export const NO_FLAGS: ProductFlags = {
  prescription: false,
  narcotic: false,
  psychotropic: false,
  human: false,
  import: false,
  madeToOrder: false,
  sterile: false,
  fabric: false,
  promoBag: false,
  lightProtection: false,
};
