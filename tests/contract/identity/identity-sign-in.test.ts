import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../../../sandbox/identity/server';
import { createFormBrowser, formsOf } from './identity-browser';
import {
  discoverShop,
  SHOP,
  signIn,
  SOPHIE,
  startSample,
  typePassword,
  WOUT,
} from './identity-fixture';

describe('sign-in at the identity stand-in', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startSample();
  });
  afterAll(() => identity.close());

  test('AUTH-02 sign-in with e-mail and password returns to the client with a code and the issuer', async () => {
    const shop = await discoverShop(identity.issuer);
    const attempt = await shop.begin();
    const back = new URL((await typePassword(createFormBrowser(SHOP), attempt)).url);
    expect(back.pathname).toBe('/fr/account/oidc-redirect');
    expect(back.searchParams.get('iss')).toBe(identity.issuer);
    expect(back.searchParams.get('state')).toBe(attempt.state);
    expect(shop.config.serverMetadata()).toMatchObject({
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      end_session_endpoint: `${identity.issuer}/session/end`,
      revocation_endpoint: `${identity.issuer}/token/revocation`,
    });
  });

  test('AUTH-10 a customer’s claims are the same in access token, ID token and userinfo', async () => {
    const { shop, tokens, subject } = await signIn(identity.issuer);
    const claims = {
      sub: 'customer-501',
      ref: 'C10021',
      supplier_id: 501,
      can_order: true,
      help_with_fee: false,
      'vt-groups': [3, 7],
      'vt-pricelist-gross': 'PL-STD',
      'vt-pricelist-discounts': ['PD-A', 'PD-B'],
      'vt-supplier-promotion': 'vet',
      'shopinvader-vt-roles': 'vet',
      email: 'sophie@moulin.example',
      email_verified: true,
      name: 'Sophie Lambinon',
      given_name: 'Sophie',
      family_name: 'Lambinon',
      preferred_username: 'sophie',
      locale: 'fr-BE',
    };
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe('RS256');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ ...claims, aud: 'erp' });
    expect(tokens.claims()).toMatchObject({ ...claims, aud: 'shop' });
    expect(await oidc.fetchUserInfo(shop.config, tokens.access_token, subject)).toEqual(claims);
  });

  test('AUTH-10 a claim without a value is omitted, but a value of false is sent', async () => {
    const { tokens } = await signIn(identity.issuer, WOUT);
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({ can_order: false, locale: 'nl-BE', ref: 'C10099' });
    for (const absent of ['vt-groups', 'vt-pricelist-gross', 'shopinvader-vt-roles']) {
      expect(claims).not.toHaveProperty(absent);
    }
  });

  test('AUTH-02 a wrong password is reported, and the entered e-mail stays in its field', async () => {
    const browser = createFormBrowser(SHOP);
    const { url } = await (await discoverShop(identity.issuer)).begin({ ui_locales: 'nl-BE' });
    const first = await browser.get(url);
    expect(first.html).toContain('<html lang="nl-BE">');
    const typed = { login: 'Sophie@Moulin.example', password: 'faux' };
    const second = await browser.submit(formsOf(first)[0], typed);
    expect(second.status).toBe(422);
    expect(second.html).toContain('Onbekend adres of wachtwoord');
    expect(formsOf(second)[0]?.fields).toEqual({ login: 'Sophie@Moulin.example', password: '' });
    const back = await browser.submit(formsOf(second)[0], { password: SOPHIE.password });
    expect(new URL(back.url).searchParams.has('code')).toBe(true);
  });

  test('AUTH-02 the sign-in page links to a page about a new password, and that page links back', async () => {
    const browser = createFormBrowser(SHOP);
    const { url } = await (await discoverShop(identity.issuer)).begin({ ui_locales: 'nl-BE' });
    const linkOf = (html: string, name: RegExp): string =>
      name.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const page = await browser.get(url);
    const way = linkOf(page.html, /<a href="([^"]+)">Een nieuw wachtwoord kiezen/);
    const told = await browser.get(new URL(way, page.url).href);
    expect(told.html).toContain('wachtwoorden blijven wat ze zijn');
    const back = linkOf(told.html, /<a class="btn wide" href="([^"]+)">Terug naar het aanmelden/);
    const again = await browser.get(new URL(back, told.url).href);
    expect(formsOf(again)[0]?.fields).toHaveProperty('password');
  });

  test('AUTH-02 sample customers have sign-in buttons, featured ones first', async () => {
    const browser = createFormBrowser(SHOP);
    const { url } = await (await discoverShop(identity.issuer)).begin({ ui_locales: 'fr' });
    const page = await browser.get(url);
    expect(page.html).toContain('Deux groupes &lt;vétérinaires&gt;');
    expect(page.html.indexOf('C10021')).toBeLessThan(page.html.indexOf('C10099'));
    const samples = formsOf(page).find(({ buttons }) => buttons.some(({ name }) => name === 'as'));
    const back = await browser.submit(samples, {}, 'Wout Peeters');
    expect(new URL(back.url).searchParams.has('code')).toBe(true);
  });

  test('AUTH-07 prompt=none returns login_required for a guest, and signs in a customer who has a session', async () => {
    const shop = await discoverShop(identity.issuer);
    const browser = createFormBrowser(SHOP);
    const before = await browser.get((await shop.begin({ prompt: 'none' })).url);
    expect(new URL(before.url).searchParams.get('error')).toBe('login_required');
    await typePassword(browser, await shop.begin());
    const silent = await shop.begin({ prompt: 'none' });
    const after = await browser.get(silent.url);
    expect((await shop.finish(silent, after.url)).claims()?.sub).toBe('customer-501');
  });

  test('AUTH-07 cancelling returns to the shop without an error page', async () => {
    const browser = createFormBrowser(SHOP);
    const page = await browser.get((await (await discoverShop(identity.issuer)).begin()).url);
    const cancel = formsOf(page).find(({ buttons }) => buttons[0]?.name === 'cancel');
    const back = await browser.submit(cancel, {}, 'Retourner');
    expect(new URL(back.url).searchParams.get('error')).toBe('access_denied');
  });

  test('AUTH-02 another customer can sign in while a session is open, without script', async () => {
    const { browser, shop } = await signIn(identity.issuer);
    const attempt = await shop.begin({ prompt: 'login' });
    const page = await typePassword(browser, attempt, WOUT);
    const back = await browser.submit(formsOf(page)[0], {}, 'Continuer');
    expect((await shop.finish(attempt, back.url)).claims()?.sub).toBe('customer-502');
  });

  test('AUTH-02 the sign-in page never asks for consent, even on request', async () => {
    const { browser, shop } = await signIn(identity.issuer);
    const attempt = await shop.begin({ prompt: 'consent', scope: 'openid offline_access' });
    const back = await browser.get(attempt.url);
    expect((await shop.finish(attempt, back.url)).refresh_token).toBeTypeOf('string');
  });

  test('P-01 a sign-in request without PKCE or with an unknown return address is rejected', async () => {
    const browser = createFormBrowser(SHOP);
    const query = 'client_id=shop&response_type=code&scope=openid&redirect_uri=';
    const known = encodeURIComponent(`${SHOP}/fr/account/oidc-redirect`);
    const plain = await browser.get(`${identity.issuer}/auth?${query}${known}`);
    expect(new URL(plain.url).searchParams.get('error')).toBe('invalid_request');
    const foreign = await browser.get(
      `${identity.issuer}/auth?${query}${encodeURIComponent('https://evil.example/')}`,
      { accept: 'text/html' },
    );
    expect(foreign.status).toBe(400);
    expect(foreign.html).toContain('La connexion n’a pas abouti');
  });

  test('AUTH-07 an expired sign-in page explains itself and links back to the shop', async () => {
    const page = await createFormBrowser(SHOP).get(`${identity.issuer}/sign-in/gone`);
    expect(page.status).toBe(410);
    expect(page.html).toContain(`href="${SHOP}/fr"`);
  });

  test('P-22 the sign-in pages have no scripts and no inline styles, only their own style sheet', async () => {
    const { url } = await (await discoverShop(identity.issuer)).begin();
    const page = await createFormBrowser(SHOP).get(url);
    expect(page.html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const sheet = /href="([^"]+\.css)"/.exec(page.html)?.[1] ?? '';
    const css = await fetch(new URL(sheet, identity.issuer));
    expect(css.headers.get('content-type')).toContain('text/css');
  });
});
