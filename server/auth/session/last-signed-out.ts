/**
 * Remembers for half an hour, in a sealed cookie, who has signed out in this browser. A form that was open in another
 * window is then posted without a session. With this cookie, the form is stored for the customer who signed out, as
 * after an expired session (AUTH-05). Without it, the form would be stored within the limits for anonymous clients
 * (saved-form.ts), for whoever signs in next.
 */
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { AuthParts } from '../auth-parts';

const purpose = 'left-by';
const seconds = 1_800;
const Left = z.object({ owner: z.string(), at: z.number() });

type Parts = Pick<AuthParts, 'cookies' | 'seal' | 'clock'>;

export function rememberSignedOut(
  { cookies, seal, clock }: Parts,
  response: Response,
  owner: string,
): void {
  const left = seal.close(purpose, JSON.stringify({ owner, at: clock.now().getTime() }));
  cookies.set(response, cookies.left, left, seconds);
}

/** Owner of the session that signed out here last; null when there is none or it is too long ago. */
export function readLastSignedOut(
  { cookies, seal, clock }: Parts,
  request: Request,
): string | null {
  const sealed = cookies.read(request, cookies.left);
  const text = sealed === null ? null : seal.open(purpose, sealed);
  if (text === null) return null;
  const left = Left.safeParse(JSON.parse(text)).data;
  return left && clock.now().getTime() - left.at < seconds * 1000 ? left.owner : null;
}
