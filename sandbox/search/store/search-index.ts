/** A finished, read-only index: columns of the documents and of their nested entries, and the sources. */
import { isList, isObject, type JsonObject } from '../json';
import type { FieldSpec, Mapping } from '../mapping/mapping';
import type { Scope } from './scope';

export interface SearchIndex {
  /** Concrete name, shown as `_index`: the alias plus `-1`. */
  name: string;
  mapping: Mapping;
  root: Scope;
  ids: readonly string[];
  /** Documents without the fields that columns can restore. */
  sources: readonly JsonObject[];
  /** Top-level fields left out of the sources: vectors, and the long timeline of net prices. */
  columnar: readonly string[];
}

/** Has many entries per document, and product lists never request it, so it is stored in columns only. */
const TIMELINE = 'net_prices';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function columnarPaths(mapping: Mapping): string[] {
  const vectors = [...mapping.fields.values()].filter((field) => field.type === 'dense_vector');
  const timeline = mapping.objects.get(TIMELINE);
  return [...vectors.map((field) => field.path), ...(timeline?.nested ? [TIMELINE] : [])];
}

/** Whether columns preserve the whole entry: its dates are plain days. */
function isPlain(entry: unknown): boolean {
  return (
    isObject(entry) &&
    [entry['date_start'], entry['date_end']].every(
      (day) => day === null || (typeof day === 'string' && DAY.test(day)),
    )
  );
}

export function withoutColumnar(document: JsonObject, paths: readonly string[]): JsonObject {
  const kept: Record<string, unknown> = { ...document };
  for (const path of paths) {
    const value = document[path];
    if (!isList(value)) continue;
    if (path !== TIMELINE || (value.length > 0 && value.every(isPlain))) kept[path] = undefined;
  }
  return kept;
}

function valueOf(scope: Scope, field: FieldSpec, entry: number): unknown {
  const column = scope.columns.get(field.path);
  const ord = column?.kind === 'ord' ? column.edge(entry, false) : -1;
  if (column?.kind !== 'ord' || ord < 0) return null;
  const key = column.key(ord);
  if (field.type === 'boolean') return key === 1;
  return field.type === 'date' ? new Date(Number(key)).toISOString().slice(0, 10) : key;
}

function entriesOf(index: SearchIndex, path: string, doc: number): unknown[] {
  const scope = index.root.nested.get(path);
  const spec = index.mapping.objects.get(path);
  const entries: unknown[] = [];
  if (!scope || !spec) return entries;
  for (let entry = scope.childrenFrom(doc); entry < scope.childrenTo(doc); entry++) {
    const values: Record<string, unknown> = {};
    for (const [name, field] of spec.children) {
      if (field.kind === 'field') values[name] = valueOf(scope, field, entry);
    }
    entries.push(values);
  }
  return entries;
}

/** The document, with the fields restored from columns. */
export function wholeSource(index: SearchIndex, doc: number): JsonObject {
  const source: Record<string, unknown> = { ...index.sources[doc] };
  for (const path of index.columnar) {
    if (source[path] !== undefined || !(path in source)) continue;
    const column = index.root.columns.get(path);
    source[path] = column?.kind === 'vector' ? column.vector(doc) : entriesOf(index, path, doc);
  }
  return source;
}
