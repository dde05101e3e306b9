/**
 * Validates telephone numbers as people write them: `0470 12 34 56`, `+32 (0)4/222.33.44`. Belgian numbers must have
 * the right length (BIPT numbering plan: ten digits for mobiles, nine for others), because a missing digit is the
 * commonest typo. Other numbers must only be dialable (ITU-T E.164: at most fifteen digits).
 */
import { plainText } from './plain-text';

const separators = /[\s.\-/()]/g;
const belgium = 'BE';
const isAsLongAsDialled = (digits: string): boolean => digits.length >= 6 && digits.length <= 15;
/**
 * True for a Belgian number of the right length. `national` has no leading 0; 45 to 49 are mobiles, 42 and 43 are
 * Liège.
 */
const isBelgian = (national: string): boolean =>
  /^4[5-9]/.test(national) ? national.length === 9 : national.length === 8;

/** `country` is the country of a number without a prefix (ISO 3166-1 alpha-2); null when it is unknown. */
export function isPhone(typed: string, country: string | null): boolean {
  const plain = plainText(typed).replace(/\(0\)/g, '').replace(separators, '');
  const abroad = /^(?:\+|00)([1-9]\d*)$/.exec(plain)?.[1];
  // Many people keep the leading 0 of the national number after the country code: `+32 0470 12 34 56`.
  if (abroad)
    return abroad.startsWith('32')
      ? isBelgian(abroad.slice(2).replace(/^0/, ''))
      : isAsLongAsDialled(abroad);
  if (country === belgium) {
    const national = /^0([1-9]\d*)$/.exec(plain)?.[1];
    return national !== undefined && isBelgian(national);
  }
  return /^\d+$/.test(plain) && isAsLongAsDialled(plain);
}
