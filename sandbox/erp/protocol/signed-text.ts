/**
 * HS256 tokens that the ERP signs and verifies itself: its session cookie (5.3), the payable (12.1) and the tokens in
 * its e-mails. Synchronous, so that a whole request can be one step of virtual time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const Header = z.object({ alg: z.literal('HS256') });
const Payload = z.record(z.string(), z.unknown());

export type Claims = z.infer<typeof Payload>;

function signature(signed: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(signed).digest();
}

export function signText(claims: Claims, secret: string): string {
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${signature(signed, secret).toString('base64url')}`;
}

function decoded(part: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** The claims; null if the signature does not match. The caller checks the expiry. */
export function readSigned(token: string, secret: string): Claims | null {
  const [header = '', payload = '', mark = '', ...rest] = token.split('.');
  if (rest.length > 0 || !Header.safeParse(decoded(header)).success) return null;
  const expected = signature(`${header}.${payload}`, secret);
  const given = Buffer.from(mark, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = Payload.safeParse(decoded(payload));
  return claims.success ? claims.data : null;
}
