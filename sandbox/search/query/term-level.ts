/** `term`, `terms`, `range`, `exists`: exact values, in one scope's columns (contract/search.md 7.1). */
import { illegalArgument, parsingError, queryShardError, shardError } from '../errors';
import { isList, isObject, textOf } from '../json';
import type { FieldSpec } from '../mapping/mapping';
import { Bitset } from '../store/bitset';
import { parseDate } from '../store/dates';
import type { OrdColumn, OrdKey } from '../store/ord-column';
import type { Scope } from '../store/scope';
import { toKey } from '../store/values';
import type { RangeColumn } from '../store/range-column';
import { inverseFrequency } from './bm25';
import { constantClause, constantScores, scoredClause, type Clause } from './clause';
import { fieldAndOptions, Options } from './options';

const DATE_FORMAT = 'strict_date_optional_time||yyyy-MM-dd HH:mm:ss';
const MAX_TERMS = 65_536;

function keyOf(field: FieldSpec, value: unknown): OrdKey | null {
  if (typeof value === 'object')
    throw parsingError(`[term] query does not support [${field.path}]`);
  try {
    return toKey(field, value);
  } catch (cause) {
    throw Object.assign(
      queryShardError(`failed to create query: For input string: "${textOf(value)}"`),
      { cause },
    );
  }
}

function addTerm(scope: Scope, field: FieldSpec, path: string, value: unknown, to: Bitset): void {
  if (field.type === 'date_range' || field.type === 'dense_vector') {
    throw queryShardError(`Field [${path}] of type [${field.type}] does not support term queries`);
  }
  const column = scope.columns.get(path);
  const key = field.type === 'text' ? textOf(value) : keyOf(field, value);
  if (!column || key === null) return;
  if (column.kind === 'text') {
    const term = column.lexicon.find(textOf(value));
    if (term < 0) return;
    for (let at = column.from(term); at < column.to(term); at++) to.add(column.docs[at] ?? 0);
  } else if (column.kind === 'ord') {
    const ord = column.find(key);
    if (ord >= 0) for (const doc of column.docsOf(ord)) to.add(doc);
  }
}

function termBits(scope: Scope, path: string, values: readonly unknown[]): Bitset {
  const bits = scope.none();
  const field = scope.mapping.field(path);
  if (field) for (const value of values) addTerm(scope, field, path, value, bits);
  return bits;
}

/** Whether terms of this field are scored by rarity. Numbers and dates are not, because they are stored as points. */
function isRated(scope: Scope, path: string): boolean {
  const type = scope.mapping.field(path)?.type;
  return type === 'keyword' || type === 'boolean' || type === 'text' || type === 'flattened';
}

export function termClause(path: string, value: unknown, boost: number): Clause {
  return scoredClause((scope) => {
    const bits = termBits(scope, path, [value]);
    const rarity = isRated(scope, path) ? inverseFrequency(bits.size, bits.count()) : 1;
    return constantScores(bits, boost * rarity);
  });
}

export function term(json: unknown): Clause {
  const [path, options] = fieldAndOptions('term', json, 'value');
  const value = options.take('value');
  const boost = options.number('boost', 1);
  options.finish();
  if (value === undefined || value === null) throw illegalArgument('value cannot be null');
  return termClause(path, value, boost);
}

export function terms(json: unknown): Clause {
  const options = Options.of('terms', json);
  const boost = options.number('boost', 1);
  const names = isObject(json) ? Object.keys(json).filter((name) => name !== 'boost') : [];
  const [path, ...more] = names;
  if (path === undefined || more.length > 0) {
    throw parsingError("[terms] query doesn't support multiple fields");
  }
  const values = options.take(path);
  if (!isList(values)) throw parsingError(`[terms] query does not support [${path}]`);
  if (values.length > MAX_TERMS) {
    throw illegalArgument(
      `The number of terms [${values.length}] used in the Terms Query request has exceeded the allowed maximum of [${MAX_TERMS}].`,
    );
  }
  return constantClause(boost, (scope) => termBits(scope, path, values));
}

interface Bounds {
  gt: unknown;
  gte: unknown;
  lt: unknown;
  lte: unknown;
}

function dateBound(path: string, value: unknown, roundUp: boolean): number {
  const moment = parseDate(value, roundUp);
  if (moment === null)
    throw shardError(
      'parse_exception',
      `failed to parse date field [${textOf(value)}] with format [${DATE_FORMAT}] of [${path}]`,
    );
  return moment;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Date bounds as closed milliseconds, rounded like date math. */
function dateInterval(path: string, bounds: Bounds): { from: number; to: number } {
  let from = -Infinity;
  let to = Infinity;
  if (isGiven(bounds.gte)) from = dateBound(path, bounds.gte, false);
  if (isGiven(bounds.gt)) from = dateBound(path, bounds.gt, true) + 1;
  if (isGiven(bounds.lte)) to = dateBound(path, bounds.lte, true);
  if (isGiven(bounds.lt)) to = dateBound(path, bounds.lt, false) - 1;
  return { from, to };
}

function afterKey(column: OrdColumn, key: OrdKey): number {
  const ord = column.lowerBound(key);
  return column.dictionary[ord] === key ? ord + 1 : ord;
}

function ordBits(column: OrdColumn, field: FieldSpec, bounds: Bounds): Bitset {
  if (field.type === 'date') {
    const { from, to } = dateInterval(field.path, bounds);
    return column.bitsBetween(column.lowerBound(from), afterKey(column, to));
  }
  const place = (value: unknown, after: boolean): number => {
    const key = keyOf(field, value) ?? '';
    return after ? afterKey(column, key) : column.lowerBound(key);
  };
  let from = 0;
  let to = column.dictionary.length;
  if (isGiven(bounds.gte)) from = place(bounds.gte, false);
  if (isGiven(bounds.gt)) from = place(bounds.gt, true);
  if (isGiven(bounds.lte)) to = place(bounds.lte, true);
  if (isGiven(bounds.lt)) to = place(bounds.lt, false);
  return column.bitsBetween(from, to);
}

function rangeBits(scope: Scope, path: string, bounds: Bounds): Bitset {
  const field = scope.mapping.field(path);
  if (!field) return scope.none();
  if (field.type === 'text' || field.type === 'dense_vector') {
    throw queryShardError(`Field [${path}] of type [${field.type}] does not support range queries`);
  }
  const column = scope.columns.get(path);
  if (field.type === 'date_range') {
    const interval = dateInterval(path, bounds);
    return isRange(column) ? column.intersecting(interval) : scope.none();
  }
  return column?.kind === 'ord' ? ordBits(column, field, bounds) : scope.none();
}

function isRange(column: { kind: string } | undefined): column is RangeColumn {
  return column?.kind === 'range';
}

export function range(json: unknown): Clause {
  const [path, options] = fieldAndOptions('range', json, 'gte');
  const bounds = {
    gt: options.take('gt'),
    gte: options.take('gte'),
    lt: options.take('lt'),
    lte: options.take('lte'),
  };
  const boost = options.number('boost', 1);
  const relation = (options.text('relation') ?? 'intersects').toLowerCase();
  if (relation !== 'intersects') {
    throw parsingError(`[range] query does not support relation [${relation}]`);
  }
  options.finish();
  return constantClause(boost, (scope) => rangeBits(scope, path, bounds));
}

function existsBits(scope: Scope, path: string): Bitset {
  const bits = new Bitset(scope.size);
  const own = scope.columns.get(path);
  if (own) bits.or(own.exists());
  for (const field of own ? [] : scope.mapping.fieldsBelow(path)) {
    const column = scope.columns.get(field.path);
    if (column) bits.or(column.exists());
  }
  return bits;
}

export function exists(json: unknown): Clause {
  const options = Options.of('exists', json);
  const path = options.required('field');
  const boost = options.number('boost', 1);
  options.finish();
  return constantClause(boost, (scope) => existsBits(scope, path));
}
