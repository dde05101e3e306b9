/** Fields that can be aggregated and sorted by. */
import { shardError } from '../errors';
import type { OrdColumn } from '../store/ord-column';
import type { Scope } from '../store/scope';

/** The doc values of a field; null for a field that is not mapped or has no values. */
export function valuesColumn(scope: Scope, path: string): OrdColumn | null {
  const field = scope.mapping.field(path);
  if (field?.type === 'text') {
    throw shardError(
      'illegal_argument_exception',
      `Fielddata is disabled on [${path}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead.`,
    );
  }
  if (field?.type === 'date_range' || field?.type === 'dense_vector') {
    throw shardError(
      'illegal_argument_exception',
      `Field [${path}] of type [${field.type}] is not supported for aggregation`,
    );
  }
  const column = scope.columns.get(path);
  return column?.kind === 'ord' ? column : null;
}
