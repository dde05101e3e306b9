/**
 * Codes of other lists and labels that stand on packs of the trade, and that no product here has: named, so that nobody
 * types them twice (CART-11).
 */
import { gtinCheckDigit, isGtin } from './check-digit';

export const otherSchemes = ['PPN', 'PZN', 'CIP', 'SSCC', 'HIBC', 'ITF-14'] as const;
export type OtherScheme = (typeof otherSchemes)[number];

/** The two digits at the end of a German PPN (IFA): the codes of its characters, weighed from 2 on, modulo 97. */
function isPpn(text: string): boolean {
  const body = text.slice(0, -2);
  const sum = Array.from(body).reduce(
    (total, char, at) => total + char.charCodeAt(0) * (at + 2),
    0,
  );
  return text.slice(-2) === String(sum % 97).padStart(2, '0');
}

/** `9N` before it in a Data Matrix of format 06; bare, it is the `11` of Germany and a PZN. */
const ppn = /(?:^|\x1d)9N([0-9A-Z]{2}[0-9A-Z]{1,18}\d\d)(?=\x1d|$)/;
const barePpn = /^11\d{10}$/;
/** Code 39 writes it with a minus; as a GTIN it stands behind 4150. */
const pzn = /^(?:-|PZN[\s:-]*)\d{7,8}$|^0?4150\d{9}$/i;
const cip = /^0?34009\d{8}$/;
const sscc = /^(?:\(00\)|00)?(\d{18})$/;
const hibc = /^\+[A-Z][0-9A-Z]{3}[0-9A-Z]{1,18}\d[0-9A-Z.$/+% -]/;
const carton = /^[1-9]\d{13}$/;

/** The check digit of an SSCC, weighed as that of a GTIN. */
const isSscc = (digits: string): boolean =>
  Number(digits.at(-1)) === gtinCheckDigit(digits.slice(0, -1));

/** What a code is that names no product; null where nothing of it says so. `gtin` is what a label of GS1 holds. */
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
