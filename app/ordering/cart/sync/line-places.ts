/**
 * Where a line stands. The ERP's order is that of creation (contract/erp.md 6.5): a line that was taken out and is put
 * back is a new one, and comes last. For its customer it is the same line: it has its place again. Pure.
 */
import type { LineKey } from '../transaction';

/** Lines that were taken out, each with the one that stood before it; null: it was the first. Oldest first. */
export type GoneLines = readonly (readonly [LineKey, LineKey | null])[];

/** More than anybody takes back. */
const mostGone = 20;

export interface Placed {
  /** As the customer knows them, then those that are new, in the order of the ERP. */
  lines: LineKey[];
  gone: GoneLines;
}

/** Lines as they were shown, with those that were taken out at their places. */
export function withGone(known: readonly LineKey[], gone: GoneLines): LineKey[] {
  const places = [...known];
  for (const [key, before] of gone) {
    const at = before === null ? 0 : places.indexOf(before) + 1;
    if (!places.includes(key) && (at > 0 || before === null)) places.splice(at, 0, key);
  }
  return places;
}

/** `known`: lines in the order in which they were shown; `now`: those of the cart, as the ERP has them. */
export function placed(
  known: readonly LineKey[],
  gone: GoneLines,
  now: readonly LineKey[],
): Placed {
  const places = withGone(known, gone);
  const there = new Set(now);
  const taken = places.flatMap((key, at) =>
    there.has(key) ? [] : [[key, places[at - 1] ?? null] as const],
  );
  return {
    lines: [...new Set([...places.filter((key) => there.has(key)), ...now])],
    gone: taken.slice(-mostGone),
  };
}
