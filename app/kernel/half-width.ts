/** `５` is 5: digits, letters and signs of a full-width keyboard as ASCII. Superscripts stay what they are. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
