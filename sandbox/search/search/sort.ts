/**
 * Sorting (contract/search.md 3.3, 4.5). Each sort key becomes one number per document, ascending in the requested
 * order, so that documents compare without their values. A missing value is the largest (`_last`) or the smallest
 * (`_first`). Documents with equal keys keep the order in which they were indexed.
 */
import { illegalArgument, parsingError, queryShardError } from '../errors';
import { isList, isObject } from '../json';
import type { Clause } from '../query/clause';
import { compileQuery } from '../query/compile';
import { nestedScope } from '../query/compound';
import { Options } from '../query/options';
import { compareKeys, type OrdColumn, type OrdKey } from '../store/ord-column';
import type { Scope } from '../store/scope';
import { toKey } from '../store/values';
import { valuesColumn } from './doc-values';

export type SortValue = OrdKey | null;

export interface SortKey {
  field: string;
  descending: boolean;
  missingFirst: boolean;
  /** Of several values the highest counts; otherwise the lowest. */
  highest: boolean;
  /** Sorting by an unmapped field is an error unless this gives its type. */
  unmappedType: string | null;
  nested: { path: string; filter: Clause | null } | null;
}

/** The ranks of all documents of one index by one sort key. */
export interface PreparedKey {
  rank(doc: number): number;
  value(doc: number): SortValue;
  /** The rank that a value from the request would have. */
  rankOf(value: unknown): number;
}

const SCORE = '_score';
const INSERTION = '_doc';

function readNested(json: unknown): SortKey['nested'] {
  if (json === undefined) return null;
  const options = Options.of('nested', json);
  const path = options.required('path');
  const filter = options.take('filter');
  options.finish();
  return { path, filter: filter === undefined ? null : compileQuery(filter, true) };
}

function sortKey(field: string, json: unknown): SortKey {
  const given = isObject(json) ? json : { order: json };
  const options = new Options('sort', given);
  const order = (options.text('order') ?? (field === SCORE ? 'desc' : 'asc')).toLowerCase();
  if (order !== 'asc' && order !== 'desc') throw illegalArgument(`Unknown SortOrder [${order}]`);
  const descending = order === 'desc';
  const missing = options.text('missing') ?? '_last';
  if (missing !== '_last' && missing !== '_first') {
    throw parsingError(`[sort] missing supports [_last] and [_first], not [${missing}]`);
  }
  const mode = (options.text('mode') ?? (descending ? 'max' : 'min')).toLowerCase();
  if (mode !== 'min' && mode !== 'max') throw illegalArgument(`Unknown SortMode [${mode}]`);
  const unmappedType = options.text('unmapped_type');
  const nested = readNested(options.take('nested'));
  options.text('format');
  options.finish();
  return {
    field,
    descending,
    missingFirst: missing === '_first',
    highest: mode === 'max',
    unmappedType,
    nested,
  };
}

export function compileSort(json: unknown): SortKey[] {
  if (json === undefined || json === null) return [];
  return (isList(json) ? json : [json]).flatMap((entry) => {
    if (typeof entry === 'string') {
      const [field = '', order] = entry.split(':');
      return [sortKey(field, order)];
    }
    if (!isObject(entry))
      throw parsingError('malformed sort format, must be string, array or object');
    return Object.entries(entry).map(([field, options]) => sortKey(field, options));
  });
}

export function needsScores(keys: readonly SortKey[]): boolean {
  return keys.length === 0 || keys.some((key) => key.field === SCORE);
}

function missingRank(key: SortKey): number {
  return key.missingFirst ? -Infinity : Infinity;
}

function byNumber(key: SortKey, valueOf: (doc: number) => number): PreparedKey {
  const sign = key.descending ? -1 : 1;
  return {
    rank: (doc) => sign * valueOf(doc),
    value: valueOf,
    rankOf: (value) => sign * Number(value),
  };
}

function missingEverywhere(key: SortKey): PreparedKey {
  return { rank: () => missingRank(key), value: () => null, rankOf: () => missingRank(key) };
}

type EdgeOf = (doc: number) => number;

/** The lowest or highest ordinal among the nested entries of a document that pass the filter. */
function nestedEdge(key: SortKey, child: Scope, column: OrdColumn): EdgeOf {
  const passed = key.nested?.filter?.filter(child) ?? null;
  return (doc) => {
    let best = -1;
    const to = child.childrenTo(doc);
    for (let entry = child.childrenFrom(doc); entry < to; entry++) {
      if (passed && !passed.has(entry)) continue;
      const ord = column.edge(entry, key.highest);
      if (ord >= 0 && (best < 0 || (key.highest ? ord > best : ord < best))) best = ord;
    }
    return best;
  };
}

function byColumn(scope: Scope, key: SortKey, column: OrdColumn, edge: EdgeOf): PreparedKey {
  const sign = key.descending ? -1 : 1;
  const missing = missingRank(key);
  return {
    rank(doc) {
      const ord = edge(doc);
      return ord < 0 ? missing : sign * ord;
    },
    value(doc) {
      const ord = edge(doc);
      if (ord < 0) return null;
      return column.key(ord);
    },
    rankOf(value) {
      const field = scope.mapping.field(key.field);
      const wanted = isMissing(value) || !field ? null : toKey(field, value);
      if (wanted === null) return missing;
      const ord = column.lowerBound(wanted);
      return sign * (column.dictionary[ord] === wanted ? ord : ord - 0.5);
    },
  };
}

export function prepareKey(scope: Scope, key: SortKey, scores: () => Float64Array): PreparedKey {
  if (key.field === SCORE) {
    const list = scores();
    return byNumber(key, (doc) => Math.fround(list[doc] ?? 0));
  }
  if (key.field === INSERTION) return byNumber(key, (doc) => doc);
  if (!scope.mapping.field(key.field)) {
    if (key.unmappedType !== null) return missingEverywhere(key);
    throw queryShardError(`No mapping found for [${key.field}] in order to sort on`);
  }
  const place = key.nested ? nestedScope(scope, key.nested.path, false) : scope;
  const column = place ? valuesColumn(place, key.field) : null;
  if (!place || !column) return missingEverywhere(key);
  const edge = key.nested
    ? nestedEdge(key, place, column)
    : (doc: number): number => column.edge(doc, key.highest);
  return byColumn(scope, key, column, edge);
}

const LONGEST = 2 ** 63;

/**
 * The sort value that a hit shows for a missing value: the end of the number range at which it sorts, or null for a
 * keyword.
 */
export function missingValue(scope: Scope, key: SortKey): SortValue {
  const type = scope.mapping.field(key.field)?.type ?? key.unmappedType;
  const largest = key.missingFirst === key.descending;
  switch (type) {
    case 'double':
    case 'float':
      return largest ? 'Infinity' : '-Infinity';
    case 'long':
    case 'integer':
    case 'date':
    case 'boolean':
      return largest ? LONGEST : -LONGEST;
    default:
      return null;
  }
}

function isMissing(value: unknown): boolean {
  const number = Number(value ?? Infinity);
  return Math.abs(number) >= LONGEST;
}

/** Compares the sort values of hits of different indices. */
export function compareValues(
  keys: readonly SortKey[],
): (a: SortValue[], b: SortValue[]) => number {
  return (left, right) => {
    for (const [at, key] of keys.entries()) {
      const a = left[at] ?? null;
      const b = right[at] ?? null;
      if (a === null || b === null) {
        if (a !== b) return (a === null) === key.missingFirst ? -1 : 1;
        continue;
      }
      const difference = compareKeys(a, b);
      if (difference !== 0) return key.descending ? -difference : difference;
    }
    return 0;
  };
}
