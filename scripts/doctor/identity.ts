/** Discovery, scopes, the client's secret, and whether each return address is registered. No sign-in is made. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { locales, type Locale } from '../../server/auth/locale';
import { backChannelPath } from '../../server/auth/paths';
import { homeOf } from '../../server/auth/target';
import type { Config } from '../../server/config';
import { ask, clockOf, fail, ok, readAs, slownessOf, warn, type Finding } from './finding';

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  end_session_endpoint: z.string().optional(),
  backchannel_logout_supported: z.boolean().optional(),
  scopes_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Metadata = z.output<typeof Metadata>;

/** Whether the provider would let this client come back to the address: it says so before a sign-in. */
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
  // Answered at our own address: the address is registered, but the wish was not granted.
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

/**
 * Whether the provider would send a customer back after sign-out. Without a session and its ID token it may ask
 * first or stay on a page of its own: then only a refusal can be told from here.
 */
async function afterSignOut(
  config: Config,
  endSession: string,
  locale: Locale,
  now: () => Date,
): Promise<Finding> {
  const address = config.PUBLIC_URL + homeOf(locale);
  const url = new URL(endSession);
  url.searchParams.set('client_id', config.OIDC_CLIENT_ID ?? '');
  url.searchParams.set('post_logout_redirect_uri', address);
  const what = `identity sign-out /${locale}`;
  const reply = await ask(url.href, { headers: { accept: 'text/html' } }, now);
  const lost = 'customers stay at the provider after sign-out';
  if (typeof reply === 'string')
    return warn(what, `not checked: ${reply}`, 'the end_session_endpoint must answer');
  if (reply.status >= 500)
    return warn(what, `not checked: the end_session_endpoint answers ${reply.status}`, lost);
  if (reply.status >= 400)
    return fail(
      what,
      `${address} is refused (${reply.status})`,
      `register it as a post-logout redirect address of client ${config.OIDC_CLIENT_ID ?? ''}, or ${lost}`,
    );
  if (reply.location?.startsWith(address)) return ok(what, `${address} is registered`);
  return ok(what, `${address} is not refused (whether it is registered, only a sign-out shows)`);
}

/** No provider tells which address a client has registered for it. */
function backChannel(config: Config, supported: boolean | undefined): Finding {
  const what = 'identity back-channel';
  if (supported !== true)
    return warn(
      what,
      'not announced by the provider',
      'a session ended elsewhere then lasts here until its token is renewed',
    );
  const address = `${config.PUBLIC_URL}${backChannelPath}`;
  return ok(what, `announced; not checked: whether ${address} is registered, which none tells`);
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
  const address = `${issuer.replace(/(?<!\/)\/+$/, '')}/.well-known/openid-configuration`;
  const reply = await ask(address, {}, now);
  const metadata = typeof reply === 'string' ? null : readAs(Metadata, reply);
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
  for (const locale of locales) {
    findings.push(await returnAddress(config, metadata, locale, now));
    if (metadata.end_session_endpoint)
      findings.push(await afterSignOut(config, metadata.end_session_endpoint, locale, now));
  }
  findings.push(backChannel(config, metadata.backchannel_logout_supported));
  findings.push(await secret(config, metadata, now));
  return findings;
}
