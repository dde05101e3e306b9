/** The name in a page's query of the answer that it shows. */
const name = 'answer';

/** The id of the answer that an address asks for. */
export const answerIdOf = ({ searchParams }: URL): string | null => searchParams.get(name);

/** The page's own address, for every link and form of it: the answer belongs to this one visit. */
export function withoutAnswer(url: URL): URL {
  if (!url.searchParams.has(name)) return url;
  const own = new URL(url);
  own.searchParams.delete(name);
  return own;
}

/** Path and query of the page with an answer, and the part of it that the answer is in. */
export function withAnswer({ pathname, search, hash }: URL, id: string): string {
  return `${pathname}${search === '' ? '?' : `${search}&`}${name}=${id}${hash}`;
}
