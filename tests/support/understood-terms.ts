import type { Reader } from '~/storefront/search/meaning/group-term';
import { plainTerm } from '~/storefront/search/meaning/query-term';
import { understand } from '~/storefront/search/meaning/understand';

/** Parses a search text. Each term has the properties of a named term, so that tests can read them of every term. */
export function understandTerms(text: string, reader: Reader) {
  const understood = understand(text, reader);
  const terms = understood.terms.map((term) => ({ ...plainTerm(term.typed), ...term }));
  return { ...understood, terms };
}
