/** Discovery, scopes, the client's secret, and whether each return address is registered. No sign-in is made. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../server/config';
import { ask, clockOf, fail, ok, slownessOf, warn, type Finding, type Reply } from './finding';

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  end_session_endpoint: z.string().optional(),
  scopes_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Metadata = z.output<typeof Metadata>;

function metadataOf(reply: Reply): Metadata | null {
  try {
    return Metadata.parse(JSON.parse(reply.text));
  } catch {
    // A page, or another document: not a provider's metadata.
    return null;
  }
}

/** Whether the provider would let this client come back to the address: it says so before anybody signs in. */
async function returnAddress(
  config: Config,
  metadata: Metadata,
  locale: string,
  now: () => Date,
): Promise<Finding> {
  const address = `${config.PUBLIC_URL}/${locale}${config.OIDC_REDIRECT_PATH}`;
  const url = new URL(metadata.authorization_endpoint);
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    response_type: 'code',
    client_id: config.OIDC_CLIENT_ID ?? '',
    redirect_uri: address,
    scope: config.OIDC_SCOPE,
    state: 'doctor',
    nonce: 'doctor',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const what = `identity return /${locale}`;
  const reply = await ask(url.href, { headers: { accept: 'text/html' } }, now);
  if (typeof reply === 'string') return fail(what, reply, 'the authorization endpoint must answer');
  // Told at our own address: the address is registered, but the wish was not granted.
  const error = reply.location?.startsWith(address)
    ? new URL(reply.location).searchParams.get('error')
    : null;
  if (error) return fail(what, `refused: ${error}`, 'OIDC_SCOPE, or what the client may ask for');
  if (reply.status < 400) return ok(what, `${address} is registered`);
  return fail(
    what,
    `${address} is refused (${reply.status})`,
    `register it as a redirect address of client ${config.OIDC_CLIENT_ID ?? ''}; check PUBLIC_URL, OIDC_CLIENT_ID and OIDC_REDIRECT_PATH`,
  );
}

/** A made-up code: a provider that knows the client says "invalid grant", else "invalid client". */
async function secret(config: Config, metadata: Metadata, now: () => Date): Promise<Finding> {
  const id = config.OIDC_CLIENT_ID ?? '';
  const password = config.OIDC_CLIENT_SECRET ?? '';
  const post = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post');
  const pair = [id, password].map(encodeURIComponent).join(':');
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'doctor',
    redirect_uri: `${config.PUBLIC_URL}/fr${config.OIDC_REDIRECT_PATH}`,
    code_verifier: randomBytes(32).toString('base64url'),
    ...(post ? { client_id: id, client_secret: password } : {}),
  });
  const headers: Record<string, string> = post
    ? {}
    : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  const what = 'identity client';
  const reply = await ask(metadata.token_endpoint, { method: 'POST', body, headers }, now);
  if (typeof reply === 'string') return fail(what, reply, 'the token endpoint must answer');
  if (reply.text.includes('invalid_grant')) return ok(what, 'id and secret are accepted');
  const mend = 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET as the provider has them';
  return fail(what, `the token endpoint answers ${reply.status}`, mend);
}

export async function examineIdentity(config: Config, now: () => Date): Promise<Finding[]> {
  if (config.AUTH_MODE === 'credentials')
    return [ok('identity', 'not used: the ERP checks passwords (AUTH_MODE credentials)')];
  const issuer = config.OIDC_ISSUER ?? '';
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const reply = await ask(address, {}, now);
  const metadata = typeof reply === 'string' ? null : metadataOf(reply);
  if (typeof reply === 'string' || !metadata) {
    const told = typeof reply === 'string' ? reply : `answers ${reply.status} without metadata`;
    return [
      fail('identity', `${address}: ${told}`, 'OIDC_ISSUER, or the provider and the way to it'),
    ];
  }
  if (metadata.issuer !== issuer)
    return [fail('identity', `calls itself ${metadata.issuer}`, `OIDC_ISSUER=${metadata.issuer}`)];
  const findings = [
    ok('identity', `${issuer} is discovered`),
    ...clockOf('identity', reply),
    ...slownessOf('identity', reply),
  ];
  const supported = metadata.scopes_supported;
  const lacking = config.OIDC_SCOPE.split(/\s+/).filter((scope) => !supported?.includes(scope));
  if (supported && lacking.length > 0)
    findings.push(
      warn('identity scopes', `not advertised: ${lacking.join(' ')}`, 'OIDC_SCOPE, or allow them'),
    );
  else findings.push(ok('identity scopes', config.OIDC_SCOPE));
  if (!metadata.end_session_endpoint)
    findings.push(
      warn('identity sign-out', 'no end_session_endpoint', 'sign-out ends the shop’s session only'),
    );
  for (const locale of ['fr', 'nl', 'en'])
    findings.push(await returnAddress(config, metadata, locale, now));
  findings.push(await secret(config, metadata, now));
  return findings;
}
