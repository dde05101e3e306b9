/**
 * Signing keys of the identity stand-in: RS256, newest first (the provider signs with the first), stored so that tokens
 * stay valid over a restart. Rotation adds a new first key and may drop the old ones at once, which a client with a
 * cached key set must survive.
 */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import type { IdentityStore } from './store';

const Keys = z.object({
  jwks: z.array(z.record(z.string(), z.unknown())).min(1),
  cookieSecret: z.string(),
});

/** Parsing a key with this schema drops its private members. */
const PublicKey = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  kid: z.string(),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
});

export interface IdentityKeys {
  /** The private keys as JWKs, newest first. */
  current(): JWK[];
  /** The public parts of the same keys. */
  published(): JWK[];
  cookieSecret: string;
  rotate(options?: { dropOld?: boolean }): Promise<void>;
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = `key-${randomBytes(6).toString('hex')}`;
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

export async function loadKeys(store: IdentityStore): Promise<IdentityKeys> {
  const kept = Keys.safeParse(store.find('Keys', 'current'));
  let jwks: JWK[] = kept.success ? kept.data.jwks : [await newKey()];
  const cookieSecret = kept.success ? kept.data.cookieSecret : randomBytes(32).toString('hex');
  const keep = (): void => store.upsert('Keys', 'current', { jwks, cookieSecret });
  keep();
  return {
    current: () => structuredClone(jwks),
    published: () => jwks.map((jwk) => PublicKey.parse(jwk)),
    cookieSecret,
    async rotate({ dropOld = false } = {}) {
      jwks = [await newKey(), ...(dropOld ? [] : jwks)];
      keep();
    },
  };
}
