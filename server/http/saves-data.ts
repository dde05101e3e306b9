/**
 * Whether the browser asks for less data (https://wicg.github.io/savedata). List rows then omit their pictures, which
 * are most of what such a page loads.
 */
import type { Request } from 'express';

/** The value is a token; its parameters are not defined yet. */
export const savesData = (request: Request): boolean =>
  /^\s*on\s*(;|$)/i.test(request.get('save-data') ?? '');
