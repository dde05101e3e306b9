/** Converts a value to its stored form by field type; rejects a value of another type. */
import { documentError } from '../errors';
import { isList, isObject } from '../json';
import type { FieldSpec } from '../mapping/mapping';
import { parseDate } from './dates';
import type { OrdKey } from './ord-column';
import type { Interval } from './range-column';

/** Documents repeat the same few dates many times. */
const moments = new Map<unknown, number>();
const REMEMBERED_MOMENTS = 10_000;

function toMoment(field: FieldSpec, value: unknown): number {
  const known = moments.get(value);
  if (known !== undefined) return known;
  const moment = parseDate(value);
  if (moment === null) throw documentError(field.path, field.type, value);
  if (moments.size >= REMEMBERED_MOMENTS) moments.clear();
  moments.set(value, moment);
  return moment;
}

/** The stored key of a number, boolean, date or keyword; null if the value is skipped. */
export function toKey(field: FieldSpec, value: unknown): OrdKey | null {
  switch (field.type) {
    case 'keyword':
    case 'flattened': {
      const text = String(value);
      if (text.length > field.ignoreAbove) return null;
      return field.normalizer ? field.normalizer(text) : text;
    }
    case 'boolean':
      if (value === true || value === 'true') return 1;
      if (value === false || value === 'false' || value === '') return 0;
      throw documentError(field.path, field.type, value);
    case 'date':
      return toMoment(field, value);
    default: {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) {
        throw documentError(field.path, field.type, value);
      }
      return number;
    }
  }
}

export function toInterval(field: FieldSpec, value: unknown): Interval {
  if (!isObject(value)) throw documentError(field.path, field.type, value);
  const bound = (key: string, roundUp: boolean, open: number): number => {
    const given = value[key];
    if (given === null || given === undefined) return open;
    const moment = parseDate(given, roundUp);
    if (moment === null) throw documentError(field.path, field.type, value);
    return moment;
  };
  return {
    from: Math.max(bound('gte', false, -Infinity), bound('gt', true, -Infinity) + 1),
    to: Math.min(bound('lte', true, Infinity), bound('lt', false, Infinity) - 1),
  };
}

export function toVector(field: FieldSpec, value: unknown): Float32Array {
  if (!isList(value) || value.length !== field.dims) {
    throw documentError(field.path, field.type, `${field.dims} numbers expected`);
  }
  const vector = new Float32Array(field.dims);
  for (let at = 0; at < vector.length; at++) {
    const entry = value[at];
    if (typeof entry !== 'number') throw documentError(field.path, field.type, entry);
    vector[at] = entry;
  }
  return vector;
}
