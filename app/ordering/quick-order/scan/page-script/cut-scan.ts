/**
 * Reconstructs a scan that a page change interrupted. Between two pages no page receives keys, and Chromium delivers
 * none before the first paint: scripts cannot recover those keys. The text of the previous page is joined with the keys
 * of this one if the scanner's pace leaves no room for another key, or if the check digit is right. Otherwise `cutMark`
 * marks the gap; such a code is never looked up and stays for correction. Times are milliseconds since the epoch, by
 * the clock that all pages share. Pure.
 */
import { isGtin } from '~/catalogue/products/codes/check-digit';
import { cutMark } from '~/catalogue/products/codes/cut-mark';

export interface HalfTyped {
  text: string;
  lastKeyAt: number;
  /** Milliseconds per key; 0 when a user may have typed the text. */
  pace: number;
}

/** The latest run of keys at the speed of a scanner. */
export interface Burst {
  text: string;
  firstKeyAt: number;
  lastKeyAt: number;
}

export const paceOf = ({ text, firstKeyAt, lastKeyAt }: Burst): number =>
  text.length > 2 ? (lastKeyAt - firstKeyAt) / (text.length - 1) : 0;

const cut = (text: string): string => (isGtin(text) ? text : text + cutMark);

/** Keys that this page received. */
export interface HeardKeys {
  /** Last run of keys. */
  burst: Burst;
  /** Time of the last key of any kind; 0 before the first. */
  lastKeyAt: number;
}

/**
 * Returns the codes in the field.
 * @param typed text of the field
 * @param left text that the previous page left in the field; empty if it left nothing
 * @param heardFrom times when this page may have begun to receive keys: a code that begins then may lack its beginning
 */
export function codesIn(
  typed: string,
  left: HalfTyped,
  { burst, lastKeyAt }: HeardKeys,
  heardFrom: readonly number[],
): string[] {
  const pace = paceOf(burst) || left.pace;
  const isScanner = pace > 0 && typed === left.text + burst.text;
  if (!isScanner || isGtin(typed)) return [typed];
  const nextKeyAt = burst.text ? burst.firstKeyAt : lastKeyAt;
  const isWhole = left.text !== '' && nextKeyAt > 0 && nextKeyAt - left.lastKeyAt < 1.5 * pace;
  if (isWhole) return [typed];
  if (!burst.text) return [cut(left.text)];
  const mayLackBeginning =
    !isGtin(burst.text) &&
    heardFrom.some((from) => Math.abs(burst.firstKeyAt - from) < 20 + 2 * pace);
  if (mayLackBeginning) return [left.text + cutMark + burst.text];
  return left.text ? [cut(left.text), burst.text] : [typed];
}
