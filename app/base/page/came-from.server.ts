import type { PageRequest } from './page';

/** Where the browser says it came from, if that was a page of this site. */
export function cameFrom({ context, request, url }: PageRequest): string | null {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  const path = from.pathname + from.search;
  return from.origin === context.site.origin && path !== url.pathname + url.search ? path : null;
}
