/**
 * How the app recognises faults that the server throws. Server and app are two module graphs, so each class would exist
 * twice at run time: recognise faults by their `kind` string, never by `instanceof`.
 */

/** An upstream (ERP, search, identity provider, store) is unavailable. `reference` finds its calls in the log. */
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
   * `nothing`: certainly not applied, as for every read. `unknown`: it may have been applied (contract/erp.md 10.5).
   */
  applied: 'nothing' | 'unknown';
  status: number | null;
  reference: string;
}

/** The ERP (or the identity provider) rejected this session, and the server cleared it (AUTH-05). */
export interface SessionEnded extends Error {
  kind: 'session-ended';
}

/** The request needs a customer, and nobody is signed in. */
export const signInNeeded = (): SessionEnded =>
  Object.assign(new Error('sign-in is needed'), { kind: 'session-ended' as const });

/** Too many wrong passwords for one login (credentials mode): the shop did not call the ERP. */
export interface TooManyTries extends Error {
  kind: 'too-many-tries';
  retryAfterSeconds: number;
}

/** A stored document exists, but this release cannot parse it: it is damaged, or a later release wrote it. */
export const unreadableDocument = (what: string, cause: unknown): UpstreamFailure =>
  Object.assign(new Error(`store open ${what}: unavailable`, { cause }), {
    ...{ kind: 'upstream-failure' as const, service: 'store' as const, operation: `open ${what}` },
    ...{ reason: 'unavailable' as const, applied: 'unknown' as const, status: null, reference: '' },
  });

const hasKind = (error: unknown, kind: string): boolean =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === kind;

/**
 * The fields that a log line states about the failure. Calls of ERP and search have a log line each; store calls have
 * none, so their cause, such as a full disk, is included. The cause of a document that cannot be opened is omitted,
 * because it would quote the document.
 */
export const failureFacts = ({ service, operation, reason, cause }: UpstreamFailure) => ({
  ...{ service, operation, reason },
  ...(service === 'store' && !operation.startsWith('open ') && cause instanceof Error
    ? { error: cause.message }
    : {}),
});

export const isUpstreamFailure = (error: unknown): error is UpstreamFailure =>
  hasKind(error, 'upstream-failure');
/** The response to a write was lost: the upstream may have applied it. */
export const isInDoubt = (error: unknown): error is UpstreamFailure =>
  isUpstreamFailure(error) && error.applied === 'unknown';
export const isSessionEnded = (error: unknown): error is SessionEnded =>
  hasKind(error, 'session-ended');
export const isTooManyTries = (error: unknown): error is TooManyTries =>
  hasKind(error, 'too-many-tries');
