/** Addresses of one list: its path, what belongs to its page, and what is looked for. */
import { parametersOf, type Criteria, type SortKey } from './criteria';

export interface ListingBase {
  path: string;
  /** Parameters of the page itself, kept on every link and form. */
  keep: Readonly<Record<string, string>>;
  defaultSort: SortKey;
  /** Without a text the page shows its products in an order of its own. */
  hasOwnOrder: boolean;
}

export function listingAddress(base: ListingBase, criteria: Criteria): string {
  const params = parametersOf(criteria, base.defaultSort);
  for (const [name, value] of Object.entries(base.keep)) params.set(name, value);
  const query = params.toString();
  return query === '' ? base.path : `${base.path}?${query}`;
}
