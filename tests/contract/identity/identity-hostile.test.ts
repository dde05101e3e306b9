import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idToken } from '../../support/hostile-idp/answers';
import { LOGOUT_FORGERIES, type LogoutForgery } from '../../support/hostile-idp/logout-tokens';
import { REFUSED_ID_TOKENS } from '../../support/hostile-idp/mutations';
import { startHostileIdp, type HostileIdp } from '../../support/hostile-idp/server';
import { CLIENT, discoverShop, type ShopClient } from './identity-fixture';

const claims = { sub: 'user-1', email: 'vet@example.example', name: 'Dr Vet' };

describe('the hostile provider', () => {
  let idp: HostileIdp;
  beforeEach(async () => {
    const { clientId, clientSecret } = CLIENT;
    idp = await startHostileIdp({ clientId, clientSecret, claims });
  });
  afterEach(() => idp.close());

  async function signIn(shop?: ShopClient) {
    const client = shop ?? (await discoverShop(idp.issuer));
    const attempt = await client.begin();
    const answer = await fetch(attempt.url, { redirect: 'manual' });
    const tokens = await client.finish(attempt, answer.headers.get('location') ?? '');
    return { config: client.config, shop: client, tokens };
  }

  test('P-03 the hostile provider behaves like a normal provider until a test changes that', async () => {
    const { config, tokens } = await signIn();
    expect(tokens.claims()).toMatchObject({ ...claims, sid: 'sid-1', aud: 'shop' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ ...claims, aud: 'erp' });
    const info = await oidc.fetchUserInfo(config, tokens.access_token, 'user-1');
    expect(info).toEqual(claims);
    const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const stale = oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(stale).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(idp.hits('refresh')).toBe(2);
    expect(idp.seen('authorize')[0]).toMatchObject({ code_challenge_method: 'S256' });
    expect(idp.issued()).toContain(renewed.access_token);
  });

  test.each(REFUSED_ID_TOKENS)(
    'P-04 a strict client rejects the hostile provider’s ID token: %s',
    async (name) => {
      const shop = await discoverShop(idp.issuer);
      idp.mutate(name);
      // openid-client accepts an empty subject: the caller must check it.
      const careful = signIn(shop).then(({ tokens }) => {
        if (!tokens.claims()?.sub) throw new Error('nobody signed in');
      });
      await expect(careful).rejects.toThrow();
      idp.reset();
      await expect(signIn(shop)).resolves.toBeDefined();
    },
  );

  test('P-04 the hostile provider can change a claim with a precision of one second', async () => {
    const now = Math.floor(Date.now() / 1000);
    const undo = idp.mutate(idToken((draft) => void (draft.claims['exp'] = now - 31)));
    await expect(signIn()).rejects.toThrow();
    undo();
    await expect(signIn()).resolves.toBeDefined();
  });

  test('P-05 a client finds a rotated signing key with one request for the key set, once its copy is a minute old', async () => {
    const { shop, config } = await signIn();
    idp.rotateKeys();
    // openid-client fetches keys again only when its copy is a minute old; until then the sign-in fails.
    await expect(signIn(shop)).rejects.toMatchObject({ code: 'OAUTH_KEY_SELECTION_FAILED' });
    const cached = oidc.getJwksCache(config);
    if (cached === undefined) throw new Error('no key set was kept');
    const later = await discoverShop(idp.issuer);
    oidc.setJwksCache(later.config, { ...cached, uat: cached.uat - 61 });
    await signIn(later);
    expect(idp.hits('jwks')).toBe(2);
  });

  test.each([
    'response-iss-wrong',
    'response-iss-absent',
    'state-wrong',
    'state-absent',
    'login-required',
  ] as const)('P-06 a strict client rejects the hostile provider’s callback: %s', async (name) => {
    idp.mutate(name);
    await expect(signIn()).rejects.toThrow();
    expect(idp.hits('code')).toBe(0);
  });

  test.each(['discovery-issuer-wrong', 'discovery-down', 'discovery-garbage'] as const)(
    'P-06 a strict client rejects the hostile provider’s metadata: %s',
    async (name) => {
      idp.mutate(name);
      await expect(discoverShop(idp.issuer)).rejects.toThrow();
    },
  );

  test('P-07 the hostile provider can return another subject as userinfo', async () => {
    const { config, tokens } = await signIn();
    idp.mutate('userinfo-sub-other');
    await expect(oidc.fetchUserInfo(config, tokens.access_token, 'user-1')).rejects.toThrow();
  });

  test('P-08 a token renewal at the hostile provider can return another subject, fail, or be lost in either direction', async () => {
    const { config, tokens } = await signIn();
    let refreshToken = tokens.refresh_token ?? '';
    const renew = async () => {
      const renewed = await oidc.refreshTokenGrant(config, refreshToken);
      refreshToken = renewed.refresh_token ?? refreshToken;
      return renewed;
    };
    const once = { times: 1 };
    idp.mutate('refresh-sub-other', once);
    expect((await renew()).claims()?.sub).toBe('somebody-else');
    idp.mutate('refresh-500', once);
    await expect(renew()).rejects.toThrow();
    idp.mutate('refresh-lost-request', once);
    await expect(renew()).rejects.toThrow('fetch failed');
    expect((await renew()).claims()?.sub).toBe('user-1');
    idp.mutate('refresh-lost-answer', once);
    await expect(renew()).rejects.toThrow('fetch failed');
    await expect(renew()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('P-12 sign-out at the hostile provider redirects back; it counts revocations and can reject them', async () => {
    const { config, tokens } = await signIn();
    await oidc.tokenRevocation(config, tokens.refresh_token ?? '');
    idp.mutate('revocation-500');
    await expect(oidc.tokenRevocation(config, tokens.refresh_token ?? '')).rejects.toThrow();
    expect(idp.hits('revocation')).toBe(2);
    const target = 'http://127.0.0.1:4999/fr';
    const out = oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: target, state: 'x' });
    const answer = await fetch(out, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${target}?state=x`);
  });

  test('P-17 a valid logout token of the hostile provider verifies, and forged ones do not', async () => {
    const jwks = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`));
    const verify = (token: string) =>
      jwtVerify(token, jwks, {
        issuer: idp.issuer,
        audience: 'shop',
        typ: 'logout+jwt',
        algorithms: ['RS256'],
        maxTokenAge: 120,
        requiredClaims: ['iat', 'jti', 'events'],
      });
    const { payload } = await verify(idp.logoutToken({ sub: 'user-1', sid: 'sid-1' }));
    expect(payload).toMatchObject({ sub: 'user-1', sid: 'sid-1' });
    // General verifiers do not check these; the shop must.
    const beyond = ['events-other', 'nonce-present', 'nobody-named'];
    for (const name of Object.keys(LOGOUT_FORGERIES) as LogoutForgery[]) {
      const verdict = verify(idp.logoutToken({ sub: 'user-1' }, name)).then(() => 'accepted');
      if (beyond.includes(name)) expect(await verdict).toBe('accepted');
      else await expect(verdict, name).rejects.toThrow();
    }
  });

  test('P-39 the hostile provider can be slow, silent, or unreachable', async () => {
    const shop = await discoverShop(idp.issuer);
    shop.config.timeout = 0.1;
    const undo = idp.mutate('code-hangs');
    await expect(signIn(shop)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
    undo();
    idp.mutate('slow');
    await expect(signIn(shop)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
    idp.mutate('down');
    await expect(discoverShop(idp.issuer)).rejects.toThrow();
  });
});
