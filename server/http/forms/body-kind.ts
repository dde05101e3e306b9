/**
 * What a posted body is, said once for everything that judges or reads it (P-88): a reader that took a spelling
 * for a form which the guard had not taken for one would parse what the guard never saw.
 */
export type BodyKind = 'form' | 'multipart' | 'json' | 'other';

/** The media type alone decides (RFC 9110, 8.3.1): whole, in any case, whatever its parameters. */
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
 * What stands between the parts of a multipart body; null: it names none, or so that two readers could take another
 * one each (`x="; boundary=a"; boundary=b`), and the parts that one counts were not those that the other parses.
 */
export function boundaryOf(type: string): string | null {
  if ((type.match(/boundary\s*=/gi) ?? []).length !== 1) return null;
  const [, quoted, bare] =
    /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(type) ?? [];
  return quoted ?? bare ?? null;
}

/** Whether a posted body says that it is compressed (RFC 9110, 8.4): no reader of the shop unpacks one, and as plain text it would be read wrongly. */
export const isCoded = (coding: string | undefined): boolean =>
  coding !== undefined && !/^(?:identity)?$/i.test(coding.trim());
