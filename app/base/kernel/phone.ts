/**
 * Telephone numbers as people write them: `0470 12 34 56`, `+32 (0)4/222.33.44`. Belgian ones are held to
 * their length (BIPT numbering plan: ten digits for mobiles, nine for the others), because a missing digit is
 * the commonest slip; of others only that they can be dialled (ITU-T E.164: fifteen digits at most).
 */
import { plainText } from './plain-text';

const separators = /[\s.\-/()]/g;
const belgium = 'BE';
const isAsLongAsDialled = (digits: string): boolean => digits.length >= 6 && digits.length <= 15;
/** Without the 0: 45 to 49 are the mobiles; 42 and 43 are Liège. */
const isBelgian = (national: string): boolean =>
  /^4[5-9]/.test(national) ? national.length === 9 : national.length === 8;

/** `country` is where a number without a prefix is of (ISO 3166-1 alpha-2); null when it is not known. */
export function isPhone(typed: string, country: string | null): boolean {
  const plain = plainText(typed).replace(/\(0\)/g, '').replace(separators, '');
  const abroad = /^(?:\+|00)([1-9]\d*)$/.exec(plain)?.[1];
  // Many people keep the 0 of the national number behind the country's code: `+32 0470 12 34 56`.
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
