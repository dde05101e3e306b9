/** Sign-in in the three modes, the customer and registration: contract/erp.md 5, 7, 8. */
import { createServer, type Server } from 'node:http';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AUDIENCE, httpCaller, tokenFor, type Answer } from '../../../sandbox/erp/testing/client';
import { NOW, startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';
import { listening } from '../../support/listening';

let erp: TestErp;
beforeAll(async () => {
  erp = await startTestErp();
});
afterAll(() => erp.close());
beforeEach(() => {
  erp.control.reset();
});

const withToken = (token: string) => httpCaller(erp.url, { authorization: `Bearer ${token}` });
const cookieOf = (answer: Answer, name: string) =>
  answer.cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? '';

describe('tokens at the ERP stand-in', () => {
  it('AUTH-01 only a valid token of exactly one customer is accepted', async () => {
    const at = NOW.getTime();
    const bad = [
      'nonsense',
      tokenFor('anne@practice.example', at - 7_200_000),
      tokenFor('anne@practice.example', at, { aud: 'another' }),
      tokenFor('nobody@practice.example', at),
      `${tokenFor('anne@practice.example', at)}x`,
    ];
    for (const token of bad)
      expect(await withToken(token)('GET', 'customer')).toMatchObject({
        status: 401,
        body: { detail: 'Unauthorized' },
      });
    expect((await erp.as('anne')('GET', 'customer')).status).toBe(200);
  });

  it('AUTH-01 the keys of the identity provider are fetched from its URL', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const provider: Server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      const isKeys = request.url === '/jwks';
      response.end(JSON.stringify(isKeys ? { keys: [jwk] } : { jwks_uri: `${issuer}/jwks` }));
    });
    const issuer = `http://127.0.0.1:${await listening(provider)}`;
    const other = await startTestErp({ issuer: { url: issuer } });
    const sign = (change: { issuer?: string; audience?: string; kid?: string } = {}) =>
      new SignJWT({ email: 'anne@practice.example' })
        .setProtectedHeader({ alg: 'RS256', kid: change.kid ?? 'one' })
        .setIssuer(change.issuer ?? issuer)
        .setAudience(change.audience ?? AUDIENCE)
        .setExpirationTime(NOW.getTime() / 1000 + 600)
        .sign(privateKey);
    const ask = async (token: string) =>
      httpCaller(other.url, { authorization: `Bearer ${token}` })('GET', 'customer');
    expect((await ask(await sign())).status).toBe(200);
    expect((await ask(await sign({ issuer: 'https://elsewhere.example' }))).status).toBe(401);
    expect((await ask(await sign({ audience: 'shop' }))).status).toBe(401);
    expect((await ask(await sign({ kid: 'gone' }))).status).toBe(401);
    other.control.profile({ profile: 'odoo18' });
    expect((await ask(await sign({ kid: 'gone' }))).status).toBe(500);
    expect((await ask(await sign({ audience: 'shop' }))).status).toBe(401);
    await other.close();
    provider.close();
  });

  it('AUTH-02 the first sign-in creates a customer, later sign-ins find that customer', async () => {
    const fresh = withToken(tokenFor('new@practice.example', NOW.getTime(), { name: 'New One' }));
    expect((await fresh('GET', 'customer')).status).toBe(401);
    expect(await fresh('POST', 'signin')).toMatchObject({ status: 201, body: null });
    expect(await fresh('POST', 'signin')).toMatchObject({ status: 200, body: null });
    expect(await fresh('GET', 'customer')).toMatchObject({
      body: { data: { name: 'New One', opt_out: true } },
    });
    expect((await erp.guest()('POST', 'signin')).status).toBe(401);
  });

  it('AUTH-02 an Odoo 18 whose validator requires a partner creates no customer at sign-in', async () => {
    erp.control.profile({ profile: 'odoo18' });
    const fresh = withToken(tokenFor('newer@practice.example', NOW.getTime(), { name: 'New' }));
    expect((await fresh('POST', 'signin')).status).toBe(401);
    expect((await erp.as('anne')('POST', 'signin')).status).toBe(200);
  });

  it('AUTH-02 a second account with the same e-mail is rejected, by a released ERP only after a 201', async () => {
    erp.control.changeCustomer(100, { doubled_email: true });
    expect((await erp.as('anne')('POST', 'signin')).status).toBe(401);
    erp.control.profile({ profile: 'odoo16' });
    expect((await erp.as('anne')('POST', 'signin')).status).toBe(201);
    expect((await erp.as('anne')('GET', 'customer')).status).toBe(401);
  });
});

describe('the session cookie of the ERP stand-in', () => {
  it('AUTH-08 the ERP’s session cookie identifies the customer without a token, is renewed by use, and ends at sign-out', async () => {
    const signin = await erp.as('anne')('POST', 'signin');
    const cookie = cookieOf(signin, 'erp_session');
    const jar = httpCaller(erp.url, { cookie });
    const read = await jar('GET', 'customer');
    expect(read).toMatchObject({ status: 200, body: { data: { ref: 'C100' } } });
    expect(cookieOf(read, 'erp_session')).not.toBe('');
    const both = { cookie, authorization: 'Bearer bad' };
    expect((await httpCaller(erp.url, both)('GET', 'customer')).status).toBe(401);
    expect((await httpCaller(erp.url, { cookie: `${cookie}x` })('GET', 'customer')).status).toBe(
      401,
    );
    const out = await jar('POST', 'signout');
    expect(out.cookies[0]).toContain('Max-Age=0');
  });

  it('AUTH-08 a released ERP sends an empty cart as 204, without a cookie and as text/html', async () => {
    expect(cookieOf(await erp.as('anne')('GET', 'carts/current'), 'erp_session')).not.toBe('');
    erp.control.profile({ profile: 'odoo16' });
    const bare = await erp.as('anne')('GET', 'carts/current');
    expect(bare.cookies.map((cookie) => cookie.split('=')[0])).toEqual(['session_id']);
    expect(bare.headers.get('content-type')).toContain('text/html');
    const missing = await erp.as('anne')('GET', 'sales/1');
    expect(missing.cookies).toEqual([]);
  });
});

describe('login and password at the ERP stand-in', () => {
  const MailToken = z.object({ token: z.string() });
  const lastToken = () => MailToken.parse(erp.control.mails().at(-1)?.data).token;
  const login = (password: string, who = 'ANNE@practice.example') =>
    erp.guest()('POST', 'auth/login', { login: who, password });

  it('AUTH-09 the right password signs in, a wrong one gets 403', async () => {
    expect(await login('wrong')).toMatchObject({ status: 403, body: { detail: 'AccessError' } });
    expect((await erp.guest()('POST', 'auth/login', { login: 'x' })).status).toBe(422);
    const answer = await login('secret');
    expect(answer).toMatchObject({
      status: 200,
      body: { login: 'anne@practice.example', mail_verified: true },
    });
    expect(answer.cookies[0]).toMatch(/HttpOnly; Path=\/; SameSite=strict; Secure/);
    const jar = httpCaller(erp.url, { cookie: cookieOf(answer, 'fastapi_auth_partner') });
    expect(await jar('GET', 'auth/profile')).toMatchObject({
      body: { login: 'anne@practice.example', role: 'default' },
    });
    expect((await jar('GET', 'customer')).status).toBe(200);
    expect((await jar('POST', 'auth/logout')).status).toBe(205);
    expect((await erp.guest()('GET', 'auth/profile')).status).toBe(401);
  });

  it('AUTH-09 registration sends a mail whose token validates the address', async () => {
    const guest = erp.guest();
    const person = { name: 'Cred', login: 'Cred@Example.test', password: 'one' };
    expect(await guest('POST', 'auth/register', person)).toMatchObject({
      status: 201,
      body: { login: 'cred@example.test', mail_verified: false },
    });
    expect(await guest('POST', 'auth/register', person)).toMatchObject({
      status: 400,
      body: { detail: 'This login already exists.' },
    });
    expect(await guest('POST', 'auth/validate_email', { token: 'bad' })).toMatchObject({
      status: 400,
      body: { detail: 'Invalid Token' },
    });
    expect((await guest('POST', 'auth/validate_email', { token: lastToken() })).status).toBe(200);
    expect(await login('one', 'cred@example.test')).toMatchObject({
      body: { mail_verified: true },
    });
  });

  it('AUTH-09 a password reset token works once, and expires after a day', async () => {
    const guest = erp.guest();
    expect(
      await guest('POST', 'auth/request_reset_password', { login: 'nobody@example.test' }),
    ).toMatchObject({ status: 200, body: {} });
    expect(erp.control.mails()).toEqual([]);
    await guest('POST', 'auth/request_reset_password', { login: 'anne@practice.example' });
    const token = lastToken();
    expect((await guest('POST', 'auth/set_password', { token, password: 'new' })).status).toBe(200);
    expect((await guest('POST', 'auth/set_password', { token, password: 'again' })).status).toBe(
      400,
    );
    expect((await login('new')).status).toBe(200);
    await guest('POST', 'auth/request_reset_password', { login: 'anne@practice.example' });
    erp.control.clock.advance(2 * 86_400_000);
    expect(
      (await guest('POST', 'auth/set_password', { token: lastToken(), password: 'late' })).status,
    ).toBe(400);
  });

  it('AUTH-09 a released ERP formats the cookie’s expiry as a number', async () => {
    erp.control.profile({ profile: 'odoo16' });
    expect((await login('secret')).cookies[0]).toMatch(/expires=\d+\.\d+;/);
  });
});

describe('customer and settings of the ERP stand-in', () => {
  it('PROF-01 the calls PUT customer and POST customer/{id}/update both change the newsletter subscription', async () => {
    const anne = erp.as('anne');
    expect(await anne('PUT', 'customer', { opt_out: true })).toMatchObject({
      body: { data: { opt_out: true, opt_in: false } },
    });
    expect(await anne('POST', 'customer/100/update', { optIn: true })).toMatchObject({
      body: { data: { opt_in: true } },
    });
    expect((await anne('POST', 'customer/110/update', { optIn: true })).status).toBe(404);
    expect(
      await anne('POST', 'customer', { name: 'Cabinet Anne', role: 'admin', phone: '' }),
    ).toMatchObject({
      status: 200,
      body: { id: 100, name: 'Cabinet Anne', role: 'default', phone: null, opt_in: true },
    });
    expect((await anne('POST', 'customer', { name: null })).status).toBe(400);
    expect((await anne('POST', 'customer', { lang_id: 99 })).status).toBe(404);
  });

  it('ACC-01 the representative call returns the sales representative, or else the company', async () => {
    expect(await erp.as('anne')('GET', 'customer/sales_person')).toMatchObject({
      body: { name: 'Benoît H.', address: { phone: '+32 61 00 00 01' } },
    });
    const fresh = withToken(tokenFor('new@practice.example', NOW.getTime()));
    await fresh('POST', 'signin');
    expect(await fresh('GET', 'customer/sales_person')).toMatchObject({
      body: { name: 'Service clientèle' },
    });
  });

  it('AUTH-12 the settings call uses the requested language, and accepts an unknown one', async () => {
    const names = async (language: string) => {
      const answer = await erp.guest(language)('GET', 'settings');
      return z
        .object({ countries: z.array(z.object({ name: z.string() })) })
        .parse(answer.body)
        .countries.map(({ name }) => name);
    };
    expect(await names('nl-BE')).toEqual(['België', 'Duitsland', 'Nederland']);
    expect(await names('fr_BE')).toEqual(['Allemagne', 'Belgique', 'Pays-Bas']);
    expect(await names('xx, *;q=0.1')).toEqual(await names('fr'));
    expect(await erp.guest()('GET', 'settings')).toMatchObject({
      body: {
        currencies: [{ code: 'EUR' }],
        langs: [{ code: 'fr_BE' }, { code: 'nl_BE' }, { code: 'en_GB' }],
      },
    });
  });
});

describe('registrations and leads of the ERP stand-in', () => {
  const registration = {
    function: 'function_veterinary',
    title: 'title_dr',
    firstname: 'A',
    lastname: 'B',
    street: 'S 1',
    zip: '1000',
    city: 'Bruxelles',
    country_name: 'Belgique',
    clientele: ['pet'],
    opt_out: true,
    email: 'a@b.example',
  };

  it('REG-01 a registration is stored for manual handling', async () => {
    expect(await erp.guest()('POST', 'registrations', registration)).toMatchObject({
      status: 202,
      body: { id: 1 },
    });
    expect(erp.control.inbox()[0]).toMatchObject({
      kind: 'registration',
      data: { lastname: 'B' },
    });
    expect(
      await erp.guest()('POST', 'registrations', { ...registration, function: 'king' }),
    ).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'enum', loc: ['body', 'function'] }] },
    });
  });

  it('CMS-05 a lead is a form with files; a released ERP takes it as JSON', async () => {
    const form = new FormData();
    form.set(
      'data',
      JSON.stringify({ subject: 'Hello', email: 'a@b.example', description: 'text' }),
    );
    form.append('files', new File(['abc'], 'photo.txt'));
    expect(await erp.guest()('POST', 'leads', form)).toMatchObject({
      status: 201,
      body: { size: 1, data: [{ subject: 'Hello' }] },
    });
    expect(erp.control.inbox()[0]).toMatchObject({
      kind: 'lead',
      files: [{ name: 'photo.txt', size: 3 }],
    });
    expect((await erp.guest()('POST', 'leads', new FormData())).status).toBe(422);
    erp.control.profile({ profile: 'odoo16' });
    form.set('data', '{}');
    expect(await erp.guest()('POST', 'leads', form)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'model_attributes_type' }] },
    });
    expect(await erp.guest()('POST', 'leads', { subject: 'x', description: 'y' })).toMatchObject({
      status: 201,
      body: { subject: 'x', description: '<p>y</p>' },
    });
  });
});
