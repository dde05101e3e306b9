/** What middleware hands down a request, typed once: Express's own bag is untyped. */
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
  /** Address of the built stylesheet; null where none is built. */
  stylesheet: string | null;
  /** The page counts each request for it, so the guest page cache must not store it. */
  isCounted: boolean;
  /** A line of the log will tell of this request. */
  logged: boolean;
  /** Counts an order list that came in a form which carries other things too; seconds to wait, or null. */
  countUpload: () => Promise<number | null>;
  /** The posted body is above the limit: the largest file that its form takes, in MB, and what was typed. */
  oversized: { mb: number; fields: FormFields };
}

const bags = new WeakMap<object, Partial<Locals>>();

/** The bag of a response; each middleware fills in its own part. */
export function localsOf(response: object): Partial<Locals> {
  let bag = bags.get(response);
  if (!bag) {
    bag = {};
    bags.set(response, bag);
  }
  return bag;
}

/** An async handler whose fault goes to Express's error handlers. */
export const asyncHandler =
  (
    handle: (request: Request, response: Response, next: NextFunction) => Promise<void>,
  ): RequestHandler =>
  (request, response, next) => {
    handle(request, response, next).catch(next);
  };
