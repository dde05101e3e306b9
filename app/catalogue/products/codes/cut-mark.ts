/** Stands where characters of a code are missing: such a code means no product, whatever its rest would mean. */
export const cutMark = '…';
