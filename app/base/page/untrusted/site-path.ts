/**
 * Checks a path that should lead back to this site, such as the form field `back`; returns the fallback for anything
 * that a later layer could interpret as another site (P-16). Sign-in has its own, stricter check in `server/auth`.
 */
const suspicious = /[\p{Cc}\p{Zl}\p{Zp}\s\\]/u;
const hiddenInPath = /%(25)*(2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i;
const dummy = 'http://site.invalid';

/** The page to return to, from the query parameter `target`; undefined when it is not a path of this site. */
export const targetOf = ({ url }: { url: URL }): string | undefined =>
  pathOfSite(url.searchParams.get('target'), '') || undefined;

export function pathOfSite(raw: unknown, fallback: string): string {
  if (typeof raw !== 'string' || raw.length > 2_000) return fallback;
  if (!raw.startsWith('/') || suspicious.test(raw) || !URL.canParse(raw, dummy)) return fallback;
  const url = new URL(raw, dummy);
  if (url.origin !== dummy || url.pathname.includes('//')) return fallback;
  if (hiddenInPath.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
