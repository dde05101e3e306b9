/**
 * Keys that came one behind the other into one field: whether a scanner has typed them, and which of them are a
 * quantity that a hand has typed before the scan. Pure.
 */
import { isCnk, isGtin } from '~/catalogue/products/codes/check-digit';

export interface Run {
  text: string;
  /** Milliseconds before each key but the first; a key that is held down is no scanner's. */
  gaps: readonly number[];
}

export const leastOfCode = 7;
/** Keys this much apart are a scanner's. */
export const scannerGapMs = 50;
/** Those of a slow one where a check digit fits: no hand types seven right digits as fast. */
const wholeGapMs = 100;
/** From the last digit of a quantity to the first of a scan a hand takes longer. */
const handPauseMs = 250;
const mostQuantityDigits = 4;
/** So many digits with a check digit that fits are no chance. */
const longCode = 12;

/** Nothing is missing of it, as its check digit says. */
export const isWhole = (text: string): boolean => isGtin(text) || isCnk(text);

/** The gap in the middle of all: a machine that stands still for one or two keys does not change it. */
export const paceOf = ({ gaps }: Run): number =>
  [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? Infinity;

/** @param slowestMs from key to key, of any scanner that this page has seen */
export const isScan = (run: Run, slowestMs: number): boolean =>
  run.text.length >= leastOfCode &&
  paceOf(run) < Math.max(slowestMs, isWhole(run.text.trim()) ? wholeGapMs : 0);

/** How many digits at the start are a hand's quantity, and the rest a code that was scanned behind it. */
export function quantityDigits({ text, gaps }: Run): number {
  const most = Math.min(/^\d*/.exec(text)?.[0].length ?? 0, mostQuantityDigits);
  const pauseAt = (place: number): number => gaps[place - 1] ?? 0;
  const places = Array.from({ length: isWhole(text) ? 0 : most }, (_, at) => at + 1).sort(
    (a, b) => pauseAt(b) - pauseAt(a),
  );
  const found = places.find((place) => {
    const rest = text.slice(place);
    return isWhole(rest) && (rest.length >= longCode || pauseAt(place) >= handPauseMs);
  });
  if (found !== undefined) return found;
  const [place = 0] = places;
  // Without a check digit: a hand's keys, its pause, and a scanner's.
  const isHand =
    pauseAt(place) >= handPauseMs &&
    pauseAt(place) > 3 * Math.max(...gaps.slice(place)) &&
    gaps.slice(0, place - 1).every((gap) => gap >= scannerGapMs);
  return isHand ? place : 0;
}
