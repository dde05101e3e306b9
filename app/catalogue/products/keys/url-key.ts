/** A key as it came in an address: without trailing slash and `/index.html`; null when it cannot be one. */
export function cleanKey(raw: string | undefined): string | null {
  const key = (raw ?? '').replace(/\/index\.html$/, '').replace(/(?<!\/)\/+$/, '');
  return key === '' || key.length > 500 || /\p{Cc}/u.test(key) ? null : key;
}
