/** The filters of the shop (SRCH-01) and their fields in the index (search.md 3.2). */

interface PlainFacet {
  kind: 'plain';
  /** Index field with the numeric id of a value; `label` is the index field with its name. */
  field: string;
  label: string;
}
interface WordFacet {
  kind: 'word';
  field: string;
}
interface OptionFacet {
  kind: 'option';
  path: string;
  label: string;
}
/** A filter by the loyalty rules of the customer's card. */
interface RuleFacet {
  kind: 'rule';
}
/** A yes/no filter, which the address either contains or not. */
interface YesFacet {
  kind: 'yes';
}
export type FacetSpec = PlainFacet | WordFacet | OptionFacet | RuleFacet | YesFacet;

const option = (path: string): OptionFacet => ({
  kind: 'option',
  path,
  label: `${path}.name.keyword`,
});

/** In display order. The keys are the parameters of the address. */
const facetSpecs = {
  in_stock: { kind: 'yes' },
  ordered: { kind: 'yes' },
  on_list: { kind: 'yes' },
  promotion: { kind: 'yes' },
  promotion_ending: { kind: 'yes' },
  rebates: { kind: 'yes' },
  species: option('species_option_ids'),
  brand: { kind: 'plain', field: 'brand.id', label: 'brand.name.keyword' },
  active_principle: option('active_principle_option_ids'),
  indication: option('indication_option_ids'),
  administration_route: option('administration_route_option_ids'),
  presentation: option('presentation_option_ids'),
  food_range: option('food_range_option_ids'),
  animal_size: option('animal_size_option_ids'),
  age: option('age_option_ids'),
  size: option('size_option_ids'),
  color: option('color_option_ids'),
  manufacturer: { kind: 'plain', field: 'manufacturer.id', label: 'manufacturer.name.keyword' },
  supplier: { kind: 'plain', field: 'supplier_id', label: 'supplier_name' },
  order_mode: { kind: 'word', field: 'order_mode' },
  vet_group: {
    kind: 'option',
    path: 'veterinary_groups',
    label: 'veterinary_groups.name',
  },
  loyalty_rule: { kind: 'rule' },
} as const satisfies Record<string, FacetSpec>;

export type FacetKey = keyof typeof facetSpecs;
export const facetKeys = Object.keys(facetSpecs) as FacetKey[];
export const specOf = (key: FacetKey): FacetSpec => facetSpecs[key];
