/** The first value of each field, as `get` returns it: asked for every row, `get` would pass over all fields each time (P-92). */
export function firstValues(form: URLSearchParams): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of form) if (!values.has(name)) values.set(name, value);
  return values;
}
