/**
 * Whether the provider will take an ID token as `id_token_hint` at sign-out. One that was signed with a key it no
 * longer has (Keycloak restarted without its data base, keys exchanged) is refused with an error page at the provider,
 * and the customer would be stuck there; without the hint the provider goes by what its own cookie says.
 */
import { decodeProtectedHeader } from 'jose';
import { z } from 'zod';
import type { AuthParts, About } from '../auth-parts';
import { identityFetch } from './identity-fetch';
import type { Provider } from './provider';

const KeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) });

/** By the path of its issuers. */
export const isKeycloak = (issuer: string): boolean => issuer.includes('/realms/');

/** True unless the provider's key set is read and lacks the key; asks for it anew, kept keys may be the old ones. */
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
