/** Builds the addresses of a list from its path, the page's own parameters and the search criteria. */
import { parametersOf, type Criteria, type SortKey } from './criteria';

export interface ListingBase {
  path: string;
  /** The page's own query parameters, which every link and form repeats. */
  keep: Readonly<Record<string, string>>;
  defaultSort: SortKey;
  /** True if the page sorts its products in an order of its own when there is no search text. */
  hasOwnOrder: boolean;
}

export function listingAddress(base: ListingBase, criteria: Criteria): string {
  const params = parametersOf(criteria, base.defaultSort);
  for (const [name, value] of Object.entries(base.keep)) params.set(name, value);
  const query = params.toString();
  return query === '' ? base.path : `${base.path}?${query}`;
}
