/**
 * Preserves the position of cart lines. The ERP orders lines by creation (contract/erp.md 6.5), so a line that the
 * customer removes and restores comes last. The shop displays it at its former position. Pure.
 */
import type { LineKey } from '../transaction';

/** Removed lines, each with the line that preceded it; null: it was the first line. Oldest first. */
type GoneLines = readonly (readonly [LineKey, LineKey | null])[];

/** Maximum number of removed lines whose positions are stored: more than a customer would restore. */
const mostGone = 20;

export interface Placed {
  /** Known lines in the customer's order, then new lines in the ERP's order. */
  lines: LineKey[];
  gone: GoneLines;
}

/** Displayed lines, with removed lines inserted at their former positions. */
export function withGone(known: readonly LineKey[], gone: GoneLines): LineKey[] {
  const places = [...known];
  for (const [key, before] of gone) {
    const at = before === null ? 0 : places.indexOf(before) + 1;
    if (!places.includes(key) && (at > 0 || before === null)) places.splice(at, 0, key);
  }
  return places;
}

/** `known`: lines in displayed order; `now`: lines of the cart in the ERP's order. */
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
