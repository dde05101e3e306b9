/**
 * Proves to the page after a form that the form was sent, and when. The time is sealed with SESSION_SECRET for that
 * form and stored only in the page's address, without naming the customer. Without a valid receipt the page displays
 * that nothing was sent.
 */
import type { Seal } from '../../auth/session/seal';

export interface Receipts {
  /** Creates a receipt for the address of the page after the form `about`. */
  give(about: string, at: Date): string;
  /** Time when that form was sent; null when the text is no receipt of this shop for it. */
  read(about: string, receipt: string): Date | null;
}

/** Base64 decoding ignores stray characters at the end; a receipt must have exactly one spelling. */
const isCanonical = (text: string): boolean =>
  Buffer.from(text, 'base64url').toString('base64url') === text;
const purposeOf = (about: string): string => `receipt ${about}`;

export const createReceipts = (seal: Seal): Receipts => ({
  give: (about, at) => seal.close(purposeOf(about), at.toISOString()),
  read(about, receipt) {
    const time = isCanonical(receipt) ? seal.open(purposeOf(about), receipt) : null;
    return time === null ? null : new Date(time);
  },
});
