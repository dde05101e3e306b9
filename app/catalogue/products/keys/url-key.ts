/** Normalizes a key from an address: without trailing slash and `/index.html`; null when it cannot be a key. */
export function cleanKey(raw: string | undefined): string | null {
  const key = (raw ?? '').replace(/\/index\.html$/, '').replace(/(?<!\/)\/+$/, '');
  return key === '' || key.length > 500 || /\p{Cc}/u.test(key) ? null : key;
}
