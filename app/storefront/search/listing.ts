/** A list of products as a page shows it. */
import type { ProductCard } from '~/catalogue/products/product';
import type { Day } from '~/base/kernel/day';
import type { Cents } from '~/base/kernel/money';
import type { Criteria } from './criteria';
import type { FacetKey } from './facets/facet-list';

export interface FacetValue {
  value: string;
  label: string;
  /** Number of product groups that the list would have with this filter value. */
  count: number;
  selected: boolean;
}

export interface Facet {
  key: FacetKey;
  values: readonly FacetValue[];
  /** The engine has more values of this filter than the shop requested. */
  more: boolean;
}

export interface SelectedFilter {
  key: FacetKey;
  value: string;
  label: string;
}

/** How the shop interpreted the search text, for the notice above the results. */
export interface ReadText {
  /** Words that the shop read as facts of the catalogue, each with the facts that match too. */
  widened: readonly { typed: string; means: readonly string[] }[];
  corrected: readonly { typed: string; read: string }[];
  /** Unknown words that the search left out. */
  dropped: readonly string[];
  /** Phrases that the search text negates: not searched, and listed for the customer to check. */
  negated: readonly string[];
  /** Doses per kilogram of the animal in the search text, which match no product. */
  doses: readonly string[];
  /** No product matches the whole search text; the list has the best partial matches. */
  isNearest: boolean;
  /** Required words that no product of this list matches. */
  leftOut: readonly string[];
  /** Some products contain the words exactly as typed; the page links to them. */
  hasLiteral: boolean;
  /** If nothing was found: for each word, the number of hits that it has alone. */
  alone: readonly { typed: string; count: number }[];
}

export interface Listing {
  criteria: Criteria;
  cards: readonly ProductCard[];
  total: number;
  /** The engine stopped counting at its limit; the page displays "more than" that number. */
  moreThanTotal: boolean;
  page: number;
  pageCount: number;
  from: number;
  to: number;
  /** Null if the filter counts are unavailable: the products are shown without filters. */
  facets: readonly Facet[] | null;
  selected: readonly SelectedFilter[];
  /**
   * The ERP did not return the products that the customer ordered or has on wishlists, so that filter was not applied.
   */
  ownMissing: boolean;
  /** A supplier account sees only its own products; other products exist but are not listed. */
  supplierOnly: boolean;
  /** Null without search text, or if the text was searched as typed. */
  read: ReadText | null;
  /** Spelling suggestions ("Did you mean"), the best first. */
  spellings: readonly string[];
  /** Some shards of the index failed or the search timed out, so results are missing. */
  incomplete: boolean;
  /** The engine refused access (403): the empty list says nothing about the catalogue. */
  refused: boolean;
  /** Last day of the special offer by product id, on the pages that list special offers. */
  offersUntil: ReadonlyMap<number, Day>;
  /** Recommended retail price by product id, if the list is sorted by these prices; else null. */
  indicatedPrices: ReadonlyMap<number, Cents> | null;
  /** Number of products by category id of a subcategory. */
  childCounts: ReadonlyMap<number, number>;
}
