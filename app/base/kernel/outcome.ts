/**
 * Result of a business operation: its value, or why it was refused (a closed union on `kind`). Faults are thrown
 * instead.
 */
export type Outcome<T, R extends { kind: string }> =
  { ok: true; value: T } | { ok: false; refusal: R };

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const refused = <R extends { kind: string }>(refusal: R): { ok: false; refusal: R } => ({
  ok: false,
  refusal,
});
