/**
 * Aggregations (contract/search.md 3.2, 3.9): filter, nested, reverse_nested, terms, cardinality, in any combination.
 */
import { parsingError } from '../errors';
import { isObject } from '../json';
import { nestedScope } from '../query/compound';
import { compileQuery } from '../query/compile';
import { Options } from '../query/options';
import type { OrdColumn } from '../store/ord-column';
import { Scope } from '../store/scope';
import { runAll, type Aggregation, type Aggregations } from './aggregation';
import { valuesColumn } from './doc-values';
import { termsAggregation } from './terms-aggregation';

function filterAggregation(json: unknown, below: Aggregations): Aggregation {
  const clause = compileQuery(json, true);
  return {
    run({ scope, docs, root }) {
      const bits = clause.filter(scope);
      const kept = docs.filter((doc) => bits.has(doc));
      return { doc_count: kept.length, ...runAll(below, { scope, docs: kept, root }) };
    },
  };
}

function childrenOf(child: Scope, docs: Int32Array): Int32Array {
  let total = 0;
  for (const doc of docs) total += child.childrenTo(doc) - child.childrenFrom(doc);
  const entries = new Int32Array(total);
  let at = 0;
  for (const doc of docs) {
    const to = child.childrenTo(doc);
    for (let entry = child.childrenFrom(doc); entry < to; entry++) entries[at++] = entry;
  }
  return entries;
}

function nestedAggregation(json: unknown, below: Aggregations): Aggregation {
  const options = Options.of('nested', json);
  const path = options.required('path');
  options.finish();
  return {
    run({ scope, docs, root }) {
      const child = nestedScope(scope, path, true);
      const entries = child ? childrenOf(child, docs) : new Int32Array(0);
      const counted = { scope: child ?? emptyScope(scope, path), docs: entries, root };
      return { doc_count: entries.length, ...runAll(below, counted) };
    },
  };
}

/** Represents a nested path that no document uses, so that aggregations below it return empty results. */
function emptyScope(scope: Scope, path: string): Scope {
  return new Scope(
    path,
    0,
    scope.mapping,
    new Map(),
    new Int32Array(0),
    new Int32Array(0),
    new Map(),
  );
}

function reverseNested(json: unknown, below: Aggregations): Aggregation {
  Options.of('reverse_nested', json).finish();
  return {
    run({ scope, docs, root }) {
      const { parents } = scope;
      if (!parents) {
        throw parsingError(
          'Reverse nested aggregation can not be used outside a [nested] aggregation',
        );
      }
      const own = new Int32Array(docs.length);
      let count = 0;
      for (const doc of docs) {
        const parent = parents[doc] ?? 0;
        if (count === 0 || own[count - 1] !== parent) own[count++] = parent;
      }
      const kept = own.subarray(0, count);
      return { doc_count: count, ...runAll(below, { scope: root, docs: kept, root }) };
    },
  };
}

function cardinality(json: unknown, below: Aggregations): Aggregation {
  const options = Options.of('cardinality', json);
  const path = options.required('field');
  options.number('precision_threshold', 3000);
  options.finish();
  if (below.size > 0) {
    throw parsingError(
      'Aggregator [cardinality] of type [cardinality] cannot accept sub-aggregations',
    );
  }
  return {
    run({ scope, docs }) {
      const column = valuesColumn(scope, path);
      return { value: column ? distinct(column, docs) : 0 };
    },
  };
}

function distinct(column: OrdColumn, docs: Int32Array): number {
  if (docs.length < SMALL) return distinctFew(column, docs);
  const seen = new Uint8Array(column.dictionary.length);
  let count = 0;
  for (const doc of docs) {
    const to = column.to(doc);
    for (let at = column.from(doc); at < to; at++) {
      const ord = column.ords[at] ?? 0;
      if (seen[ord] === 0) count++;
      seen[ord] = 1;
    }
  }
  return count;
}

/** Maximum number of documents for which a small set is cheaper than a table over the whole dictionary. */
const SMALL = 64;

function distinctFew(column: OrdColumn, docs: Int32Array): number {
  const seen = new Set<number>();
  for (const doc of docs) {
    const to = column.to(doc);
    for (let at = column.from(doc); at < to; at++) seen.add(column.ords[at] ?? 0);
  }
  return seen.size;
}

type Make = (json: unknown, below: Aggregations) => Aggregation;
const KINDS: Readonly<Record<string, Make>> = {
  filter: filterAggregation,
  nested: nestedAggregation,
  reverse_nested: reverseNested,
  terms: termsAggregation,
  cardinality,
};

const NAME = /^[^[\]>]+$/;

function compileOne(name: string, json: unknown): Aggregation {
  if (!NAME.test(name)) {
    throw parsingError(
      `Invalid aggregation name [${name}]. Aggregation names can contain any character except '[', ']', and '>'`,
    );
  }
  if (!isObject(json)) throw parsingError(`Aggregation definition for [${name}] must be an object`);
  const { aggs, aggregations, meta, ...kinds } = json;
  const [entry, ...more] = Object.entries(kinds);
  if (!entry) throw parsingError(`Missing definition for aggregation [${name}]`);
  if (more.length > 0) {
    throw parsingError(`Found two aggregation type definitions in [${name}]: [${entry[0]}]`);
  }
  const [type, body] = entry;
  const make = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (!make) throw parsingError(`Unknown aggregation type [${type}]`);
  const made = make(body, compileAggregations(aggs ?? aggregations));
  return isObject(meta) ? { run: (counted) => ({ meta, ...made.run(counted) }) } : made;
}

export function compileAggregations(json: unknown): Aggregations {
  if (json === undefined || json === null) return new Map();
  if (!isObject(json)) throw parsingError('Aggregations must be an object');
  return new Map(Object.entries(json).map(([name, body]) => [name, compileOne(name, body)]));
}
