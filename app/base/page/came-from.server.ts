import type { PageRequest } from './page';

/** Path and query of the referring page, when it is another page of this site; null otherwise. */
export function findReferringPage({ context, request, url }: PageRequest): string | null {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  const path = from.pathname + from.search;
  return from.origin === context.site.origin && path !== url.pathname + url.search ? path : null;
}
