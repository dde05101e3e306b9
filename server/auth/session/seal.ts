/**
 * Encrypts sessions in the store, the transaction cookie and receipts in addresses: AES-256-GCM with a key derived from
 * SESSION_SECRET. SESSION_SECRET may be a list: the first secret seals, and any of them opens. So a new secret can be
 * put in front and the old one dropped later (P-94). The purpose (a record's key, a cookie's name) is authenticated
 * too, so that a text sealed for one purpose does not open for another.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  close(purpose: string, text: string): string;
  /** The decrypted text; null when it was not sealed by this shop for this purpose. */
  open(purpose: string, sealed: string): string | null;
}

const ivBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'vet-supplies-shop', 'sessions-v1', 32));

function openWith(key: Buffer, purpose: string, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const body = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    // The tag does not match: the text is forged or was sealed with another secret.
    return null;
  }
}

export function createSeal(secrets: string): Seal {
  const [key = keyOf(secrets), ...earlier] = secrets
    .split(',')
    .map((secret) => keyOf(secret.trim()));
  return {
    close(purpose, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < ivBytes + tagBytes) return null;
      for (const one of [key, ...earlier]) {
        const text = openWith(one, purpose, bytes);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

/** A random id of 256 bits, which cannot be guessed. */
export const randomId = (): string => randomBytes(32).toString('base64url');

/** Hash that is stored instead of an id, so that access to the store does not give access to sessions. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');
