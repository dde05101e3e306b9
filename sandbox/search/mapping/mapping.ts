/**
 * A compiled index mapping: paths with their types, nested objects and `copy_to` (contract/search.md 1.4.3). Compiled
 * from the same JSON that a real node gets.
 */
import type { Analysis, Analyzer, Normalizer } from '../analysis/analyzers';

export type FieldType =
  | 'keyword'
  | 'text'
  | 'long'
  | 'integer'
  | 'double'
  | 'float'
  | 'boolean'
  | 'date'
  | 'date_range'
  | 'flattened'
  | 'dense_vector';

export interface FieldSpec {
  kind: 'field';
  path: string;
  /** Index among all fields of the mapping, from 0. */
  number: number;
  type: FieldType;
  /** Neither searchable nor sortable (`index` and `doc_values` false): present in `_source` only. */
  dormant: boolean;
  analyzer: Analyzer | null;
  searchAnalyzer: Analyzer | null;
  normalizer: Normalizer | null;
  ignoreAbove: number;
  /** `index_prefixes`: prefixes of these lengths need no expansion limit. */
  prefixes: { min: number; max: number } | null;
  copyTo: readonly string[];
  dims: number;
  subFields: readonly FieldSpec[];
}

export interface ObjectSpec {
  kind: 'object';
  path: string;
  enabled: boolean;
  nested: boolean;
  includeInRoot: boolean;
  dynamic: boolean;
  children: Map<string, FieldSpec | ObjectSpec>;
  /** The JSON that `GET _mapping` returns; dynamic fields are added when they first appear. */
  properties: Record<string, unknown>;
}

export interface DynamicTemplate {
  pathMatch: RegExp;
  mapping: Readonly<Record<string, unknown>>;
}

export class Mapping {
  constructor(
    readonly root: ObjectSpec,
    /** Every field and sub-field by its full path. */
    readonly fields: Map<string, FieldSpec>,
    readonly objects: Map<string, ObjectSpec>,
    readonly templates: readonly DynamicTemplate[],
    readonly analysis: Analysis,
    readonly json: Readonly<Record<string, unknown>>,
  ) {}

  /** The field at a path; a path below a flattened field is a key of that field. */
  field(path: string): FieldSpec | null {
    const own = this.fields.get(path);
    if (own) return own;
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      const parent = this.fields.get(path.slice(0, dot));
      if (parent) return parent.type === 'flattened' ? parent : null;
    }
    return null;
  }

  /** Paths of all fields at or below a path. */
  fieldsBelow(path: string): FieldSpec[] {
    const prefix = `${path}.`;
    return [...this.fields.values()].filter((field) => field.path.startsWith(prefix));
  }
}
