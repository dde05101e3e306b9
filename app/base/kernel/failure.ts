/**
 * How the app recognises faults that the server throws. Server and app are two module graphs, so a class
 * would exist twice at run time: faults are known by their `kind` string, never by `instanceof`.
 */

/** An upstream (ERP, search, identity provider) is unavailable. `reference` finds the calls in the log. */
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
  /** `nothing` = surely not applied, as every read; `unknown` = it may have been (contract/erp.md 10.5). */
  applied: 'nothing' | 'unknown';
  status: number | null;
  reference: string;
}

/** The ERP (or the provider) no longer accepts this session; it has been cleared (AUTH-05). */
export interface SessionEnded extends Error {
  kind: 'session-ended';
}

/** What was asked for is for customers only, and nobody is signed in. */
export const signInNeeded = (): SessionEnded =>
  Object.assign(new Error('sign-in is needed'), { kind: 'session-ended' as const });

/** Too many wrong passwords for one login (credentials mode): nothing was asked of the ERP. */
export interface TooManyTries extends Error {
  kind: 'too-many-tries';
  retryAfterSeconds: number;
}

/** A document of the store is there and means nothing to this release: damaged, or written by a later one. */
export const unreadableDocument = (what: string, cause: unknown): UpstreamFailure =>
  Object.assign(new Error(`store open ${what}: unavailable`, { cause }), {
    ...{ kind: 'upstream-failure' as const, service: 'store' as const, operation: `open ${what}` },
    ...{ reason: 'unavailable' as const, applied: 'unknown' as const, status: null, reference: '' },
  });

const hasKind = (error: unknown, kind: string): boolean =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === kind;

/**
 * What a log line says of it. A call of ERP or search has a line of its own; a call of the store has none, so that its
 * cause, such as a full disk, stands here. A document that cannot be opened would be quoted by its cause.
 */
export const failureFacts = ({ service, operation, reason, cause }: UpstreamFailure) => ({
  ...{ service, operation, reason },
  ...(service === 'store' && !operation.startsWith('open ') && cause instanceof Error
    ? { error: cause.message }
    : {}),
});

export const isUpstreamFailure = (error: unknown): error is UpstreamFailure =>
  hasKind(error, 'upstream-failure');
/** The answer to a write was lost: it may have been carried out. */
export const isInDoubt = (error: unknown): error is UpstreamFailure =>
  isUpstreamFailure(error) && error.applied === 'unknown';
export const isSessionEnded = (error: unknown): error is SessionEnded =>
  hasKind(error, 'session-ended');
export const isTooManyTries = (error: unknown): error is TooManyTries =>
  hasKind(error, 'too-many-tries');
