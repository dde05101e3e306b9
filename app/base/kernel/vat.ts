/**
 * Parses VAT numbers. A Belgian number has ten digits, the first 0 or 1; the last two are 97 minus the remainder of the
 * others modulo 97. Older documents show nine digits, without the leading 0. Numbers of other countries are checked for
 * their form only (Council Directive 2006/112/EC, article 215), not for check digits.
 */
import { plainText } from './plain-text';

const belgium = 'BE';
/** The country prefix of a VAT number; Greek numbers start with EL. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);
/** Country prefixes of VAT numbers in the European Union and Northern Ireland. */
const knownPrefix =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)$/;
const foreignForm = /^[A-Z]{2}[0-9A-Z+*]{2,12}$/;
/** Forms of VAT numbers in neighbouring countries whose practices order here (VIES, structure of VAT numbers). */
const forms: Readonly<Record<string, RegExp>> = {
  DE: /^DE\d{9}$/,
  FR: /^FR[0-9A-Z]{2}\d{9}$/,
  LU: /^LU\d{8}$/,
  NL: /^NL[0-9A-Z+*]{10}\d{2}$/,
};

/** Labels that letterheads print before the number: `N° TVA : BE 0477.472.701`, `BTW-nr. BE 0477.472.701`. */
const trade = /^(?:N[O°]?\W*)?(?:TVA|BTW|VAT|MWST|KBO|BCE)(?:\W*(?:NR|NO|NUMMER|NUMBER))?\W*/;
const numberIn = (typed: string): string =>
  plainText(typed)
    .toUpperCase()
    .replace(trade, '')
    .replace(/[\s.,\-/:_]/g, '');

type VatReading =
  | { ok: true; vat: string }
  /** `form`: not a VAT number. `digits`: the form is right but the check digits are wrong, probably a typo. */
  | { ok: false; fault: 'form' | 'digits' }
  /**
   * `country`: the number belongs to another country than the practice. `foreign`: the number does not have the form of
   * its country.
   */
  | { ok: false; fault: 'country' | 'foreign' };

function readBelgian(digits: string): VatReading {
  const full = /^[2-9]\d{8}$/.test(digits) ? `0${digits}` : digits;
  if (!/^[01]\d{9}$/.test(full)) return { ok: false, fault: 'form' };
  const body = Number(full.slice(0, 8));
  const check = Number(full.slice(8));
  if (body === 0 || 97 - (body % 97) !== check) return { ok: false, fault: 'digits' };
  return { ok: true, vat: belgium + full };
}

/** `country` is the country of the practice (ISO 3166-1 alpha-2) and applies to numbers without a prefix. */
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
