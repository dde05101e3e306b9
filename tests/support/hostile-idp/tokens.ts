/**
 * Tokens of the hostile provider, built by hand, because a library would refuse most of them. Every part of a draft can
 * be changed before it is signed; it can also be unsigned or signed with a wrong key.
 */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export interface Draft {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /**
   * `good`: with the provider's key. `broken`: one byte changed. `none`: empty. `foreign`: with an unpublished key.
   * `secret`: HS256 with the client secret, the classic key confusion.
   */
  signature: 'good' | 'broken' | 'none' | 'foreign' | 'secret';
}

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicJwk: Record<string, unknown>;
}

const pool: SigningKey[] = [];

/** Keys are expensive to create and not secret here, so a process creates each only once. */
export function keyNumber(index: number): SigningKey {
  for (let next = pool.length; next <= index; next += 1) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const kid = `hostile-${next}`;
    const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
    pool.push({ kid, privateKey, publicJwk });
  }
  const key = pool[index];
  if (key === undefined) throw new Error(`no key ${index}`);
  return key;
}

/** Index of the key that the provider does not publish. */
const FOREIGN = 0;
export const FIRST_KEY = 1;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signatureOf(signed: string, draft: Draft, key: SigningKey, clientSecret: string): Buffer {
  const input = Buffer.from(signed);
  switch (draft.signature) {
    case 'none':
      return Buffer.alloc(0);
    case 'secret':
      return createHmac('sha256', clientSecret).update(input).digest();
    case 'foreign':
      return sign('RSA-SHA256', input, keyNumber(FOREIGN).privateKey);
    case 'good':
    case 'broken': {
      const signature = sign('RSA-SHA256', input, key.privateKey);
      if (draft.signature === 'broken') signature[0] = (signature[0] ?? 0) ^ 0xff;
      return signature;
    }
  }
}

export function mint(draft: Draft, key: SigningKey, clientSecret: string): string {
  const signed = `${encode(draft.header)}.${encode(draft.claims)}`;
  return `${signed}.${signatureOf(signed, draft, key, clientSecret).toString('base64url')}`;
}
