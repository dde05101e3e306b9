/** Narrows untyped JSON: request bodies, settings and documents arrive as `unknown`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** One value or a list of values, without nulls, which Elasticsearch treats alike. */
export function valuesOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (!isList(value)) return [value];
  return value.flatMap(valuesOf);
}

export function stringsOf(value: unknown): string[] {
  return valuesOf(value).filter((entry) => typeof entry === 'string');
}

/** A scalar as text, anything else as JSON, so that error messages show the input. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return JSON.stringify(value) ?? '';
  }
}
