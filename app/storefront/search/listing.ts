/** A list of products as a page shows it. */
import type { ProductCard } from '~/catalogue/products/product';
import type { Day } from '~/base/kernel/day';
import type { Cents } from '~/base/kernel/money';
import type { Criteria } from './criteria';
import type { FacetKey } from './facets/facet-list';

export interface FacetValue {
  value: string;
  label: string;
  /** Number of product groups that this value would show. */
  count: number;
  selected: boolean;
}

export interface Facet {
  key: FacetKey;
  values: readonly FacetValue[];
  /** The engine has more values than were requested. */
  more: boolean;
}

export interface SelectedFilter {
  key: FacetKey;
  value: string;
  label: string;
}

/** How the shop read the text, for the notice above the results. */
export interface ReadText {
  /** Words that were read as facts of the catalogue, with the facts that also match. */
  widened: readonly { typed: string; means: readonly string[] }[];
  corrected: readonly { typed: string; read: string }[];
  /** Unknown words that were left out. */
  dropped: readonly string[];
  /** Phrases that the text negates: not searched, and for the customer to check. */
  negated: readonly string[];
  /** Doses per kilogram of the animal, which match no product. */
  doses: readonly string[];
  /** No product matches the whole text; these are the best partial matches. */
  isNearest: boolean;
  /** Required words that none of these products matches. */
  leftOut: readonly string[];
  /** Some products contain the typed words themselves; the page links to them. */
  hasLiteral: boolean;
  /** After an empty result: the number of hits of each word alone. */
  alone: readonly { typed: string; count: number }[];
}

export interface Listing {
  criteria: Criteria;
  cards: readonly ProductCard[];
  total: number;
  /** The engine stopped counting; displayed as "more than". */
  moreThanTotal: boolean;
  page: number;
  pageCount: number;
  from: number;
  to: number;
  /** Null if the counts are unavailable: the hits are shown without filters. */
  facets: readonly Facet[] | null;
  selected: readonly SelectedFilter[];
  /** The products that the customer ordered or has on lists were unavailable, so that filter was not applied. */
  ownMissing: boolean;
  /** A supplier account sees only its own products; other products exist but are not listed. */
  supplierOnly: boolean;
  /** Null without text, or if the text was searched as typed. */
  read: ReadText | null;
  /** "Did you mean", best first. */
  spellings: readonly string[];
  /** Shards failed or the search timed out. */
  incomplete: boolean;
  /** The engine refused access (403): the empty list says nothing about the catalogue. */
  refused: boolean;
  /** Last day of the special offer by product, on the pages that list special offers. */
  offersUntil: ReadonlyMap<number, Day>;
  /** By product, if the list is sorted by these prices. */
  indicatedPrices: ReadonlyMap<number, Cents> | null;
  /** Products per subcategory, by category id. */
  childCounts: ReadonlyMap<number, number>;
}
