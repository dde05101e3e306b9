/**
 * Checks discovery, scopes, the client's credentials, and whether each return address is registered. Signs nobody in.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { locales, type Locale } from '../../server/auth/locale';
import { tradeClaims } from '../../server/auth/oidc/claims';
import { isKeycloak } from '../../server/auth/oidc/id-token-hint';
import { createClientAuthentication } from '../../server/auth/oidc/client-authentication';
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
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  claims_supported: z.array(z.string()).optional(),
});
type Metadata = z.output<typeof Metadata>;

interface Question {
  config: Config;
  metadata: Metadata;
  now: () => Date;
}

/** Response of the authorization endpoint to a redirect address, before any sign-in. */
type Verdict =
  | { kind: 'unasked'; why: string }
  | { kind: 'refused'; how: string }
  /** The provider accepts the address but not the rest of the request. */
  | { kind: 'not-granted'; error: string }
  | { kind: 'taken' };

async function verdictOn(address: string, { config, metadata, now }: Question): Promise<Verdict> {
  const url = new URL(metadata.authorization_endpoint);
  // A random value as long as in a real sign-in, because Ory Hydra rejects short ones.
  const random = (): string => randomBytes(32).toString('base64url');
  const query = {
    response_type: 'code',
    client_id: config.OIDC_CLIENT_ID ?? '',
    redirect_uri: address,
    scope: config.OIDC_SCOPE,
    state: random(),
    nonce: random(),
    code_challenge: createHash('sha256').update(random()).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const reply = await ask(url.href, { headers: { accept: 'text/html' } }, now);
  if (typeof reply === 'string') return { kind: 'unasked', why: reply };
  if (reply.status >= 400) return { kind: 'refused', how: String(reply.status) };
  const { location } = reply;
  const error = location && new URL(location, url).searchParams.get('error');
  if (!error) return { kind: 'taken' };
  // Some providers redirect to their own error page instead of the address under test.
  const isOurs = location.startsWith(address);
  return isOurs ? { kind: 'not-granted', error } : { kind: 'refused', how: error };
}

/** A return address that no client can have registered: `.invalid` is reserved (RFC 2606). */
const madeUpAddress = 'https://shop-doctor.invalid/return';

/**
 * Whether the provider accepts the address as a redirect target of this client. A provider that also accepts a made-up
 * address checks it only after a sign-in.
 */
async function returnAddress(
  locale: string,
  question: Question,
  madeUp: Verdict,
): Promise<Finding> {
  const { config } = question;
  const address = `${config.PUBLIC_URL}/${locale}${config.OIDC_REDIRECT_PATH}`;
  const what = `identity return /${locale}`;
  const verdict = await verdictOn(address, question);
  const register = `register it as a redirect address of client ${config.OIDC_CLIENT_ID ?? ''}; check PUBLIC_URL, OIDC_CLIENT_ID and OIDC_REDIRECT_PATH`;
  switch (verdict.kind) {
    case 'unasked':
      return fail(what, verdict.why, 'the authorization endpoint must answer');
    case 'not-granted':
      return fail(what, `refused: ${verdict.error}`, 'OIDC_SCOPE, or what the client may ask for');
    case 'refused':
      return fail(what, `${address} is refused (${verdict.how})`, register);
    case 'taken':
      return madeUp.kind === 'taken'
        ? warn(what, `${address}: this provider checks the address only after a sign-in`, register)
        : ok(what, `${address} is registered`);
  }
}

/**
 * Whether the provider would redirect a customer back after sign-out. Without a session and its ID token, the provider
 * may show its own page first. Then only a rejection can be detected.
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
  const register = `register it as a post-logout redirect address of client ${config.OIDC_CLIENT_ID ?? ''}, or ${lost}`;
  if (reply.status >= 400) {
    // Dex rejects every sign-out without an ID token, with or without a return address.
    url.searchParams.delete('post_logout_redirect_uri');
    const bare = await ask(url.href, { headers: { accept: 'text/html' } }, now);
    if (typeof bare !== 'string' && bare.status >= 400)
      return warn(
        what,
        `${address}: this provider checks the address only at a sign-out`,
        register,
      );
    return fail(what, `${address} is refused (${reply.status})`, register);
  }
  if (reply.location?.startsWith(address)) return ok(what, `${address} is registered`);
  return ok(what, `${address} is not refused (whether it is registered, only a sign-out shows)`);
}

/** No provider reveals which back-channel address a client has registered. */
function backChannel(config: Config, supported: boolean | undefined): Finding {
  const what = 'identity back-channel';
  if (supported !== true)
    return warn(
      what,
      'not announced by the provider',
      'a session ended elsewhere then lasts here until its token is renewed',
    );
  const address = `${config.PUBLIC_URL}${backChannelPath}`;
  return ok(
    what,
    `announced; cannot check whether ${address} is registered: no provider reveals it`,
  );
}

/**
 * Sends a made-up code with each authentication method of the shop: `invalid_grant` proves that the provider accepts
 * the client's credentials.
 */
async function clientProof({ config, metadata, now }: Question): Promise<Finding> {
  const what = 'identity client';
  const authentication = createClientAuthentication({
    secret: config.OIDC_CLIENT_SECRET,
    privateKey: config.OIDC_CLIENT_KEY,
    method: config.OIDC_CLIENT_AUTH,
  });
  const answers: string[] = [];
  const announced = metadata.token_endpoint_auth_methods_supported;
  for (const method of authentication.methodsFor(announced)) {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'doctor',
      redirect_uri: `${config.PUBLIC_URL}/fr${config.OIDC_REDIRECT_PATH}`,
      code_verifier: randomBytes(32).toString('base64url'),
    });
    const headers = new Headers();
    const prove = await authentication.authenticationBy(method);
    const { issuer, token_endpoint } = metadata;
    // Signing is asynchronous, but the declared type is not.
    const proved: unknown = prove(
      { issuer, token_endpoint },
      { client_id: config.OIDC_CLIENT_ID ?? '' },
      body,
      headers,
    );
    await proved;
    const init = { method: 'POST', body, headers: Object.fromEntries(headers) };
    const reply = await ask(metadata.token_endpoint, init, now);
    if (typeof reply === 'string') return fail(what, reply, 'the token endpoint must answer');
    if (reply.text.includes('invalid_grant'))
      return ok(
        what,
        `id and ${method === 'private_key_jwt' ? 'key' : 'secret'} are accepted (${method})`,
      );
    answers.push(`${reply.status} to ${method}`);
  }
  const mend =
    'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET as the provider has them, OIDC_CLIENT_AUTH too';
  return fail(what, `the token endpoint answers ${answers.join(', ')}`, mend);
}

/** The shop verifies ID tokens with the provider's public keys only, never with the client secret. */
function signatures({ id_token_signing_alg_values_supported: all }: Metadata): Finding[] {
  if (!all || all.some((one) => !/^(?:HS|none)/.test(one))) return [];
  const mend = 'let it sign ID tokens with RS256 or ES256';
  return [fail('identity signatures', `only ${all.join(' ')} are announced`, mend)];
}

/** Without the scope `offline_access` Keycloak issues refresh tokens; Ory Hydra and Dex issue none. */
function refreshTokens({ config, metadata: { issuer, scopes_supported } }: Question): Finding[] {
  const asked = config.OIDC_SCOPE.split(/\s+/);
  const lacks = scopes_supported?.includes('offline_access') && !asked.includes('offline_access');
  if (!lacks || isKeycloak(issuer)) return [];
  const text = 'offline_access is announced and not asked for: there may be no refresh tokens';
  const mend = 'add offline_access to OIDC_SCOPE where sessions end with their access token';
  return [warn('identity refresh', text, mend)];
}

/** Keycloak's metadata omits the claims of its mappers. */
function claims({ issuer, claims_supported: all }: Metadata): Finding[] {
  if (!all || isKeycloak(issuer) || all.some((one) => tradeClaims.includes(one))) return [];
  const text = 'no trade claim is announced: prices may be indicative';
  const mend = `let it send ${tradeClaims.join(', ')}; claims.missing in the log of a sign-in says that none came`;
  return [warn('identity claims', text, mend)];
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
      warn(
        'identity scopes',
        `not advertised: ${lacking.join(' ')}; a provider may grant them all the same`,
        'OIDC_SCOPE, where sign-in is refused for them',
      ),
    );
  else findings.push(ok('identity scopes', config.OIDC_SCOPE));
  if (!metadata.end_session_endpoint)
    findings.push(
      warn('identity sign-out', 'no end_session_endpoint', 'sign-out ends the shop’s session only'),
    );
  const question = { config, metadata, now };
  findings.push(...signatures(metadata), ...refreshTokens(question), ...claims(metadata));
  const madeUp = await verdictOn(madeUpAddress, question);
  for (const locale of locales) {
    findings.push(await returnAddress(locale, question, madeUp));
    if (metadata.end_session_endpoint)
      findings.push(await afterSignOut(config, metadata.end_session_endpoint, locale, now));
  }
  findings.push(backChannel(config, metadata.backchannel_logout_supported));
  findings.push(await clientProof(question));
  return findings;
}
