/** A list of products as a page shows it. */
import type { ProductCard } from '~/catalogue/products/product';
import type { Day } from '~/base/kernel/day';
import type { Cents } from '~/base/kernel/money';
import type { Criteria } from './criteria';
import type { FacetKey } from './facets/facet-list';

export interface FacetValue {
  value: string;
  label: string;
  /** Groups that this value would show. */
  count: number;
  selected: boolean;
}

export interface Facet {
  key: FacetKey;
  values: readonly FacetValue[];
  /** The engine holds more values than were asked for. */
  more: boolean;
}

export interface SelectedFilter {
  key: FacetKey;
  value: string;
  label: string;
}

/** How a text was read, for what is said above the results. */
export interface ReadText {
  /** Words that were read as facts of the catalogue, with what is also shown for them. */
  widened: readonly { typed: string; means: readonly string[] }[];
  corrected: readonly { typed: string; read: string }[];
  /** Words that nothing knows, left out. */
  dropped: readonly string[];
  /** What the text says is not wanted: left out, and for the customer to check. */
  negated: readonly string[];
  /** Doses for a kilogram of the animal, which no product is found by. */
  doses: readonly string[];
  /** No product meets all of it: these come nearest. */
  isNearest: boolean;
  /** Words that none of these meets. */
  leftOut: readonly string[];
  /** Products that have the words themselves: there is a way back to them. */
  hasLiteral: boolean;
  /** Nothing was found: what each word finds by itself. */
  alone: readonly { typed: string; count: number }[];
}

export interface Listing {
  criteria: Criteria;
  cards: readonly ProductCard[];
  total: number;
  /** The engine stopped counting: "more than". */
  moreThanTotal: boolean;
  page: number;
  pageCount: number;
  from: number;
  to: number;
  /** Null when they could not be counted: hits are shown without filters. */
  facets: readonly Facet[] | null;
  selected: readonly SelectedFilter[];
  /** What the customer ordered, or has on lists, could not be asked for: that filter was not applied. */
  ownMissing: boolean;
  /** A supplier is shown what it supplies itself: other products are not missing, only not listed. */
  supplierOnly: boolean;
  /** Null without text, or where it was read by the letter. */
  read: ReadText | null;
  /** "Did you mean", best first. */
  spellings: readonly string[];
  /** Shards failed or time ran out. */
  incomplete: boolean;
  /** The engine does not let the shop in (403): an empty list that says nothing of what there is. */
  refused: boolean;
  /** Last days of special offers by product, on the pages that list those. */
  offersUntil: ReadonlyMap<number, Day>;
  /** By product, where they are the order of the list. */
  indicatedPrices: ReadonlyMap<number, Cents> | null;
  /** Products per subcategory, by category id. */
  childCounts: ReadonlyMap<number, number>;
}
