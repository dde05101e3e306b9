/**
 * Id in a session cookie: 256 random bits and a mark that only this shop can compute (P-60). The mark grants no access,
 * because only the store knows which sessions exist. Under overload it distinguishes a customer's cookie from an
 * invented one without a store call. Ids of earlier releases have no mark: their sessions remain valid but get the
 * priority of guests under overload.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomId } from './seal';

const markBytes = 12;
const shape = /^([\w-]{43})\.([\w-]{16})$/;

export interface SessionIds {
  make(): string;
  /** Whether this shop has issued the id, with any of the secrets in SESSION_SECRET. */
  isOurs(id: string): boolean;
}

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'vet-supplies-shop', 'session-marks-v1', 32));

export function createSessionIds(secrets: string): SessionIds {
  const [key = keyOf(secrets), ...earlier] = secrets
    .split(',')
    .map((secret) => keyOf(secret.trim()));
  const markOf = (random: string, by: Buffer): Buffer =>
    createHmac('sha256', by).update(random).digest().subarray(0, markBytes);
  return {
    make() {
      const random = randomId();
      return `${random}.${markOf(random, key).toString('base64url')}`;
    },
    isOurs(id) {
      const [, random, mark] = shape.exec(id) ?? [];
      if (random === undefined || mark === undefined) return false;
      const given = Buffer.from(mark, 'base64url');
      return [key, ...earlier].some((one) => timingSafeEqual(markOf(random, one), given));
    },
  };
}
