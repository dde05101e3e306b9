/** Target of an immediate `<meta http-equiv="refresh">`, which redirects without script. */
export function refreshOf(page: { contentType: string | null; text: string }): string | null {
  if (!page.contentType?.includes('html')) return null;
  const [, address] = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(page.text) ?? [];
  return address?.replaceAll('&amp;', '&') ?? null;
}
