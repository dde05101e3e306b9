import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { afterEach, describe, expect, test } from 'vitest';
import { formsOf } from './identity-browser';
import { CLIENT, discoverShop, SHOP, signIn, startSample } from './identity-fixture';
import { listening } from '../../support/listening';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
const start = async (...options: Parameters<typeof startSample>) => {
  const identity = await startSample(...options);
  closers.push(() => identity.close());
  return identity;
};
const refreshOf = (tokens: oidc.TokenEndpointResponse): string => tokens.refresh_token ?? '';
const endSession = (config: oidc.Configuration, extra: Record<string, string>): string =>
  oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${SHOP}/fr`, ...extra }).href;

/** Collects logout tokens like the shop's back-channel endpoint. */
async function startBackChannel(): Promise<{ uri: string; tokens: string[] }> {
  const tokens: string[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      tokens.push(new URLSearchParams(body).get('logout_token') ?? '');
      res.writeHead(200).end();
    });
  });
  const port = await listening(server);
  closers.push(() => void server.close());
  return { uri: `http://127.0.0.1:${port}/backchannel`, tokens };
}

describe('renewal at the identity stand-in', () => {
  test('AUTH-04 every renewal returns a new refresh token; using an old one ends the session', async () => {
    const { issuer } = await start();
    const { shop, tokens } = await signIn(issuer);
    const second = await oidc.refreshTokenGrant(shop.config, refreshOf(tokens));
    expect(refreshOf(second)).not.toBe(refreshOf(tokens));
    const again = oidc.refreshTokenGrant(shop.config, refreshOf(tokens));
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
    const stolen = oidc.refreshTokenGrant(shop.config, refreshOf(second));
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('AUTH-04 without rotation, every renewal returns the same refresh token', async () => {
    const { issuer } = await start({ refresh: { rotate: false }, accessTokenTtlSeconds: 90 });
    const { shop, tokens } = await signIn(issuer);
    const second = await oidc.refreshTokenGrant(shop.config, refreshOf(tokens));
    expect(refreshOf(second)).toBe(refreshOf(tokens));
    expect(second.expires_in).toBe(90);
  });

  test('AUTH-08 revoking a refresh token invalidates its access token, for userinfo too', async () => {
    const { issuer } = await start();
    const { shop, tokens, subject } = await signIn(issuer);
    await oidc.tokenRevocation(shop.config, refreshOf(tokens));
    const renewed = oidc.refreshTokenGrant(shop.config, refreshOf(tokens));
    await expect(renewed).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(oidc.fetchUserInfo(shop.config, tokens.access_token, subject)).rejects.toThrow();
  });

  test('AUTH-02 the client may send its secret in the form or in the Authorization header', async () => {
    const { issuer } = await start();
    const { tokens } = await signIn(issuer);
    const basic = await discoverShop(issuer, oidc.ClientSecretBasic(CLIENT.clientSecret));
    const renewed = await oidc.refreshTokenGrant(basic.config, refreshOf(tokens));
    expect(renewed.access_token).toBeTypeOf('string');
    const wrong = await discoverShop(issuer, oidc.ClientSecretPost('nope'));
    await expect(oidc.refreshTokenGrant(wrong.config, refreshOf(renewed))).rejects.toThrow();
  });
});

describe('sign-out at the identity stand-in', () => {
  test('AUTH-08 sign-out with the session’s ID token ends the session at once, and redirects back with the state', async () => {
    const { issuer } = await start();
    const { browser, shop, tokens } = await signIn(issuer);
    const out = endSession(shop.config, { id_token_hint: tokens.id_token ?? '', state: 's1' });
    expect((await browser.get(out)).url).toBe(`${SHOP}/fr?state=s1`);
    const silent = await browser.get((await shop.begin({ prompt: 'none' })).url);
    expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
    const renewed = oidc.refreshTokenGrant(shop.config, refreshOf(tokens));
    await expect(renewed).rejects.toMatchObject({ error: 'invalid_grant' });
    // A second sign-out, without a session: no page that needs script.
    expect((await browser.get(out)).url).toBe(`${SHOP}/fr?state=s1`);
  });

  test('AUTH-08 sign-out without an ID token asks first, in a form without script', async () => {
    const { issuer } = await start();
    const { browser, shop } = await signIn(issuer);
    const out = endSession(shop.config, { client_id: CLIENT.clientId, ui_locales: 'en' });
    const page = await browser.get(out);
    expect(page.html).toContain('Do you want to sign out');
    const back = await browser.submit(formsOf(page)[0], {}, 'Yes');
    expect(back.url).toBe(`${SHOP}/fr`);
    const silent = await browser.get((await shop.begin({ prompt: 'none' })).url);
    expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
  });

  test('AUTH-08 sign-out with an unregistered return address is rejected, and the session continues', async () => {
    const { issuer } = await start();
    const { browser, shop, tokens } = await signIn(issuer);
    const hint = { id_token_hint: tokens.id_token ?? '' };
    const evil = endSession(shop.config, {
      ...hint,
      post_logout_redirect_uri: 'https://evil.example/',
    });
    expect((await browser.get(evil, { accept: 'text/html' })).status).toBe(400);
    const silent = await browser.get((await shop.begin({ prompt: 'none' })).url);
    expect(new URL(silent.url).searchParams.has('code')).toBe(true);
  });

  test('AUTH-11 a back-channel logout tells the shop which session has ended', async () => {
    const back = await startBackChannel();
    const { issuer, endSessions } = await start({
      clients: [{ ...CLIENT, backchannelLogoutUri: back.uri }],
    });
    const { shop, browser, tokens, subject } = await signIn(issuer);
    const sid = tokens.claims()?.['sid'];
    expect(sid).toBeTypeOf('string');
    await browser.get(endSession(shop.config, { id_token_hint: tokens.id_token ?? '' }));
    expect(back.tokens).toHaveLength(1);
    const jwks = createRemoteJWKSet(new URL(`${issuer}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(back.tokens[0] ?? '', jwks, { issuer });
    expect(protectedHeader.typ).toBe('logout+jwt');
    expect(payload).toMatchObject({ sub: subject, sid, aud: 'shop' });
    expect(payload).not.toHaveProperty('nonce');

    await signIn(issuer);
    expect(await endSessions('C10021')).toBe(1);
    expect(back.tokens).toHaveLength(2);
  });
});

describe('stored state of the identity stand-in', () => {
  test('AUTH-11 the identity stand-in’s sessions and keys survive a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'identity-'));
    closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const first = await startSample({ dataDir });
    const { browser, tokens } = await signIn(first.issuer);
    const port = first.port;
    await first.close();
    // Stopped for a moment, which also closes this process's keep-alive connections.
    await expect(fetch(first.issuer)).rejects.toThrow('fetch failed');
    const second = await start({ dataDir, port });
    const shop = await discoverShop(second.issuer);
    const silent = await shop.begin({ prompt: 'none' });
    const answer = await browser.get(silent.url);
    expect((await shop.finish(silent, answer.url)).claims()?.sub).toBe('customer-501');
    const renewed = await oidc.refreshTokenGrant(shop.config, refreshOf(tokens));
    expect(renewed.claims()?.sub).toBe('customer-501');
  });

  test('P-05 sign-in and sessions continue after a change of the signing key', async () => {
    const identity = await start();
    const { browser, tokens } = await signIn(identity.issuer);
    await identity.rotateKeys();
    const shop = await discoverShop(identity.issuer);
    const silent = await shop.begin({ prompt: 'none' });
    const renewed = await shop.finish(silent, (await browser.get(silent.url)).url);
    const jwks = createRemoteJWKSet(new URL(`${identity.issuer}/jwks`));
    const keyOf = async (token: string) => (await jwtVerify(token, jwks)).protectedHeader.kid;
    expect(await keyOf(renewed.access_token)).not.toBe(await keyOf(tokens.access_token));
    await identity.rotateKeys({ dropOld: true });
    const fresh = createRemoteJWKSet(new URL(`${identity.issuer}/jwks`));
    await expect(jwtVerify(tokens.access_token, fresh)).rejects.toThrow();
  });

  test('AUTH-03 a shop can be registered after start-up, when it knows its address', async () => {
    const identity = await start({ clients: [] });
    identity.registerClient(CLIENT);
    expect((await signIn(identity.issuer)).subject).toBe('customer-501');
  });
});
