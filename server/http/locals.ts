/** Typed values that middleware passes along with a request; Express's `response.locals` is untyped. */
import type { RequestHandler, Request, Response, NextFunction } from 'express';
import type { FormFields } from './form-head';
import type { Policy } from './security-headers';
import type { RequestTrace } from '../observe/tracing';
import type { RequestSession } from '../auth/service';

interface Locals {
  reference: string;
  trace: RequestTrace | null;
  nonce: string;
  policy: Policy;
  customerRef: string | null;
  session: RequestSession;
  gone: AbortSignal;
  /** Address of the built stylesheet; null when none is built. */
  stylesheet: string | null;
  /** True if the page counts each of its requests, so that the guest page cache must not store it. */
  isCounted: boolean;
  /** Whether the log will contain a line for this request. */
  logged: boolean;
  /** Counts an order list in a form that also carries other fields as an upload; seconds to wait, or null. */
  countUpload: () => Promise<number | null>;
  /**
   * Set when the posted body exceeds the limit: the largest file in MB that the form accepts, and the fields before the
   * file.
   */
  oversized: { mb: number; fields: FormFields };
}

const bags = new WeakMap<object, Partial<Locals>>();

/** Values of a response; each middleware sets its own. */
export function localsOf(response: object): Partial<Locals> {
  let bag = bags.get(response);
  if (!bag) {
    bag = {};
    bags.set(response, bag);
  }
  return bag;
}

/** Wraps an async handler so that a rejection reaches Express's error handlers. */
export const asyncHandler =
  (
    handle: (request: Request, response: Response, next: NextFunction) => Promise<void>,
  ): RequestHandler =>
  (request, response, next) => {
    handle(request, response, next).catch(next);
  };
