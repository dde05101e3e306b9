/** Marks missing characters in a code. A code with this mark matches no product, even if the rest is a valid code. */
export const cutMark = '…';
