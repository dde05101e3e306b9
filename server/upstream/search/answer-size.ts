/** How large an answer of the search engine was: the client hands over what it has parsed, not what came (OPS-02). */
import { errors, Serializer } from '@elastic/elasticsearch';

const sizes = new WeakMap<object, number>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Parses as the client does, and remembers the size of each answer for as long as that is kept. */
export class MeasuringSerializer extends Serializer {
  override deserialize<T>(json: string): T {
    const value = super.deserialize<T>(json);
    if (isObject(value)) sizes.set(value, Buffer.byteLength(json));
    return value;
  }
}

/** Bytes of the answer, or of the one that an error carries; 0 where none came whole. */
export function answerBytes(answer: unknown): number {
  const body = answer instanceof errors.ResponseError ? answer.meta.body : answer;
  return isObject(body) ? (sizes.get(body) ?? 0) : 0;
}
