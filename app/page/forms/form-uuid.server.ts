/**
 * Uuids that a form's lines get (RFC 9562, version 5): the same form and line give the same uuid, so that a
 * double click, F5 or Back and submit is one effect (CART-01, P-56).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const IdempotencyKey = z.uuid();

export function formUuid(token: string, name: string): string {
  const space = Buffer.from(token.replaceAll('-', ''), 'hex');
  const digest = createHash('sha1').update(space).update(name).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
