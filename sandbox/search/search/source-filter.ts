/** `_source`: true, false, a list, or includes and excludes, where `*` matches anything, dots included. */
import { parsingError } from '../errors';
import { isList, isObject, stringsOf, type JsonObject } from '../json';
import { Options } from '../query/options';

/** The decision for one path of the document. */
type Decision = 'drop' | 'keep' | 'keep-some' | 'look-inside';

/** Whether the pattern matches the text or, with `prefix`, could match a longer one. */
function globMatches(pattern: string, text: string, prefix: boolean, p = 0, t = 0): boolean {
  for (; p < pattern.length; p++, t++) {
    if (pattern[p] === '*') {
      if (prefix || p === pattern.length - 1) return true;
      for (let end = t; end <= text.length; end++) {
        if (globMatches(pattern, text, prefix, p + 1, end)) return true;
      }
      return false;
    }
    if (t >= text.length) return prefix;
    if (pattern[p] !== text[t]) return false;
  }
  return t === text.length;
}

export class SourceFilter {
  private readonly decided = new Map<string, Decision>();
  /** The only top-level fields that the result can have, if the includes name them without wildcards. */
  private readonly roots: readonly string[] | null;

  constructor(
    private readonly includes: readonly string[],
    private readonly excludes: readonly string[],
  ) {
    const named = includes.length > 0 && includes.every((pattern) => !pattern.includes('*'));
    this.roots = named ? [...new Set(includes.map((path) => path.split('.')[0] ?? path))] : null;
  }

  /** Whether the result can have a top-level field. */
  mayKeep(path: string): boolean {
    return this.decide(path, this.includes.length === 0) !== 'drop';
  }

  apply(source: JsonObject): JsonObject {
    const names = this.roots?.filter((name) => name in source) ?? Object.keys(source);
    return this.filterObject(source, names, '', this.includes.length === 0) ?? {};
  }

  private decide(path: string, included: boolean): Decision {
    const key = included ? `+${path}` : path;
    const known = this.decided.get(key);
    if (known) return known;
    const decision = this.compute(path, included);
    this.decided.set(key, decision);
    return decision;
  }

  private compute(path: string, inherited: boolean): Decision {
    const below = `${path}.`;
    if (this.excludes.some((pattern) => globMatches(pattern, path, false))) return 'drop';
    const included =
      inherited || this.includes.some((pattern) => globMatches(pattern, path, false));
    if (included) {
      const some = this.excludes.some((pattern) => globMatches(pattern, below, true));
      return some ? 'keep-some' : 'keep';
    }
    return this.includes.some((pattern) => globMatches(pattern, below, true))
      ? 'look-inside'
      : 'drop';
  }

  private filterObject(
    source: JsonObject,
    names: readonly string[],
    base: string,
    included: boolean,
  ): JsonObject | null {
    const result: Record<string, unknown> = {};
    let empty = true;
    for (const name of names) {
      const value = source[name];
      const path = base === '' ? name : `${base}.${name}`;
      const decision = this.decide(path, included);
      if (decision === 'drop') continue;
      const kept = decision === 'keep' ? value : this.filterValue(value, path, decision);
      if (kept === undefined) continue;
      result[name] = kept;
      empty = false;
    }
    return empty && !included ? null : result;
  }

  private filterValue(value: unknown, path: string, decision: Decision): unknown {
    const included = decision === 'keep-some';
    if (isObject(value)) {
      return this.filterObject(value, Object.keys(value), path, included) ?? undefined;
    }
    if (!isList(value)) return included ? value : undefined;
    const entries = value
      .map((entry) => this.filterValue(entry, path, decision))
      .filter((entry) => entry !== undefined);
    return included || entries.length > 0 ? entries : undefined;
  }
}

/** Compiles the `_source` option; null if the response has no `_source` at all. */
export function compileSource(json: unknown): SourceFilter | null {
  if (json === false) return null;
  if (json === undefined || json === true) return new SourceFilter([], []);
  if (typeof json === 'string' || isList(json)) return new SourceFilter(stringsOf(json), []);
  if (!isObject(json))
    throw parsingError('[_source] must be a boolean, a string, a list or an object');
  const options = new Options('_source', json);
  const includes = stringsOf(options.take('includes') ?? options.take('include'));
  const excludes = stringsOf(options.take('excludes') ?? options.take('exclude'));
  options.finish();
  return new SourceFilter(includes, excludes);
}
