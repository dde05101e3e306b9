/** Classifies a call without a response: the state of the upstream, and whether a write may have been applied. */
import { BrokenCircuitError } from 'cockatiel';
import type { FailureReason } from './failure';
import { BulkheadFull } from './guard/bulkhead';
import { NotSent } from './leave-check';
import { UnreadableAnswer } from './raw-answer';

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface Classified {
  reason: FailureReason;
  applied: 'nothing' | 'unknown';
}

/** A connection that was never made has applied nothing; a broken one may have (contract/erp.md 10.5). */
export function classifyFault(error: unknown): Classified {
  if (error instanceof BrokenCircuitError) return { reason: 'unavailable', applied: 'nothing' };
  if (error instanceof BulkheadFull || error instanceof NotSent)
    return { reason: 'overloaded', applied: 'nothing' };
  if (error instanceof UnreadableAnswer) return { reason: 'invalid-answer', applied: 'unknown' };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { reason: 'unreachable', applied: neverSent.has(code) ? 'nothing' : 'unknown' };
}

export const timeoutDetails = (error: unknown): Classified => ({
  reason: 'timeout',
  applied: classifyFault(error).applied,
});
