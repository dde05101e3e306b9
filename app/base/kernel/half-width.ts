/** Converts full-width digits, letters and punctuation to ASCII: `５` becomes 5. Superscripts stay unchanged. */
export const halfWidth = (text: string): string =>
  // Tests before it replaces: imported tables have hundreds of thousands of cells without such characters, and a test
  // is cheaper than a replacement.
  fullWidth.test(text) ? text.replace(everyFullWidth, asHalf) : text;
const fullWidth = /[\uff01-\uff5e]/;
const everyFullWidth = /[\uff01-\uff5e]/g;
const asHalf = (char: string): string => String.fromCharCode(char.charCodeAt(0) - 0xfee0);
