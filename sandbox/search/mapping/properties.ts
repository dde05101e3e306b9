/** Building blocks of the mappings in contract/search.md 1.4 to 1.8. */
type Property = Readonly<Record<string, unknown>>;
export type Properties = Readonly<Record<string, Property>>;

export const long = { type: 'long' };
export const integer = { type: 'integer' };
export const double = { type: 'double' };
export const boolean = { type: 'boolean' };
export const keyword = { type: 'keyword' };
export const label = { type: 'keyword', ignore_above: 512 };
const FORMAT = 'strict_date_optional_time||yyyy-MM-dd HH:mm:ss';
export const date = { type: 'date', format: FORMAT };
export const dateRange = { type: 'date_range', format: FORMAT };
export const unindexed = { type: 'object', enabled: false };
export const dateWindow = { date_start: date, date_end: date };

export const prefixed = {
  type: 'text',
  analyzer: 'shop_plain',
  index_prefixes: { min_chars: 2, max_chars: 12 },
};

export function plain(copyTo?: 'search_text'): Property {
  return { type: 'text', analyzer: 'shop_plain', ...(copyTo ? { copy_to: copyTo } : {}) };
}

export function labelled(copyTo?: 'search_text'): Property {
  return { ...plain(copyTo), fields: { keyword: label } };
}

/** A product code: searchable as text, as an exact key, and by its first characters through `codes`. */
export const code = {
  type: 'text',
  analyzer: 'shop_plain',
  copy_to: ['search_text', 'codes'],
  fields: { keyword: { type: 'keyword', normalizer: 'shop_code' } },
};

export function nested(properties: Properties): Property {
  return { type: 'nested', dynamic: false, properties };
}

export function nestedInRoot(properties: Properties): Property {
  return { type: 'nested', dynamic: false, include_in_root: true, properties };
}

export function option(copyTo?: 'search_text'): Property {
  return nestedInRoot({ id: long, sequence: integer, name: labelled(copyTo) });
}

export const stemmed = { type: 'text', analyzer: 'shop_text' };
export const sortable = { type: 'keyword', normalizer: 'shop_fold', ignore_above: 512 };
