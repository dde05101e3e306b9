/**
 * Who has signed out in this browser, for half an hour, sealed in a cookie: a form that stood open in another window is
 * posted without a session, and waits for its own customer like one whose session has run out (AUTH-05), instead of
 * being kept within the bounds of strangers (saved-form.ts) for whoever signs in.
 */
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { AuthParts } from '../auth-parts';

const purpose = 'left-by';
const seconds = 1_800;
const Left = z.object({ owner: z.string(), at: z.number() });

type Parts = Pick<AuthParts, 'cookies' | 'seal' | 'clock'>;

export function rememberLeft(
  { cookies, seal, clock }: Parts,
  response: Response,
  owner: string,
): void {
  const left = seal.close(purpose, JSON.stringify({ owner, at: clock.now().getTime() }));
  cookies.set(response, cookies.left, left, seconds);
}

/** The owner of the session that was signed out here last; null: none, or too long ago. */
export function leftBy({ cookies, seal, clock }: Parts, request: Request): string | null {
  const sealed = cookies.read(request, cookies.left);
  const text = sealed === null ? null : seal.open(purpose, sealed);
  if (text === null) return null;
  const left = Left.safeParse(JSON.parse(text)).data;
  return left && clock.now().getTime() - left.at < seconds * 1000 ? left.owner : null;
}
