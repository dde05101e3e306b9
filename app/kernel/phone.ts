/**
 * Telephone numbers as people write them: `0470 12 34 56`, `+32 (0)4/222.33.44`. Belgian ones are held to
 * their length (BIPT numbering plan: ten digits for mobiles, nine for the others); of foreign ones only that
 * they can be dialled (ITU-T E.164: fifteen digits at most).
 */
const separators = /[\s.\-/()\u00a0\u2011]/g;

/** Digits as dialled from abroad, without `+`; null when it is no number. Belgium is meant without a prefix. */
function dialled(typed: string): string | null {
  const plain = typed.replace(/\(0\)/g, '').replace(separators, '');
  const international = /^(?:\+|00)([1-9]\d*)$/.exec(plain)?.[1];
  if (international) return international;
  const national = /^0([1-9]\d*)$/.exec(plain)?.[1];
  return national ? `32${national}` : null;
}

export function isPhone(typed: string): boolean {
  const digits = dialled(typed);
  if (digits === null) return false;
  if (!digits.startsWith('32')) return digits.length >= 7 && digits.length <= 15;
  // 045 to 049 are mobiles; 042 and 043 are Liège.
  return /^324[5-9]/.test(digits) ? digits.length === 11 : digits.length === 10;
}
