/**
 * What the page after a form shows that it has been sent: when, under a key of SESSION_SECRET, in the page's own
 * address. Nothing is stored and nobody is named; without it the page says that nothing has been sent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Receipts {
  /** For the address of the page after the form `about`. */
  give(about: string, at: Date): string;
  /** When that form was sent; null when the text is no receipt of this shop for it. */
  read(about: string, receipt: string): Date | null;
}

const shape = /^([\da-z]{7,9})\.([\w-]{43})$/;

export function createReceipts(secrets: string): Receipts {
  const keys = secrets.split(',').map((secret) => secret.trim());
  const sign = (key: string, about: string, time: string): string =>
    createHmac('sha256', key).update(`receipt ${about} ${time}`).digest('base64url');
  return {
    give(about, at) {
      const time = at.getTime().toString(36);
      return `${time}.${sign(keys[0] ?? '', about, time)}`;
    },
    read(about, receipt) {
      const [, time = '', signature = ''] = shape.exec(receipt) ?? [];
      if (signature === '') return null;
      const given = Buffer.from(signature);
      const isOurs = keys.some((key) =>
        timingSafeEqual(Buffer.from(sign(key, about, time)), given),
      );
      return isOurs ? new Date(parseInt(time, 36)) : null;
    },
  };
}
