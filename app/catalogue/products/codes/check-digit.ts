/** Check digits of GTIN (EAN-8, UPC-A, EAN-13, GTIN-14) and of the Belgian CNK code. */

/** Returns the digit that makes the weighted sum of all digits a multiple of ten. `place` counts from the right. */
function checkDigit(body: string, weigh: (digit: number, place: number) => number): number {
  let sum = 0;
  for (let place = 0; place < body.length; place += 1)
    sum += weigh(Number(body.charAt(body.length - 1 - place)), place);
  return (10 - (sum % 10)) % 10;
}

/** Check digit of a GTIN of any length: weights 3 and 1 from the right. */
export const gtinCheckDigit = (body: string): number =>
  checkDigit(body, (digit, place) => digit * (place % 2 === 0 ? 3 : 1));

/** Luhn digit over the six digits of a CNK code. */
export const cnkCheckDigit = (body: string): number =>
  checkDigit(body, (digit, place) => {
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    return weighed > 9 ? weighed - 9 : weighed;
  });

const endsWith = (text: string, check: (body: string) => number): boolean =>
  Number(text.at(-1)) === check(text.slice(0, -1));

const gtinShape = /^(?:\d{8}|\d{12,14})$/;

/** True for text with the length of a GTIN; the check digit may be wrong. */
export const isGtinShaped = (text: string): boolean => gtinShape.test(text);
export const isGtin = (text: string): boolean =>
  isGtinShaped(text) && endsWith(text, gtinCheckDigit);
export const isCnk = (text: string): boolean =>
  /^\d{7}$/.test(text) && endsWith(text, cnkCheckDigit);
