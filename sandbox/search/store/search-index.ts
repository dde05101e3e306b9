/** A finished, read-only index: columns of the documents and of their nested entries, and the sources. */
import type { JsonObject } from '../json';
import type { Mapping } from '../mapping/mapping';
import type { Scope } from './scope';

export interface SearchIndex {
  /** Concrete name, as `_index` shows it: the alias and `-1`. */
  name: string;
  mapping: Mapping;
  root: Scope;
  ids: readonly string[];
  /** Documents without their vectors, which live in columns. */
  sources: readonly JsonObject[];
}

/** The document as it was indexed, vectors included. */
export function wholeSource(index: SearchIndex, doc: number): JsonObject {
  const source = index.sources[doc] ?? {};
  const vectors: Record<string, unknown> = {};
  for (const [path, column] of index.root.columns) {
    if (column.kind !== 'vector') continue;
    const vector = column.vector(doc);
    if (vector) vectors[path] = vector;
  }
  return { ...source, ...vectors };
}
