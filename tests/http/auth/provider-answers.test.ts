/** Valid and invalid responses of a provider, and their effect: P-03 … P-07, AUTH-07. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at, idToken } from '../../support/hostile-idp/answers';
import { REFUSED_ID_TOKENS } from '../../support/hostile-idp/mutations';
import { anne, minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';

let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());
afterEach(() => world.idp.reset());

const seconds = (): number => Math.floor(Date.now() / 1000);

describe('a provider whose response fails validation', () => {
  it.each(REFUSED_ID_TOKENS)(
    'P-03 P-04 P-05 an ID token with %s opens no session',
    async (name) => {
      world.idp.mutate(name);
      const browser = world.browser();
      const visit = await browser.get('/fr/account/sign-in');
      // An ID token signed with the client secret is caused by a client setting at the provider.
      const fault = name === 'alg-secret' ? 'provider-setup' : 'invalid-answer';
      expect([visit.status, visit.page.fault]).toEqual([400, fault]);
      expect(browser.cookie('sid')).toBeUndefined();
    },
  );

  it('P-04 an ID token that expired 28 seconds ago is accepted, 31 seconds ago is rejected', async () => {
    const expired = (ago: number) =>
      idToken(({ claims }) => {
        claims['exp'] = seconds() - ago;
        claims['iat'] = seconds() - ago - 60;
      });
    world.idp.mutate(expired(28));
    expect((await world.browser().get('/fr/account/sign-in')).page.view?.kind).toBe('customer');
    world.idp.reset();
    world.idp.mutate(expired(31));
    expect((await world.browser().get('/fr/account/sign-in')).status).toBe(400);
  });

  it('P-04 an ID token whose audience is a list with one entry is accepted', async () => {
    world.idp.mutate(idToken(({ claims }) => void (claims['aud'] = [claims['aud']])));
    expect((await world.browser().get('/fr/account/sign-in')).page.view?.kind).toBe('customer');
  });

  it('P-05 new signing keys of the provider are found with one more request for its key set', async () => {
    const own = await startAuthWorld();
    // Switch off the ERP, which reads the same key set, so that only the shop's requests count.
    own.erp.control.availability(false);
    await own.signedIn();
    const before = own.idp.hits('jwks');
    own.idp.rotateKeys();
    await own.signedIn();
    expect(own.idp.hits('jwks')).toBe(before + 1);
    await own.signedIn();
    expect(own.idp.hits('jwks')).toBe(before + 1);
    await own.close();
  });

  it.each(['response-iss-wrong', 'response-iss-absent'] as const)(
    'P-06 a callback with %s opens no session, and the shop sends no code',
    async (name) => {
      const before = world.idp.hits('code');
      world.idp.mutate(name);
      const visit = await world.browser().get('/fr/account/sign-in');
      expect([visit.status, visit.page.fault]).toEqual([400, 'invalid-answer']);
      expect(world.idp.hits('code')).toBe(before);
    },
  );

  it.each(['userinfo-sub-other', 'userinfo-sub-absent'] as const)(
    'P-07 userinfo with %s opens no session',
    async (name) => {
      world.idp.mutate(name);
      const browser = world.browser();
      expect((await browser.get('/fr/account/sign-in')).page.fault).toBe('invalid-answer');
      expect(browser.cookie('sid')).toBeUndefined();
    },
  );

  it.each([
    ['code-refused', 'provider-error'],
    ['code-500', 'provider-unreachable'],
    ['code-garbage', 'provider-unreachable'],
    ['userinfo-500', 'provider-unreachable'],
    ['userinfo-401', 'invalid-answer'],
  ] as const)('AUTH-07 the provider’s fault %s shows the error page %s', async (name, fault) => {
    world.idp.mutate(name);
    const visit = await world.browser().get('/fr/account/sign-in');
    expect([visit.status, visit.page.fault]).toEqual([400, fault]);
  });
});

it('AUTH-07 a customer who cancels at the provider stays a guest and sees no error', async () => {
  world.idp.mutate('access-denied');
  const before = world.events().length;
  const visit = await world.browser().get('/fr/account/sign-in');
  expect([visit.status, visit.page.fault, visit.page.view?.kind]).toEqual([200, null, 'guest']);
  const events = world.events().slice(before);
  expect(events).toContain('sign_in.anonymous');
  expect(events).not.toContain('sign_in.failed');
});

describe('a provider that rejects the client’s configuration', () => {
  it.each([
    ['not_allowed', 'OIDC_SCOPE'],
    ['invalid_scope', 'OIDC_SCOPE'],
    ['unauthorized_client', 'OIDC_CLIENT_SECRET'],
  ])(
    'AUTH-07 P-73 the provider’s error %s is shown as the shop’s own fault, and the log names %s',
    async (error, setting) => {
      world.idp.mutate(
        at('code', (answer) => {
          answer.status = 400;
          answer.body = { error, error_description: 'no' };
        }),
      );
      const visit = await world.browser().get('/fr/account/sign-in');
      expect([visit.status, visit.page.fault]).toEqual([400, 'provider-setup']);
      const line = world.logs.filter(({ event }) => event === 'sign_in.failed').at(-1);
      expect(line).toMatchObject({ reason: 'provider-setup', setting });
      expect(line?.['advice']).not.toContain('[secret]');
    },
  );
});

describe('client authentication at the provider', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const OIDC_CLIENT_KEY = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  it.each(['challenge', 'json'] as const)(
    'AUTH-03 the shop tries the announced client authentication methods and remembers the accepted one (rejection by %s)',
    async (refusal) => {
      const own = await startAuthWorld({ accessTokenTtlSeconds: 120 });
      own.idp.holdClientTo('client_secret_basic', refusal);
      const browser = await own.signedIn();
      const codes = own.idp.hits('code');
      await own.signedIn();
      expect(own.idp.hits('code')).toBe(codes + 1);
      own.clock.advance(3 * minuteMs);
      expect((await browser.get('/fr/one')).page.view?.kind).toBe('customer');
      expect(own.events()).toContain('token.renewed');
      await own.close();
    },
  );

  it.each(['challenge', 'json'] as const)(
    'AUTH-03 AUTH-04 a client that no authentication method is accepted for is logged as a settings fault, and ends no session (rejection by %s)',
    async (refusal) => {
      const own = await startAuthWorld({ accessTokenTtlSeconds: 120 });
      const browser = await own.signedIn();
      own.idp.holdClientTo('private_key_jwt', refusal);
      own.clock.advance(90_000);
      expect((await browser.get('/fr/one')).page.view?.kind).toBe('customer');
      expect(own.events()).not.toContain('session.ended');
      expect((await own.browser().get('/fr/account/sign-in')).page.fault).toBe('provider-setup');
      expect(own.logs.filter(({ event }) => event === 'sign_in.failed').at(-1)).toMatchObject({
        reason: 'provider-setup',
        setting: 'OIDC_CLIENT_SECRET',
      });
      await own.close();
    },
  );

  it('AUTH-03 the shop authenticates with its own key and without a secret (private_key_jwt)', async () => {
    const settings = () => ({ OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_KEY });
    const own = await startAuthWorld({ settings });
    own.idp.holdClientTo('private_key_jwt');
    await own.signedIn();
    const { client_assertion: assertion = '' } = own.idp.seen('code').at(-1) ?? {};
    const { payload } = await jwtVerify(assertion, pair.publicKey);
    expect(payload).toMatchObject({ iss: 'shop', sub: 'shop' });
    await own.close();
  });

  it('AUTH-03 P-73 an ID token signed with the client secret is rejected, and the log names its algorithm', async () => {
    world.idp.mutate(idToken(({ header }) => void (header['alg'] = 'HS512')));
    const visit = await world.browser().get('/fr/account/sign-in');
    expect([visit.status, visit.page.fault]).toEqual([400, 'provider-setup']);
    const line = world.logs.filter(({ event }) => event === 'sign_in.failed').at(-1);
    expect(line?.['advice']).toContain('HS512');
  });

  it('AUTH-10 P-73 when the token has no trade claims, the price lists count as unknown, and the log says so', async () => {
    const own = await startAuthWorld();
    const { sub, email, preferred_username } = anne;
    own.idp.signInAs({ sub, email, preferred_username });
    const { page } = await (await own.signedIn()).get('/fr/one');
    expect(page.view).toMatchObject({ customer: { pricesKnown: false, pricelistGross: null } });
    const line = own.logs.filter(({ event }) => event === 'claims.missing').at(-1);
    expect(line?.['advice']).toContain('vt-pricelist-gross');
    await own.close();
  });

  it('P-73 a sign-in without a refresh token is logged with the advice to request offline_access', async () => {
    world.idp.mutate(at('code', ({ body }) => void delete body['refresh_token']));
    await world.signedIn();
    const lines = world.logs.filter(({ event }) => event === 'sign_in.succeeded');
    expect(lines.at(-1)).toMatchObject({ refresh: false });
    expect(lines.at(-1)?.['advice']).toContain('offline_access');
  });
});

describe('provider codes for an unknown customer, and invalid or oversized responses', () => {
  it.each([
    'login-required',
    'consent-required',
    'interaction-required',
    'account-selection-required',
  ] as const)(
    'AUTH-07 the provider’s code %s redirects a guest to the requested page without an error',
    async (name) => {
      const browser = world.browser();
      world.idp.mutate(name);
      const visit = await browser.get('/fr/account/sign-in?prompt=none&target=/fr/one');
      expect([visit.status, visit.url.pathname]).toEqual([200, '/fr/one']);
      expect(visit.page.view).toEqual({ kind: 'guest' });
      expect(world.idp.seen('authorize').at(-1)?.['prompt']).toBe('none');
    },
  );

  it.each(['login-required', 'interaction-required'] as const)(
    'P-91 AUTH-07 the provider’s code %s at a link from another site ends no valid session',
    async (name) => {
      const browser = await world.signedIn();
      world.idp.mutate(name);
      const before = world.idp.hits('authorize');
      const silent = await browser.get('/fr/account/sign-in?prompt=none&target=/fr/one');
      expect([silent.status, silent.url.pathname]).toEqual([200, '/fr/one']);
      expect(silent.page.view).toMatchObject({ kind: 'customer' });
      expect(world.idp.hits('authorize')).toBe(before);
      const asked = await browser.get('/fr/account/sign-in?target=/fr/one');
      expect(asked.page.view).toMatchObject({ kind: 'customer' });
    },
  );

  it.each([
    ['a lifetime without end', 1e308],
    ['a lifetime of ten years', 315_360_000],
  ])('P-04 a token with %s is rejected, and nobody is signed in', async (_what, seconds) => {
    world.idp.mutate(
      at('code', (answer) => {
        answer.body['expires_in'] = seconds;
      }),
    );
    const browser = world.browser();
    expect((await browser.get('/fr/account/sign-in')).page.fault).toBe('invalid-answer');
    expect(browser.cookie('sid')).toBeUndefined();
    expect(world.logs.filter(({ event }) => event === 'sign_in.failed').at(-1)).toMatchObject({
      reason: 'invalid-answer',
    });
  });

  it('P-44 a provider response of several megabytes is not read to its end', async () => {
    world.idp.mutate(
      at('userinfo', (answer) => {
        answer.rawBody = JSON.stringify({ sub: 'x', padding: 'x'.repeat(20 * 1024 * 1024) });
      }),
    );
    const browser = world.browser();
    expect((await browser.get('/fr/account/sign-in')).status).toBe(400);
    expect(browser.cookie('sid')).toBeUndefined();
  });

  const large = `{"sub":"x","padding":"${'x'.repeat(3 * 1024 * 1024)}"}`;
  const deep = `{"sub":"x","padding":${'['.repeat(200)}${']'.repeat(200)}}`;
  it.each([
    ['code', 'megabytes', large],
    ['code', 'two hundred levels', deep],
    ['userinfo', 'megabytes', large],
    ['userinfo', 'two hundred levels', deep],
  ] as const)(
    'P-44 a response to the %s request with %s opens no session',
    async (endpoint, _what, rawBody) => {
      world.idp.mutate(at(endpoint, (answer) => void (answer.rawBody = rawBody)));
      const browser = world.browser();
      expect((await browser.get('/fr/account/sign-in')).status).toBe(400);
      expect(browser.cookie('sid')).toBeUndefined();
      const line = world.logs.filter(({ outcome }) => outcome === 'unreachable').at(-1);
      expect(String(line?.['error'])).toMatch(/answer (above|nested deeper)/);
    },
  );

  it.each([
    ['megabytes', large],
    ['two hundred levels', deep],
  ])(
    'P-44 provider metadata of %s keep the shop unready, and are fetched again',
    async (_what, rawBody) => {
      const own = await startAuthWorld();
      own.idp.mutate(at('discovery', (answer) => void (answer.rawBody = rawBody)));
      await own.addInstance();
      const refused = own.logs.filter(({ error }) =>
        /answer (above|nested deeper)/.test(String(error)),
      );
      expect(refused.length).toBeGreaterThan(0);
      await own.close();
    },
  );

  it.each([
    ['megabytes', large],
    ['two hundred levels', deep],
  ])(
    'P-44 P-17 when the key set has %s, a logout token ends no session',
    async (_what, rawBody) => {
      const own = await startAuthWorld();
      const browser = await own.signedIn();
      own.idp.mutate(at('jwks', (answer) => void (answer.rawBody = rawBody)));
      const answer = await fetch(`${own.instances[0]}/account/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: own.idp.logoutToken({ sub: anne.sub }) }),
      });
      expect(answer.status).toBe(400);
      expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
      const line = own.logs.filter(({ event }) => event === 'backchannel.refused').at(-1);
      expect(String(line?.['reason'])).toMatch(/answer (above|nested deeper)/);
      await own.close();
    },
  );

  /** 64 MB of spaces, compressed to 64 kB. */
  const bomb = gzipSync(`{"sub":"${' '.repeat(64 * 1024 * 1024)}"}`);
  const ways: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'that unpacks to megabytes': (response) => {
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      });
      response.end(bomb);
    },
    'that comes byte by byte': (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 200);
      response.once('close', () => clearInterval(drip));
    },
    'that leads elsewhere': (response) => {
      response.writeHead(307, { Location: elsewhere }).end();
    },
  };
  let elsewhere = '';
  it.each(
    Object.keys(ways).flatMap((way) =>
      (['code', 'userinfo'] as const).map((at) => [at, way] as const),
    ),
  )(
    'P-44 P-04 a response to the %s request %s opens no session, and nothing is sent to the other host',
    async (endpoint, way) => {
      const arrived: string[] = [];
      const other = createServer((request, response) => {
        arrived.push(request.url ?? '');
        response.end('{}');
      }).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
      const write = ways[way] ?? null;
      world.idp.mutate(
        endpoint === 'code'
          ? at('code', (answer) => void (answer.write = write))
          : at('userinfo', (answer) => void (answer.write = write)),
      );
      const browser = world.browser();
      expect((await browser.get('/fr/account/sign-in')).status).toBe(400);
      expect(browser.cookie('sid')).toBeUndefined();
      expect(arrived).toEqual([]);
      other.close();
    },
  );

  it('AUTH-07 an expired sign-in form of the provider restarts sign-in, once', async () => {
    const expired = at('authorize', ({ params }) => {
      delete params['code'];
      params['error'] = 'temporarily_unavailable';
      params['error_description'] = 'authentication_expired';
    });
    world.idp.mutate(expired, { times: 1 });
    expect((await world.browser().get('/fr/account/sign-in?target=/fr/one')).url.pathname).toBe(
      '/fr/one',
    );
    world.idp.mutate(expired);
    expect((await world.browser().get('/fr/account/sign-in')).page.fault).toBe('provider-error');
  });
});

describe('a provider that is down', () => {
  it('AUTH-07 while the provider is down, sign-in shows an error page of the shop; signed-in customers stay signed in', async () => {
    const browser = await world.signedIn();
    world.clock.advance(minuteMs);
    world.idp.mutate('down');
    const stranger = await world.browser().get('/fr/account/sign-in');
    expect(stranger.page.fault).toBe('provider-unreachable');
    expect((await browser.get('/fr')).page.view?.kind).toBe('customer');
  });
});
