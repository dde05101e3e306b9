/**
 * A page that is left in the middle of a scan. Between two pages no page hears a key, and Chromium gives none to a page
 * before its first paint: what was typed then is lost to every script. What the page before has left is joined with
 * what this one hears where the scanner's pace leaves no room for another key, or where a check digit says that nothing
 * is missing; else the gap is marked (`cutMark`), and such a code is never looked up but stands to be corrected.
 * Times are milliseconds since the epoch, by the clock that all pages share. Pure.
 */
import { isGtin } from '~/catalogue/products/codes/check-digit';
import { cutMark } from '~/catalogue/products/codes/cut-mark';

export interface HalfTyped {
  text: string;
  lastKeyAt: number;
  /** Milliseconds from key to key; 0 where a hand may have typed it. */
  pace: number;
}

/** Keys that came as fast as a scanner's, up to now. */
export interface Burst {
  text: string;
  firstKeyAt: number;
  lastKeyAt: number;
}

export const paceOf = ({ text, firstKeyAt, lastKeyAt }: Burst): number =>
  text.length > 2 ? (lastKeyAt - firstKeyAt) / (text.length - 1) : 0;

const cut = (text: string): string => (isGtin(text) ? text : text + cutMark);

/**
 * The codes that stand in the field.
 * @param typed what the field holds
 * @param left what the page before has left in it; its text is empty where it left nothing
 * @param burst what this page has heard last
 * @param lastKeyAt when this page heard any key last; 0 if none
 * @param heardFrom when this page may have begun to hear keys: a code that begins then may lack its beginning
 */
export function codesIn(
  typed: string,
  left: HalfTyped,
  burst: Burst,
  lastKeyAt: number,
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
