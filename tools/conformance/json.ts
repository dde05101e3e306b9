/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All values at a path such as `items[].lines[].product.sku`; `undefined` represents a missing key. */
export function valuesAt(json: unknown, path: string): unknown[] {
  let values: unknown[] = [json];
  for (const step of path.split('.')) {
    const isList = step.endsWith('[]');
    const key = isList ? step.slice(0, -2) : step;
    values = values.flatMap((value) => {
      if (value === undefined || value === null) return value === null && !isList ? [null] : [];
      if (!isObject(value)) return [undefined];
      const found = value[key];
      if (!isList) return [found];
      return Array.isArray(found) ? (found as unknown[]) : [undefined];
    });
  }
  return values;
}

export const kindOf = (value: unknown): string =>
  value === undefined
    ? 'missing'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'list'
        : typeof value === 'object'
          ? 'object'
          : typeof value === 'string'
            ? 'text'
            : typeof value;
