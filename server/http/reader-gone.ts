import type { Response } from 'express';
import { localsOf } from './locals';

/** Aborted when the answer is closed, finished or not: one signal for each answer, whatever reads for it. */
export function readerGone(response: Response): AbortSignal {
  const locals = localsOf(response);
  if (!locals.gone) {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    locals.gone = gone.signal;
  }
  return locals.gone;
}
