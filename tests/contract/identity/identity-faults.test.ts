import * as oidc from 'openid-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '../../../sandbox/identity/server';
import { discoverShop, signIn, startSample } from './identity-fixture';

describe('faults of the identity stand-in', () => {
  let identity: Identity;
  beforeEach(async () => {
    identity = await startSample();
  });
  afterEach(() => identity.close());

  test('AUTH-04 a token renewal that gets 503 leaves the refresh token valid', async () => {
    const { shop, tokens } = await signIn(identity.issuer);
    identity.faults.add({ at: 'refresh', kind: 'status', status: 503, times: 1 });
    const renew = () => oidc.refreshTokenGrant(shop.config, tokens.refresh_token ?? '');
    await expect(renew()).rejects.toThrow();
    expect((await renew()).access_token).toBeTypeOf('string');
    expect(identity.faults.hits('refresh')).toBe(2);
    expect(identity.faults.hits('code')).toBe(1);
  });

  test('AUTH-04 a token renewal whose response is lost has used up the refresh token', async () => {
    const { shop, tokens } = await signIn(identity.issuer);
    identity.faults.add({ at: 'refresh', kind: 'drop-after', times: 1 });
    const renew = () => oidc.refreshTokenGrant(shop.config, tokens.refresh_token ?? '');
    await expect(renew()).rejects.toThrow('fetch failed');
    await expect(renew()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('AUTH-04 a token renewal whose request is lost leaves the refresh token valid', async () => {
    const { shop, tokens } = await signIn(identity.issuer);
    identity.faults.add({ at: 'refresh', kind: 'drop', times: 1 });
    const renew = () => oidc.refreshTokenGrant(shop.config, tokens.refresh_token ?? '');
    await expect(renew()).rejects.toThrow('fetch failed');
    expect((await renew()).access_token).toBeTypeOf('string');
  });

  test('P-08 the stand-in can return tokens of another subject at renewal', async () => {
    const { shop, tokens, subject } = await signIn(identity.issuer);
    identity.faults.add({ at: 'refresh', kind: 'other-sub' });
    const other = await oidc.refreshTokenGrant(shop.config, tokens.refresh_token ?? '');
    expect(other.claims()?.sub).toBe(`${subject}-other`);
  });

  test('P-07 the stand-in can return another subject as userinfo', async () => {
    const { shop, tokens, subject } = await signIn(identity.issuer);
    const off = identity.faults.add({ at: 'userinfo', kind: 'other-sub' });
    const ask = () => oidc.fetchUserInfo(shop.config, tokens.access_token, subject);
    await expect(ask()).rejects.toThrow();
    off();
    expect((await ask()).sub).toBe(subject);
  });

  test('P-39 a client times out on a token endpoint that does not respond', async () => {
    const { shop, tokens } = await signIn(identity.issuer);
    identity.faults.add({ at: 'token', kind: 'hang' });
    shop.config.timeout = 0.2;
    const renew = oidc.refreshTokenGrant(shop.config, tokens.refresh_token ?? '');
    await expect(renew).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  test('AUTH-04 a slow token endpoint eventually responds', async () => {
    identity.faults.add({ at: 'code', kind: 'delay', delayMs: 30 });
    expect((await signIn(identity.issuer)).subject).toBe('customer-501');
  });

  test('P-65 a control call can switch provider discovery off, with the control key only', async () => {
    const control = `${identity.issuer}/_sandbox/faults`;
    const send = (method: string, key: string, body?: unknown) =>
      fetch(control, {
        method,
        headers: { 'x-sandbox-key': key },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await send('POST', 'guess', { at: 'discovery', kind: 'status' })).status).toBe(403);
    expect((await send('POST', 'sandbox', { at: 'nowhere', kind: 'status' })).status).toBe(422);
    const on = await send('POST', 'sandbox', [
      { at: 'discovery', kind: 'status', status: 502 },
      { at: 'jwks', kind: 'rotate' },
    ]);
    expect(await on.json()).toEqual({ faults: [{ at: 'discovery', kind: 'status', status: 502 }] });
    await expect(discoverShop(identity.issuer)).rejects.toThrow();
    const keys: unknown = await (await fetch(`${identity.issuer}/jwks`)).json();
    expect(keys).toMatchObject({ keys: [{ alg: 'RS256' }, { alg: 'RS256' }] });
    expect((await send('DELETE', 'sandbox')).status).toBe(200);
    await expect(discoverShop(identity.issuer)).resolves.toBeDefined();
  });
});
