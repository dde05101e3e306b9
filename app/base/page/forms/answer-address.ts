/** Query parameter with the id of the stored answer that a page shows. */
const name = 'answer';

/** The id of the stored answer that an address requests. */
export const answerIdOf = ({ searchParams }: URL): string | null => searchParams.get(name);

/**
 * The page's address without its answer, for all links and forms of the page: the answer belongs to this visit only.
 */
export function withoutAnswer(url: URL): URL {
  if (!url.searchParams.has(name)) return url;
  const own = new URL(url);
  own.searchParams.delete(name);
  return own;
}

/** Path and query of the page with a stored answer, and the fragment that shows it. */
export function withAnswer({ pathname, search, hash }: URL, id: string): string {
  return `${pathname}${search === '' ? '?' : `${search}&`}${name}=${id}${hash}`;
}
