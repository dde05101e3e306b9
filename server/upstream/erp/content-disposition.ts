/** Parses `filename*=UTF-8''NAME` or `filename="NAME"` (RFC 6266); returns only the last path segment. */
export function filenameOf(disposition: string | undefined): string | null {
  if (!disposition) return null;
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const name = extended ? decoded(extended) : plain;
  return name?.split(/[\\/]/).pop()?.trim() || null;
}

/** Percent-decoded, or unchanged when an escape is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
