/** The ERP's error body (contract/erp.md 3.1): one sentence, or a list of invalid fields. */
import { short } from '../../observe/logger';
import type { ErpFieldError } from './erp-client';
import type { RawAnswer } from '../raw-answer';

export interface Refusal {
  kind: 'refused';
  status: number;
  detail: string;
  errors: readonly ErpFieldError[];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The error body of 3.1, or null when the response is not the contract's JSON. */
export function refusalOf(answer: RawAnswer): Refusal | null {
  if (!isRecord(answer.json)) return null;
  const detail = answer.json['detail'];
  if (typeof detail === 'string') {
    return { kind: 'refused', status: answer.status, detail: detail.trim(), errors: [] };
  }
  if (!Array.isArray(detail)) return null;
  const errors = detail.filter(isRecord).map((entry) => ({
    type: String(entry['type']),
    loc: Array.isArray(entry['loc'])
      ? entry['loc'].map((part: unknown) => (typeof part === 'number' ? part : String(part)))
      : [],
    msg: String(entry['msg']),
  }));
  const text = errors.map((entry) => `${entry.loc.join('.')}: ${entry.msg}`).join('; ');
  return { kind: 'refused', status: answer.status, detail: short(text), errors };
}
