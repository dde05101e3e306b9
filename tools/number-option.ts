/** Parses a numeric option. Throws an Error that names the option, which includes its dashes. */
export function above0(option: string, typed: string, most = Infinity): number {
  const value = Number(typed);
  if (value > 0 && value <= most) return value;
  const range = most === Infinity ? 'above 0' : `above 0, ${most} at most`;
  throw new Error(`${option}: expected a number ${range}`);
}
