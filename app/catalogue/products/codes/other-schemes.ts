/**
 * Recognises codes of other schemes on packs of the trade that no product here has. The shop names the scheme, so that
 * customers do not retype the code (CART-11).
 */
import { gtinCheckDigit, isGtin } from './check-digit';

export const otherSchemes = ['PPN', 'PZN', 'CIP', 'SSCC', 'HIBC', 'ITF-14'] as const;
export type OtherScheme = (typeof otherSchemes)[number];

/** Verifies the two check digits of a German PPN (IFA): the character codes, weighted from 2 on, modulo 97. */
function isPpn(text: string): boolean {
  const body = text.slice(0, -2);
  const sum = Array.from(body).reduce(
    (total, char, at) => total + char.charCodeAt(0) * (at + 2),
    0,
  );
  return text.slice(-2) === String(sum % 97).padStart(2, '0');
}

/** A PPN follows `9N` in a Data Matrix of format 06. A bare PPN is `11` (Germany) and a PZN. */
const ppn = /(?:^|\x1d)9N([0-9A-Z]{2}[0-9A-Z]{1,18}\d\d)(?=\x1d|$)/;
const barePpn = /^11\d{10}$/;
/** Code 39 prints a PZN behind a minus sign; as a GTIN it follows 4150. */
const pzn = /^(?:-|PZN[\s:-]*)\d{7,8}$|^0?4150\d{9}$/i;
const cip = /^0?34009\d{8}$/;
const sscc = /^(?:\(00\)|00)?(\d{18})$/;
const hibc = /^\+[A-Z][0-9A-Z]{3}[0-9A-Z]{1,18}\d[0-9A-Z.$/+% -]/;
const carton = /^[1-9]\d{13}$/;

/** True for an SSCC, the 18-digit number of a shipping unit; it has the same kind of check digit as a GTIN. */
const isSscc = (digits: string): boolean =>
  Number(digits.at(-1)) === gtinCheckDigit(digits.slice(0, -1));

/**
 * Returns the scheme of a code that matches no product, or null when it is unknown. `gtin` is the GTIN of a GS1 label.
 */
export function schemeOf(text: string, gtin: string | null): OtherScheme | null {
  const code = gtin ?? text;
  const [, inFormat = ''] = ppn.exec(text) ?? [];
  if (inFormat !== '' ? isPpn(inFormat) : barePpn.test(text) && isPpn(text)) return 'PPN';
  if (pzn.test(code)) return 'PZN';
  if (cip.test(code)) return 'CIP';
  if (hibc.test(text)) return 'HIBC';
  const [, serial = ''] = sscc.exec(text) ?? [];
  if (serial !== '' && isSscc(serial)) return 'SSCC';
  return carton.test(code) && isGtin(code) ? 'ITF-14' : null;
}
