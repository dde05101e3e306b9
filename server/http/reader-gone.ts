import type { Response } from 'express';
import { localsOf } from './locals';

/** Created once, because its stack trace is expensive and useless: most responses close because they are complete. */
const closed = new DOMException('the answer is closed', 'AbortError');

/** Signal that aborts when the response closes, complete or not; one per response, shared by all readers. */
export function readerGone(response: Response): AbortSignal {
  const locals = localsOf(response);
  if (!locals.gone) {
    const gone = new AbortController();
    response.once('close', () => gone.abort(closed));
    locals.gone = gone.signal;
  }
  return locals.gone;
}
