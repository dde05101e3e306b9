/**
 * Analyses keys typed in sequence into one field: whether a scanner sent them, and which leading digits are a quantity
 * typed before the scan. Pure.
 */
import { isCnk, isGtin } from '~/catalogue/products/codes/check-digit';

export interface Run {
  text: string;
  /** Pause before each key except the first, in milliseconds; Infinity for the repeats of a key that is held down. */
  gaps: readonly number[];
}

export const leastOfCode = 7;
/** Maximum pause between two keys of a scanner, in milliseconds. */
export const scannerGapMs = 50;
/** The same for a slow scanner, if the check digit is right: nobody types seven correct digits that fast. */
const wholeGapMs = 100;
/** Minimum pause between the last digit of a typed quantity and the first key of a scan, in milliseconds. */
const handPauseMs = 250;
const mostQuantityDigits = 4;
/** Number of digits from which a right check digit is no coincidence. */
const longCode = 12;

/** True when the check digit shows that the code is complete. */
export const isWhole = (text: string): boolean => isGtin(text) || isCnk(text);

/** Median pause between keys: it stays the same when a computer stalls for one or two keys. */
export const paceOf = ({ gaps }: Run): number =>
  [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? Infinity;

/** @param slowestMs maximum gap between keys of the scanners that this page has seen */
export const isScan = (run: Run, slowestMs: number): boolean =>
  run.text.length >= leastOfCode &&
  paceOf(run) < Math.max(slowestMs, isWhole(run.text.trim()) ? wholeGapMs : 0);

/** Returns how many leading digits are a typed quantity; the rest is a code scanned behind it. */
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
  // Without a check digit: slow keys of a typist, a pause, and fast keys of a scanner.
  const isHand =
    pauseAt(place) >= handPauseMs &&
    pauseAt(place) > 3 * Math.max(...gaps.slice(place)) &&
    gaps.slice(0, place - 1).every((gap) => gap >= scannerGapMs);
  return isHand ? place : 0;
}
