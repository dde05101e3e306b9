/**
 * Whether the provider will accept an ID token as `id_token_hint` at sign-out. The provider may have lost the key that
 * signed it (Keycloak restarted without its database, rotated keys). It then shows an error page on which the customer
 * would be stuck. Without the hint the provider uses its own cookie.
 */
import { decodeProtectedHeader } from 'jose';
import { z } from 'zod';
import type { AuthParts, About } from '../auth-parts';
import { identityFetch } from './identity-fetch';
import type { Provider } from './provider';

const KeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) });

/** Path that the issuers of Keycloak contain. */
export const isKeycloak = (issuer: string): boolean => issuer.includes('/realms/');

/**
 * Returns false only when the provider's key set lacks the token's key. Fetches the key set again, because cached keys
 * may be outdated.
 */
export async function isGoodHint(
  { provider, metrics }: Pick<AuthParts, 'metrics'> & { provider: Provider },
  idToken: string,
  about: About,
  timeoutMs: number,
): Promise<boolean> {
  const metadata = provider.metadata();
  const address = metadata?.jwks_uri;
  const { kid } = decodeProtectedHeader(idToken);
  if (!metadata || address === undefined || kid === undefined) return true;
  const response = await identityFetch(
    about,
    metrics,
    metadata,
  )(address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) return true;
  const found = KeySet.safeParse(await response.json());
  return !found.success || found.data.keys.some((key) => key.kid === kid);
}
