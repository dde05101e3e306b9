/** Common errors of the server for an unavailable upstream; the app's counterpart is app/base/kernel/failure.ts. */
export type Service = 'erp' | 'search' | 'identity' | 'store';
export type FailureReason =
  | 'unreachable'
  | 'timeout'
  | 'unavailable'
  | 'server-error'
  | 'invalid-answer'
  | 'overloaded'
  | 'not-authorised';

export interface FailureDetails {
  service: Service;
  operation: string;
  reason: FailureReason;
  /** `nothing`: certainly not applied, as for every read; `unknown`: possibly applied (contract/erp.md 10.5). */
  applied: 'nothing' | 'unknown';
  status: number | null;
  reference: string;
}

export class UpstreamFailure extends Error {
  readonly kind = 'upstream-failure';
  readonly service: Service;
  readonly operation: string;
  readonly reason: FailureReason;
  readonly applied: 'nothing' | 'unknown';
  readonly status: number | null;
  readonly reference: string;
  constructor(facts: FailureDetails, options?: ErrorOptions) {
    super(`${facts.service} ${facts.operation}: ${facts.reason}`, options);
    this.name = 'UpstreamFailure';
    this.service = facts.service;
    this.operation = facts.operation;
    this.reason = facts.reason;
    this.applied = facts.operation.startsWith('GET ') ? 'nothing' : facts.applied;
    this.status = facts.status;
    this.reference = facts.reference;
  }
}

/** The ERP returned 401: the session has been cleared, and the page offers sign-in (AUTH-05). */
export class SessionEnded extends Error {
  readonly kind = 'session-ended';
  constructor() {
    super('the session is no longer accepted');
    this.name = 'SessionEnded';
  }
}
