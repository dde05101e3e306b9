/**
 * Whether a browser asks for less data (https://wicg.github.io/savedata): rows of lists then come without their
 * pictures, which are most of what such a page loads.
 */
import type { Request } from 'express';

/** A token with parameters that nothing defines yet. */
export const savesData = (request: Request): boolean =>
  /^\s*on\s*(;|$)/i.test(request.get('save-data') ?? '');
