/**
 * Authenticates the shop as a client of the provider (OpenID Connect Core, 9; RFC 6749, 2.3). The metadata list the
 * methods that the provider supports, not those that it allows this client: Ory Hydra and Spring Authorization Server
 * restrict each client to one. Without OIDC_CLIENT_AUTH the shop tries the announced methods and remembers the accepted
 * one.
 */
import { importPKCS8 } from 'jose';
import * as client from 'openid-client';
import type { Config } from '../../config';
import { signingAlgorithm } from '../../startup/signing-key';

type ClientMethod = NonNullable<Config['OIDC_CLIENT_AUTH']>;

export interface ClientCredentials {
  secret: string | undefined;
  /** Private key in PEM (PKCS 8), for `private_key_jwt`. */
  privateKey?: string | undefined;
  /** Undefined: try the methods of the metadata. */
  method?: ClientMethod | undefined;
}

interface ClientAuthentication {
  /** The methods to try, the last accepted one first. `announced`: from the metadata (RFC 8414, 2). */
  methodsFor(announced: readonly string[] | undefined): readonly ClientMethod[];
  authenticationBy(method: ClientMethod): Promise<client.ClientAuth>;
  noteTaken(method: ClientMethod): void;
}

export function createClientAuthentication({
  secret,
  privateKey,
  method,
}: ClientCredentials): ClientAuthentication {
  let taken: ClientMethod | null = null;
  let key: Promise<CryptoKey> | null = null;
  const byMetadata = (announced: readonly string[]): readonly ClientMethod[] => {
    if (secret === undefined) return ['private_key_jwt'];
    const bySecret = ['client_secret_post', 'client_secret_basic'] as const;
    const known = bySecret.filter((one) => announced.includes(one));
    return known.length > 0 ? known : ['client_secret_basic'];
  };
  return {
    methodsFor(announced = ['client_secret_basic']) {
      if (method) return [method];
      const all = byMetadata(announced);
      return taken === null ? all : [taken, ...all.filter((one) => one !== taken)];
    },
    async authenticationBy(one) {
      if (one === 'client_secret_post') return client.ClientSecretPost(secret);
      if (one === 'client_secret_basic') return client.ClientSecretBasic(secret);
      key ??= importPKCS8(privateKey ?? '', signingAlgorithm(privateKey ?? '') ?? '');
      return client.PrivateKeyJwt(await key);
    },
    noteTaken(one) {
      taken = one;
    },
  };
}
