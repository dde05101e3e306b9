/** Accepts picture addresses of the web or of this site; null for anything else (data:, javascript: …). */
export function pictureAddress(address: string): string | null {
  if (/[\p{Cc}\\"<>]/u.test(address)) return null;
  if (address.startsWith('/')) return address.startsWith('//') ? null : address;
  return /^https?:\/\/[^/]/i.test(address) && URL.canParse(address) ? address : null;
}
