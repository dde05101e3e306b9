/** Why a file, or a list instead of one, cannot be read at all. */
import { maxCellLength, maxRows } from '../csv/csv';

export type FileFault =
  | { kind: 'no-file' }
  | { kind: 'not-csv' }
  | { kind: 'too-large'; megabytes: number }
  | { kind: 'busy' }
  | { kind: 'empty' }
  | { kind: 'workbook' }
  | { kind: 'not-text' }
  | { kind: 'too-many-rows'; rows: number }
  | { kind: 'long-line'; line: number }
  | { kind: 'open-quote'; line: number };

/** RFC 9110: too large is 413, too many at once 503, anything else wrong with the file 422. */
export const statusOf = ({ kind }: FileFault): number =>
  kind === 'too-large' ? 413 : kind === 'busy' ? 503 : 422;

/** Values for the sentence of a fault. */
export function faultValues(fault: FileFault): Readonly<Record<string, number>> {
  switch (fault.kind) {
    case 'too-large':
      return { mb: fault.megabytes };
    case 'too-many-rows':
      return { rows: fault.rows, max: maxRows };
    case 'long-line':
      return { line: fault.line, max: maxCellLength };
    case 'open-quote':
      return { line: fault.line };
    default:
      return {};
  }
}
