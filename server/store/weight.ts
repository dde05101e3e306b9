/**
 * Estimates the heap bytes of a value, for cache limits: strings, numbers, arrays, objects and maps as V8 roughly
 * stores them. Counts a shared part each time it occurs, and stops at `most` to limit the cost of the estimate.
 */
export function weightOf(value: unknown, most: number): number {
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0 && bytes < most) {
    const one = waiting.pop();
    if (typeof one === 'string') bytes += 16 + one.length;
    else if (typeof one !== 'object' || one === null) bytes += 8;
    else bytes += unpack(one, waiting);
  }
  return Math.min(bytes, most);
}

/** Pushes the parts of an object to `waiting`; returns the bytes of the object itself. */
function unpack(one: object, waiting: unknown[]): number {
  if (ArrayBuffer.isView(one)) return one.byteLength;
  if (Array.isArray(one)) {
    for (const part of one) waiting.push(part);
    return 16 + 8 * one.length;
  }
  if (one instanceof Map || one instanceof Set) {
    for (const [key, part] of one.entries()) waiting.push(key, part);
    return 64 + 32 * one.size;
  }
  const parts = Object.values(one);
  for (const part of parts) waiting.push(part);
  return 24 + 8 * parts.length;
}
