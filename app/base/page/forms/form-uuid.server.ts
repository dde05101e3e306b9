/**
 * Uuids of a form's lines: the same rendered form and line give the same uuid, so that a double click, F5, or Back and
 * submit takes effect once (CART-01, P-56). They contain the time at which the form was rendered, as the form's own key
 * does (RFC 9562: version 8, the time of version 7 before a digest). For a form key without a time, the uuids are
 * version 5.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { badRequest } from './posted.server';

const FormKey = z.uuid();

type Fields = { get: (name: string) => unknown };

/** The idempotency key of a posted form, its hidden field `tx` (ui/form/form-key.tsx); null when missing. */
export const findFormKey = (form: Fields): string | null =>
  FormKey.safeParse(form.get('tx')).data ?? null;

/** The idempotency key of a posted form; throws 400 when it is missing. */
export function readFormKey(form: Fields): string {
  const key = findFormKey(form);
  if (key === null) throw badRequest();
  return key;
}

/**
 * The time at which the form with this uuid was rendered, in milliseconds since 1970; null when the uuid contains no
 * time.
 */
export function renderedAt(uuid: string): number | null {
  const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-[78]/i.exec(uuid) ?? [];
  return high === undefined || low === undefined ? null : parseInt(high + low, 16);
}

export function formUuid(formKey: string, name: string): string {
  const space = Buffer.from(formKey.replaceAll('-', ''), 'hex');
  const digest = createHash('sha1').update(space).update(name).digest();
  const isTimed = renderedAt(formKey) !== null;
  if (isTimed) space.copy(digest, 0, 0, 6);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | (isTimed ? 0x80 : 0x50);
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
