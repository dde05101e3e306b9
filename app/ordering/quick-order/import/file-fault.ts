/** Reasons why a whole file or pasted list is rejected. */
import { maxCellLength, maxRows } from '../csv/csv';

export type FileFault =
  | { kind: 'no-file' }
  | { kind: 'not-csv' }
  /** The file is named .xlsx, but is no workbook. */
  | { kind: 'not-xlsx' }
  | { kind: 'too-large'; megabytes: number }
  | { kind: 'busy' }
  | { kind: 'too-often'; seconds: number }
  | { kind: 'empty' }
  | { kind: 'workbook' }
  | { kind: 'xls' }
  | { kind: 'xlsm' }
  | { kind: 'sylk' }
  | { kind: 'dif' }
  | { kind: 'ods' }
  | { kind: 'rtf' }
  | { kind: 'html' }
  | { kind: 'not-text' }
  | { kind: 'too-many-rows'; rows: number }
  | { kind: 'long-line'; line: number }
  /** A row is too long; only for pasted lists. */
  | { kind: 'long-row'; line: number; max: number }
  | { kind: 'open-quote'; line: number };

const statuses: Readonly<Partial<Record<FileFault['kind'], number>>> = {
  'too-large': 413,
  'too-often': 429,
  busy: 503,
};

/** HTTP status of a fault (RFC 9110, RFC 6585); faults of the file itself are 422. */
export const statusOf = ({ kind }: FileFault): number => statuses[kind] ?? 422;

/** Values for the placeholders in the error text of a fault. */
export function faultValues(fault: FileFault): Readonly<Record<string, number>> {
  switch (fault.kind) {
    case 'too-large':
      return { mb: fault.megabytes };
    case 'too-often':
      return { count: fault.seconds };
    case 'too-many-rows':
      return { rows: fault.rows, max: maxRows };
    case 'long-line':
      return { line: fault.line, max: maxCellLength };
    case 'long-row':
      return { line: fault.line, max: fault.max };
    case 'open-quote':
      return { line: fault.line };
    default:
      return {};
  }
}
