/**
 * Types and guards for the faults that the server throws. Server and app are two module graphs, so each class would
 * exist twice at run time: recognise faults by their `kind` string, never by `instanceof`.
 */

/**
 * An upstream (ERP, search, identity provider, store) is unavailable. `reference` is the id under which the log has its
 * calls.
 */
export interface UpstreamFailure extends Error {
  kind: 'upstream-failure';
  service: 'erp' | 'search' | 'identity' | 'store';
  operation: string;
  reason:
    | 'unreachable'
    | 'timeout'
    | 'unavailable'
    | 'server-error'
    | 'invalid-answer'
    | 'overloaded'
    | 'not-authorised';
  /**
   * `nothing`: the upstream has certainly changed nothing, as for every read. `unknown`: it may have applied the write
   * (contract/erp.md 10.5).
   */
  applied: 'nothing' | 'unknown';
  status: number | null;
  reference: string;
}

/** The ERP (or the identity provider) rejected this session, and the server cleared it (AUTH-05). */
export interface SessionEnded extends Error {
  kind: 'session-ended';
}

/** The error for a request that needs a customer while nobody is signed in. */
export const signInNeeded = (): SessionEnded =>
  Object.assign(new Error('sign-in is needed'), { kind: 'session-ended' as const });

/** Too many wrong passwords for one login (credentials mode). The shop throws this without calling the ERP. */
export interface TooManyTries extends Error {
  kind: 'too-many-tries';
  retryAfterSeconds: number;
}

/**
 * A document exists in the shop's store, but this release cannot parse it: it is damaged, or a later release wrote it.
 */
export const unreadableDocument = (what: string, cause: unknown): UpstreamFailure =>
  Object.assign(new Error(`store open ${what}: unavailable`, { cause }), {
    kind: 'upstream-failure' as const,
    service: 'store' as const,
    operation: `open ${what}`,
    reason: 'unavailable' as const,
    applied: 'unknown' as const,
    status: null,
    reference: '',
  });

const hasKind = (error: unknown, kind: string): boolean =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === kind;

/**
 * The fields that a log line states about the failure. Calls of the ERP and the search engine have log lines of their
 * own; store calls have none, so their cause, such as a full disk, is included. The cause of a document that cannot be
 * opened is omitted, because it would quote the document.
 */
export const failureFacts = ({ service, operation, reason, cause }: UpstreamFailure) => ({
  service,
  operation,
  reason,
  ...(service === 'store' && !operation.startsWith('open ') && cause instanceof Error
    ? { error: cause.message }
    : {}),
});

export const isUpstreamFailure = (error: unknown): error is UpstreamFailure =>
  hasKind(error, 'upstream-failure');
/** True when the response to a write was lost, so that the upstream may have applied the write. */
export const isInDoubt = (error: unknown): error is UpstreamFailure =>
  isUpstreamFailure(error) && error.applied === 'unknown';
export const isSessionEnded = (error: unknown): error is SessionEnded =>
  hasKind(error, 'session-ended');
export const isTooManyTries = (error: unknown): error is TooManyTries =>
  hasKind(error, 'too-many-tries');
