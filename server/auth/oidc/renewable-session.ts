/**
 * Whether the browser's session can continue without the provider (P-91). Only the shop's own renewal may end a
 * session: one whose tokens are valid or renewable survives any request triggered by another site.
 */
import type { Request } from 'express';
import type { AuthParts } from '../auth-parts';
import { hashOf } from '../session/seal';

export async function hasRenewableSession(
  { cookies, sessions, clock }: Pick<AuthParts, 'cookies' | 'sessions' | 'clock'>,
  request: Request,
): Promise<boolean> {
  const id = cookies.read(request, cookies.session);
  const record = id === null ? null : await sessions.read(hashOf(id));
  if (!record) return false;
  const { tokens, renewal } = record;
  return tokens === null || clock.now().getTime() < tokens.expiresAt || renewal.state !== 'lost';
}
