/** The `fields` option: values of mapped fields as flat lists, vectors among them (contract/search.md 2.3). */
import { parsingError } from '../errors';
import { isList, isObject, valuesOf, type JsonObject } from '../json';
import type { SearchIndex } from '../store/search-index';

export function compileFields(json: unknown): string[] {
  if (json === undefined) return [];
  if (!isList(json)) throw parsingError('[fields] must be a list');
  return json.map((entry) => {
    const field = isObject(entry) ? entry['field'] : entry;
    if (typeof field !== 'string') throw parsingError('[fields] expects names');
    return field;
  });
}

function leafValues(source: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [...valuesOf(source)];
  return valuesOf(source).flatMap((entry) =>
    isObject(entry) ? leafValues(entry[name], rest) : [],
  );
}

function pathsOf(index: SearchIndex, pattern: string): string[] {
  if (!pattern.includes('*')) return index.mapping.field(pattern) ? [pattern] : [];
  const expression = new RegExp(
    `^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`,
  );
  return [...index.mapping.fields.keys()].filter((path) => expression.test(path));
}

function fieldValues(index: SearchIndex, doc: number, path: string): unknown[] {
  const column = index.root.columns.get(path);
  if (column?.kind === 'vector') return column.vector(doc) ?? [];
  const parent = path.slice(0, path.lastIndexOf('.'));
  const isSubField = index.mapping.fields.get(parent)?.subFields.some((sub) => sub.path === path);
  return leafValues(index.sources[doc], (isSubField ? parent : path).split('.'));
}

export function readFields(
  index: SearchIndex,
  doc: number,
  patterns: readonly string[],
): JsonObject {
  const answer: Record<string, unknown> = {};
  for (const path of patterns.flatMap((pattern) => pathsOf(index, pattern))) {
    const values = fieldValues(index, doc, path);
    if (values.length > 0) answer[path] = values;
  }
  return answer;
}
