/**
 * A path of this site that came in with a form (`back`), or a fallback: whatever a later layer could read as
 * another site is not taken (P-16). Sign-in has its own, stricter check in `server/auth`.
 */
const suspicious = /[\p{Cc}\p{Zl}\p{Zp}\s\\]/u;
const hiddenInPath = /%(25)*(2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i;
const dummy = 'http://site.invalid';

/** The page that the visitor was on the way to; undefined when the address names none of this site. */
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
