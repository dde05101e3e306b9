/** Size of a search response: the client returns only the parsed value, not the bytes (OPS-02). */
import { errors, Serializer } from '@elastic/elasticsearch';
import { parseKeepingSources } from './known-sources';

const sizes = new WeakMap<object, number>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Parses like the client's serializer, but each unchanged document only once. Remembers the size of each response for
 * the life of its value.
 */
export class MeasuringSerializer extends Serializer {
  override deserialize<T>(json: string): T {
    const value = parseKeepingSources(json, (text) => super.deserialize<T>(text));
    if (isObject(value)) sizes.set(value, Buffer.byteLength(json));
    return value;
  }
}

/** Bytes of the response, or of the one in an error; 0 when none arrived completely. */
export function answerBytes(answer: unknown): number {
  const body = answer instanceof errors.ResponseError ? answer.meta.body : answer;
  return isObject(body) ? (sizes.get(body) ?? 0) : 0;
}
