/**
 * The id in a session's cookie: 256 random bits and a mark that only this shop can have put behind them (P-60). The
 * mark opens nothing, for the store alone knows which sessions live; but when not all can be served, a cookie that
 * made-up id is distinguished from a customer's without asking the store. Ids of earlier releases have no mark: their
 * sessions live on, and are served like visitors while there is not enough room.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomId } from './seal';

const markBytes = 12;
const shape = /^([\w-]{43})\.([\w-]{16})$/;

export interface SessionIds {
  make(): string;
  /** Whether this shop has given out the id, with any secret that is listed. */
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
