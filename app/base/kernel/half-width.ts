/** `５` is 5: digits, letters and signs of a full-width keyboard as ASCII. Superscripts stay what they are. */
export const halfWidth = (text: string): string =>
  // Tables have hundreds of thousands of cells without any: a test costs a fraction of a replacement.
  fullWidth.test(text) ? text.replace(everyFullWidth, asHalf) : text;
const fullWidth = /[\uff01-\uff5e]/;
const everyFullWidth = /[\uff01-\uff5e]/g;
const asHalf = (char: string): string => String.fromCharCode(char.charCodeAt(0) - 0xfee0);
