/** Check digits of GTIN (EAN-8, UPC-A, EAN-13, GTIN-14) and of the Belgian CNK code. */

const digitsOf = (text: string): number[] => Array.from(text, Number);

/** The digit that makes a GTIN of any length right: weights 3 and 1 from the right. */
export function gtinCheckDigit(body: string): number {
  const sum = digitsOf(body)
    .reverse()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Luhn digit over the six digits of a CNK code. */
export function cnkCheckDigit(body: string): number {
  const sum = digitsOf(body)
    .reverse()
    .reduce((total, digit, place) => {
      const weighed = place % 2 === 0 ? digit * 2 : digit;
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return (10 - (sum % 10)) % 10;
}

const endsWith = (text: string, check: (body: string) => number): boolean =>
  Number(text.at(-1)) === check(text.slice(0, -1));

const gtinShape = /^(?:\d{8}|\d{12,14})$/;

/** Digits as many as a GTIN has, right or misread. */
export const isGtinShaped = (text: string): boolean => gtinShape.test(text);
export const isGtin = (text: string): boolean =>
  isGtinShaped(text) && endsWith(text, gtinCheckDigit);
export const isCnk = (text: string): boolean =>
  /^\d{7}$/.test(text) && endsWith(text, cnkCheckDigit);
