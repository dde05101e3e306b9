import type { Response } from 'express';
import { localsOf } from './locals';

/** Made once, for its stack is dear and says nothing: most answers are closed because they are finished. */
const closed = new DOMException('the answer is closed', 'AbortError');

/** Aborted when the answer is closed, finished or not: one signal for each answer, whatever reads for it. */
export function readerGone(response: Response): AbortSignal {
  const locals = localsOf(response);
  if (!locals.gone) {
    const gone = new AbortController();
    response.once('close', () => gone.abort(closed));
    locals.gone = gone.signal;
  }
  return locals.gone;
}
