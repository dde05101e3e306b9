/**
 * What the page after a form shows that it has been sent: when, sealed with SESSION_SECRET for that form, in the page's
 * own address. Nothing is stored and no customer is named; without it the page says that nothing has been sent.
 */
import type { Seal } from '../../auth/session/seal';

export interface Receipts {
  /** For the address of the page after the form `about`. */
  give(about: string, at: Date): string;
  /** When that form was sent; null when the text is no receipt of this shop for it. */
  read(about: string, receipt: string): Date | null;
}

/** Decoding passes over stray characters at the end: a receipt is one text alone. */
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
