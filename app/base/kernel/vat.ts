/**
 * VAT numbers. Belgian ones are ten digits, the first 0 or 1, of which the last two are 97 less the rest of
 * the others by 97; older papers show nine digits, without the leading 0. Of other countries only the form
 * is held (Council Directive 2006/112/EC, article 215): their check digits are theirs to judge.
 */
import { plainText } from './plain-text';

const belgium = 'BE';
/** Greece writes EL. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);
/** Prefixes of the Union, Northern Ireland included. */
const knownPrefix =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)$/;
const foreignForm = /^[A-Z]{2}[0-9A-Z+*]{2,12}$/;
/** Of the neighbours, whose practices order here (VIES, structure of VAT numbers). */
const forms: Readonly<Record<string, RegExp>> = {
  DE: /^DE\d{9}$/,
  FR: /^FR[0-9A-Z]{2}\d{9}$/,
  LU: /^LU\d{8}$/,
  NL: /^NL[0-9A-Z+*]{10}\d{2}$/,
};

/** What letterheads write before the number: `N° TVA : BE 0477.472.701`, `BTW-nr. BE 0477.472.701`. */
const trade = /^(?:N[O°]?\W*)?(?:TVA|BTW|VAT|MWST|KBO|BCE)(?:\W*(?:NR|NO|NUMMER|NUMBER))?\W*/;
const numberIn = (typed: string): string =>
  plainText(typed)
    .toUpperCase()
    .replace(trade, '')
    .replace(/[\s.,\-/:_]/g, '');

export type VatReading =
  | { ok: true; vat: string }
  /** `digits`: the form is right, the check digits are not: a slip of the finger. */
  | { ok: false; fault: 'form' | 'digits' }
  /** A number of another country than the practice's, or not of its form: one of the two is wrong. */
  | { ok: false; fault: 'country' | 'foreign' };

function readBelgian(digits: string): VatReading {
  const full = /^[2-9]\d{8}$/.test(digits) ? `0${digits}` : digits;
  if (!/^[01]\d{9}$/.test(full)) return { ok: false, fault: 'form' };
  const body = Number(full.slice(0, 8));
  const check = Number(full.slice(8));
  if (body === 0 || 97 - (body % 97) !== check) return { ok: false, fault: 'digits' };
  return { ok: true, vat: belgium + full };
}

/** `country` is where the practice is (ISO 3166-1 alpha-2): without a prefix the number is of there. */
export function readVat(typed: string, country: string): VatReading {
  const plain = numberIn(typed);
  const prefix = /^[A-Z]{2}/.exec(plain)?.[0] ?? null;
  if (prefix !== null && prefix !== prefixOf(country) && knownPrefix.test(prefix))
    return { ok: false, fault: 'country' };
  if (prefix === belgium) return readBelgian(plain.slice(2));
  if (country === belgium)
    return prefix === null ? readBelgian(plain) : { ok: false, fault: 'form' };
  const full = prefix === null ? prefixOf(country) + plain : plain;
  const form = forms[country] ?? foreignForm;
  return form.test(full) ? { ok: true, vat: full } : { ok: false, fault: 'foreign' };
}
