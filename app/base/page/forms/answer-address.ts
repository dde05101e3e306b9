/** Query parameter with the id of the stored form answer that the page shows. */
const name = 'answer';

/** The id of the stored form answer in an address; null without one. */
export const answerIdOf = ({ searchParams }: URL): string | null => searchParams.get(name);

/**
 * The page's address without the id of the form answer, for all links and forms of the page, because the answer belongs
 * to this visit only.
 */
export function withoutAnswer(url: URL): URL {
  if (!url.searchParams.has(name)) return url;
  const own = new URL(url);
  own.searchParams.delete(name);
  return own;
}

/** Path, query and fragment of the page with the id of a stored form answer added. */
export function withAnswer({ pathname, search, hash }: URL, id: string): string {
  return `${pathname}${search === '' ? '?' : `${search}&`}${name}=${id}${hash}`;
}
