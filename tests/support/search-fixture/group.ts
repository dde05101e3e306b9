/** The definition of a group of the fixture, and a maker that fills in defaults. */
import type { Text } from '../../../sandbox/world';
import { brands, categories, type Category, type Option } from './texts';

/** One sellable variant; fields are those of the document, merged over the defaults of its group. */
export interface VariantSpec {
  id: number;
  sku: string;
  attributes?: Record<string, string>;
  fields?: Record<string, unknown>;
}

export interface GroupSpec {
  key: string;
  name: Text;
  description?: string;
  species: Option[];
  principles: Option[];
  indications: Option[];
  brand: { id: number; name: string };
  categories: Category[];
  variants: VariantSpec[];
  /** Vectors of 4 numbers, or null if the group has none. */
  characteristics: number[] | null;
  descriptionVector: number[] | null;
  fields: Record<string, unknown>;
}

/** A name that is the same in every language. */
export function text(name: string): Text {
  return { fr: name, nl: name, en: name };
}

export type GroupMaker = (key: string, name: Text, extra?: Partial<GroupSpec>) => GroupSpec;

/** Groups of one maker get their own ids, in tens from 5010. */
export function groupMaker(): GroupMaker {
  let nextId = 5000;
  return (key, name, extra = {}) => {
    const id = (nextId += 10);
    return {
      key,
      name,
      species: [],
      principles: [],
      indications: [],
      brand: brands.polder,
      categories: [categories.equipment],
      variants: [{ id, sku: `FX-${id}` }],
      characteristics: [0, 0, 0.1, 1],
      descriptionVector: [0.1, 0, 0, 1],
      fields: {},
      ...extra,
    };
  };
}
