/**
 * Kind of a posted body, decided in one place for every check and parser (P-88). Otherwise a parser could accept a
 * spelling as a form that the guard did not recognize as one, and parse what the guard never checked.
 */
export type BodyKind = 'form' | 'multipart' | 'json' | 'other';

/** Compares only the media type (RFC 9110, 8.3.1): whole, case-insensitive, without parameters. */
export function kindOf(type: string | null | undefined): BodyKind {
  switch (type?.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return 'form';
    case 'multipart/form-data':
      return 'multipart';
    case 'application/json':
      return 'json';
    default:
      return 'other';
  }
}

/**
 * Boundary between the parts of a multipart body. Null when there is none or it is ambiguous (`x="; boundary=a";
 * boundary=b`): two parsers could then choose different boundaries, so that one counts other parts than the other
 * parses.
 */
export function boundaryOf(type: string): string | null {
  if ((type.match(/boundary\s*=/gi) ?? []).length !== 1) return null;
  const [, quoted, bare] =
    /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(type) ?? [];
  return quoted ?? bare ?? null;
}

/**
 * Whether a posted body claims to be compressed (RFC 9110, 8.4): the shop decompresses no bodies, and would parse one
 * incorrectly as plain text.
 */
export const isCoded = (coding: string | undefined): boolean =>
  coding !== undefined && !/^(?:identity)?$/i.test(coding.trim());
