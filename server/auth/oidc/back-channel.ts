/**
 * Back-channel sign-out (AUTH-11, P-17, OpenID Connect Back-Channel Logout 1.0). The provider posts a signed logout
 * token, and all sessions of that provider session or customer end. Unknown sessions are no error: Keycloak also calls
 * this for the shop's own sign-outs, before it redirects the browser.
 */
import express, { Router, type Request, type Response } from 'express';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { z } from 'zod';
import { errorDetail } from '../../observe/logger';
import type { About, AuthParts } from '../auth-parts';
import { backChannelPath } from '../paths';
import { securityLog } from '../security-log';
import { hashOf } from '../session/seal';
import { readWithinLimits } from './identity-fetch';
import type { Provider } from './provider';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const maxAgeSeconds = 120;
/** Allowed clock difference between the instances and the provider. */
const toleranceSeconds = 60;
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * `logout+jwt` is recommended (2.4), but Ory Hydra and Dex send `JWT` or nothing. The `events` claim and the absence of
 * a nonce distinguish a logout token from an ID token; any other type is another kind of token (RFC 8725, 3.11).
 */
const isLogoutType = (type: string | undefined): boolean =>
  type === undefined || /^(application\/)?(logout\+jwt|jwt)$/i.test(type);

const LogoutToken = z
  .looseObject({
    jti: z.string().min(1),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    events: z.looseObject({ [logoutEvent]: z.looseObject({}) }),
    nonce: z.undefined({ error: 'a nonce is not allowed' }).optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, 'neither sub nor sid');
type LogoutToken = z.output<typeof LogoutToken>;

/** Returns the provider's key set, fetched again after the provider has changed its address. */
function createKeySet(provider: Provider) {
  let keys: { uri: string; set: ReturnType<typeof createRemoteJWKSet> } | null = null;

  return async (about: About) => {
    await provider.discover(about, { maxAgeMs: 3_600_000 });
    const uri = provider.metadata()?.jwks_uri;
    if (uri === undefined) throw new Error('the provider names no key set');
    if (keys?.uri !== uri) {
      // After a restart of the provider all keys are new. An unknown key triggers a refetch, but not for every forged
      // token.
      const set = createRemoteJWKSet(new URL(uri), {
        cooldownDuration: 1_000,
        timeoutDuration: 5_000,
        [customFetch]: async (url, init) => readWithinLimits(await fetch(url, init)),
      });
      keys = { uri, set };
    }
    return keys.set;
  };
}

export function createBackChannel(
  parts: AuthParts & { provider: Provider; issuer: string; clientId: string },
): Router {
  const { keyValueStore, sessions, clock, metrics, provider, issuer, clientId } = parts;
  const keySet = createKeySet(provider);

  async function verified(token: string, about: About): Promise<LogoutToken> {
    const { payload, protectedHeader } = await jwtVerify(token, await keySet(about), {
      issuer: provider.metadata()?.issuer ?? issuer,
      audience: clientId,
      algorithms,
      clockTolerance: toleranceSeconds,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ['iat', 'jti', 'events'],
      currentDate: clock.now(),
    });
    if (!isLogoutType(protectedHeader.typ)) throw new Error('not a logout token by its type');
    return LogoutToken.parse(payload);
  }

  async function end({ sid, sub }: LogoutToken, about: About): Promise<number> {
    const from = { issuer: provider.metadata()?.issuer ?? issuer };
    const by = sid === undefined ? { ...from, subject: sub ?? '' } : { ...from, sid };
    const hashes = new Set(await sessions.find(by));
    for (const hash of hashes) {
      const ended = await sessions.destroy(hash);
      if (!ended) continue;
      // The sign-out is logged for support, because the customer notices it only at their next page request.
      const facts = {
        reference: about.reference,
        customer: ended.customer.ref,
        reason: 'signed out at the provider',
      };
      securityLog(about.log, metrics, 'session.ended', facts);
    }
    return hashes.size;
  }

  async function receive(request: Request, response: Response): Promise<void> {
    const about = parts.about(response);
    const body = z.object({ logout_token: z.string() }).safeParse(request.body);
    const refuse = (reason: string): void => {
      securityLog(about.log, metrics, 'backchannel.refused', {
        reference: about.reference,
        reason,
      });
      response.status(400).json({ error: 'invalid_request' });
    };
    if (!body.success) return refuse('no logout token');
    let token: LogoutToken;
    try {
      token = await verified(body.data.logout_token, about);
    } catch (error) {
      return refuse(errorDetail(error));
    }
    const used = `logout-token:${hashOf(token.jti)}`;
    if (await keyValueStore.read(used)) return refuse('replayed');
    // Mark the token as used only after the sessions have ended: if the store fails in between, the provider gets an
    // error and sends the same token again. Ending sessions twice is harmless.
    const ended = await end(token, about);
    await keyValueStore.write(used, '1', {
      version: null,
      ttlSeconds: 2 * (maxAgeSeconds + toleranceSeconds),
    });
    securityLog(about.log, metrics, 'backchannel.done', { reference: about.reference, ended });
    response.status(200).end();
  }

  const router = Router();
  router.post(
    backChannelPath,
    // A provider has no reason to compress a few hundred bytes.
    express.urlencoded({ extended: false, limit: '16kb', inflate: false }),
    (request, response, next) => {
      response.setHeader('cache-control', 'no-store');
      receive(request, response).catch(next);
    },
  );
  return router;
}
