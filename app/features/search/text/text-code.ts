/**
 * Does what was typed look like a code (SKU, EAN, CNK, supplier code)? Letters and digits with at most a few
 * separators, a digit among them, long enough not to be a quantity.
 */
export function codeIn(text: string): string | null {
  if (text.length > 40 || !/^[\p{L}\p{N}][\p{L}\p{N} ./_-]*$/u.test(text)) return null;
  const code = text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const digits = code.replace(/\D/g, '').length;
  // Words with a number in them ("amoxicilline 250") have more letters than a code has.
  const letters = code.length - digits;
  return code.length >= 4 && digits >= 2 && letters <= Math.max(6, digits) ? code : null;
}
