/** Parses the options of a clause strictly: rejects unsupported ones instead of ignoring them. */
import { illegalArgument, parsingError } from '../errors';
import { isList, isObject, type JsonObject, textOf } from '../json';

export class Options {
  private readonly used = new Set<string>();

  constructor(
    readonly clause: string,
    private readonly json: JsonObject,
  ) {}

  static of(clause: string, json: unknown): Options {
    if (!isObject(json))
      throw parsingError(`[${clause}] query malformed, no start_object after query name`);
    return new Options(clause, json);
  }

  take(key: string): unknown {
    this.used.add(key);
    return this.json[key];
  }

  has(key: string): boolean {
    return this.json[key] !== undefined;
  }

  text(key: string): string | null {
    const value = this.take(key);
    if (value === undefined || value === null) return null;
    if (typeof value === 'object') throw parsingError(`[${this.clause}] unknown token in [${key}]`);
    return textOf(value);
  }

  required(key: string): string {
    const value = this.text(key);
    if (value === null) throw illegalArgument(`[${this.clause}] requires [${key}]`);
    return value;
  }

  number(key: string, otherwise: number): number {
    const value = this.take(key);
    if (value === undefined) return otherwise;
    const number = Number(value);
    if (value === null || !Number.isFinite(number)) {
      throw parsingError(`[${this.clause}] failed to parse field [${key}]`);
    }
    return number;
  }

  flag(key: string, otherwise = false): boolean {
    const value = this.take(key);
    if (value === undefined) return otherwise;
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    throw parsingError(`[${this.clause}] failed to parse field [${key}]`);
  }

  /** A value, or a list of them. */
  list(key: string): readonly unknown[] {
    const value = this.take(key);
    if (value === undefined || value === null) return [];
    return isList(value) ? value : [value];
  }

  /** Throws if an option was never read. */
  finish(): this {
    for (const key of Object.keys(this.json)) {
      if (!this.used.has(key)) {
        throw parsingError(`[${this.clause}] query does not support [${key}]`);
      }
    }
    return this;
  }
}

/** `{ field: value }` or `{ field: { …options } }`, the notation of term and match clauses. */
export function fieldAndOptions(
  clause: string,
  json: unknown,
  shorthand: string,
): [string, Options] {
  if (!isObject(json))
    throw parsingError(`[${clause}] query malformed, no start_object after query name`);
  const entries = Object.entries(json);
  const [first] = entries;
  if (!first || entries.length > 1) {
    throw parsingError(`[${clause}] query doesn't support multiple fields`);
  }
  const [field, value] = first;
  if (isList(value)) throw parsingError(`[${clause}] query does not support array of values`);
  return [field, new Options(clause, isObject(value) ? value : { [shorthand]: value })];
}
