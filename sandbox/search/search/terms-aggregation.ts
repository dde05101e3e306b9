/** The `terms` aggregation: buckets by value, largest first by default. */
import { illegalArgument, parsingError } from '../errors';
import { isList, isObject } from '../json';
import { Options } from '../query/options';
import type { FieldType } from '../mapping/mapping';
import type { OrdColumn } from '../store/ord-column';
import { runAll, type Aggregation, type Aggregations, type Answer } from './aggregation';
import { valuesColumn } from './doc-values';

interface Order {
  by: '_count' | '_key';
  direction: 1 | -1;
}

interface Bucket {
  ord: number;
  count: number;
}

const DEFAULT_SIZE = 10;
const MAX_BUCKETS = 65_536;

function readOrder(json: unknown): Order[] {
  return (isList(json) ? json : [json]).flatMap((entry) => {
    if (!isObject(entry)) throw parsingError('[terms] order must be an object');
    return Object.entries(entry).map(([key, value]): Order => {
      if (key !== '_count' && key !== '_key') {
        throw illegalArgument(`Invalid aggregation order path [${key}]`);
      }
      const direction = String(value).toLowerCase();
      if (direction !== 'asc' && direction !== 'desc') {
        throw illegalArgument(`Unknown order direction [${direction}]`);
      }
      return { by: key, direction: direction === 'asc' ? 1 : -1 };
    });
  });
}

function comparator(orders: readonly Order[]): (left: Bucket, right: Bucket) => number {
  return (left, right) => {
    for (const { by, direction } of orders) {
      const difference = by === '_count' ? left.count - right.count : left.ord - right.ord;
      if (difference !== 0) return difference * direction;
    }
    return left.ord - right.ord;
  };
}

/** `include`: a list of exact values, or a pattern that matches whole values. */
function includedKeys(options: Options): (key: string) => boolean {
  if (!options.has('include')) return () => true;
  const listed = options.take('include');
  if (typeof listed === 'string') {
    const pattern = new RegExp(`^(?:${listed})$`);
    return (key) => pattern.test(key);
  }
  if (!isList(listed)) throw parsingError('[terms] include must be a list of values or a pattern');
  const keys = new Set(listed.map(String));
  return (key) => keys.has(key);
}

/** Up to this many values, and for more than a few documents, a table counts faster than a map. */
const TABLE_SIZE = 50_000;
const FEW = 64;

function countInTable(column: OrdColumn, docs: Int32Array): Bucket[] {
  const counts = new Int32Array(column.dictionary.length);
  for (const doc of docs) {
    const to = column.to(doc);
    for (let at = column.from(doc); at < to; at++) {
      const ord = column.ords[at] ?? 0;
      counts[ord] = (counts[ord] ?? 0) + 1;
    }
  }
  const buckets: Bucket[] = [];
  for (const [ord, count] of counts.entries()) if (count > 0) buckets.push({ ord, count });
  return buckets;
}

function countByOrd(column: OrdColumn, docs: Int32Array): Bucket[] {
  if (docs.length > FEW && column.dictionary.length <= TABLE_SIZE)
    return countInTable(column, docs);
  const counts = new Map<number, number>();
  for (const doc of docs) {
    const to = column.to(doc);
    for (let at = column.from(doc); at < to; at++) {
      const ord = column.ords[at] ?? 0;
      counts.set(ord, (counts.get(ord) ?? 0) + 1);
    }
  }
  return Array.from(counts, ([ord, count]) => ({ ord, count }));
}

/** The documents of each bucket, for sub-aggregations. */
function docsByBucket(
  column: OrdColumn,
  docs: Int32Array,
  buckets: readonly Bucket[],
): Int32Array[] {
  const lists = buckets.map(({ count }) => new Int32Array(count));
  const filled = new Int32Array(buckets.length);
  const placeOf = new Map(buckets.map(({ ord }, place) => [ord, place]));
  const table = column.dictionary.length <= TABLE_SIZE ? placeTable(column, placeOf) : null;
  for (const doc of docs) {
    const to = column.to(doc);
    for (let at = column.from(doc); at < to; at++) {
      const ord = column.ords[at] ?? 0;
      const place = table ? (table[ord] ?? -1) : (placeOf.get(ord) ?? -1);
      const list = lists[place];
      if (!list) continue;
      const next = filled[place] ?? 0;
      list[next] = doc;
      filled[place] = next + 1;
    }
  }
  return lists;
}

function placeTable(column: OrdColumn, placeOf: ReadonlyMap<number, number>): Int32Array {
  const table = new Int32Array(column.dictionary.length).fill(-1);
  for (const [ord, place] of placeOf) table[ord] = place;
  return table;
}

function keyAnswer(column: OrdColumn, ord: number, type: FieldType | undefined): Answer {
  const key = column.key(ord);
  if (type === 'boolean') return { key, key_as_string: key === 1 ? 'true' : 'false' };
  if (type === 'date') return { key, key_as_string: new Date(Number(key)).toISOString() };
  return { key };
}

export function termsAggregation(json: unknown, below: Aggregations): Aggregation {
  const options = Options.of('terms', json);
  const path = options.required('field');
  const size = options.number('size', DEFAULT_SIZE);
  const least = options.number('min_doc_count', 1);
  const given = options.take('order');
  const isIncluded = includedKeys(options);
  options.finish();
  if (size < 1) throw illegalArgument(`[size] must be greater than 0. Found [${size}] in [terms]`);
  if (size > MAX_BUCKETS) throw illegalArgument(`[size] must not exceed [${MAX_BUCKETS}]`);
  const compare = comparator(
    given === undefined ? [{ by: '_count', direction: -1 }] : readOrder(given),
  );
  return {
    run({ scope, docs, root }) {
      const column = valuesColumn(scope, path);
      const type = scope.mapping.field(path)?.type;
      const isWanted = ({ ord, count }: Bucket): boolean =>
        count >= least && isIncluded(String(column?.key(ord)));
      const all = column ? countByOrd(column, docs).filter(isWanted) : [];
      const shown = all.sort(compare).slice(0, size);
      const rest = all.slice(size).reduce((sum, { count }) => sum + count, 0);
      const lists = column && below.size > 0 ? docsByBucket(column, docs, shown) : [];
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: rest,
        buckets: shown.map(({ ord, count }, place) => ({
          ...(column ? keyAnswer(column, ord, type) : {}),
          doc_count: count,
          ...runAll(below, { scope, docs: lists[place] ?? new Int32Array(0), root }),
        })),
      };
    },
  };
}
