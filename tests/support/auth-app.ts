/**
 * Sign-in without Remix: a small Express app that mounts it like the server and shows the session as JSON, with the
 * hostile provider and the ERP stand-in.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Profile } from '../../sandbox/erp/quirks';
import { startErp, type ErpServer } from '../../sandbox/erp/server';
import { SMALL_WORLD } from '../../sandbox/erp/testing/small-world';
import type { AuthConfig } from '../../server/auth/auth-parts';
import { createAuth } from '../../server/auth/create-auth';
import { requestId } from '../../server/http/request-id';
import { createLogger } from '../../server/observe/logger';
import { createMetrics } from '../../server/observe/metrics';
import { openStore } from '../../server/store/open-store';
import type { RedisSettings } from '../../server/store/redis-settings';
import { createCaller } from '../../server/upstream/caller';
import { UpstreamFailure } from '../../server/upstream/failure';
import { AuthBrowser } from './auth-browser';
import { pages } from './auth-pages';
import { freePort } from './free-port';
import { startHostileIdp, type HostileIdp } from './hostile-idp/server';
import { patience } from './until';

export const anne = {
  sub: 'user-anne',
  email: 'anne@practice.example',
  email_verified: true,
  name: 'Cabinet anne',
  given_name: 'Anne',
  family_name: 'Onyme',
  preferred_username: 'anne',
  ref: 'C100',
  supplier_id: 100,
  can_order: true,
};
export const bert = {
  sub: 'user-bert',
  email: 'bert@practice.example',
  preferred_username: 'bert',
  ref: 'C110',
};

/** A clock that only tests advance. */
interface TestClock {
  now(): Date;
  advance(ms: number): void;
}
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

export interface WorldOptions {
  mode?: AuthConfig['AUTH_MODE'];
  publicUrl?: string;
  accessTokenTtlSeconds?: number;
  settings?: (idp: { issuer: string }) => Partial<AuthConfig>;
  redis?: RedisSettings;
  /** A provider other than the hostile one. */
  provider?: { issuer: string; clientId: string; clientSecret: string };
  profile?: Profile;
  /**
   * Default one minute, because a stand-in on a busy machine is slow but does not hang. `undefined`: the shop's
   * default.
   */
  signOutPatienceMs?: number | undefined;
}

export type LogLine = Readonly<Record<string, unknown>>;

export interface AuthWorld {
  idp: HostileIdp;
  erp: ErpServer;
  clock: TestClock;
  logs: LogLine[];
  publicUrl: string;
  /** URLs of the running instances. */
  instances: string[];
  addInstance(): Promise<string>;
  browser(): AuthBrowser;
  /** Returns a browser that has signed in. */
  signedIn(target?: string): Promise<AuthBrowser>;
  /** Calls that the ERP received, as `METHOD path`. */
  erpCalls(): string[];
  /** Events of the security log, in order. */
  events(): string[];
  readiness(): Promise<{ ok: boolean; reason?: string }>;
  close(): Promise<void>;
}

function testClock(): TestClock {
  let shift = 0;
  return {
    now: () => new Date(Date.now() + shift),
    advance: (ms) => {
      shift += ms;
    },
  };
}

const clientId = 'shop';
const clientSecret = 'shop-secret-of-the-hostile-provider';
const securityEvent = /^(sign_in|sign_out|session|token|backchannel|form)\./;

export async function startAuthWorld(options: WorldOptions = {}): Promise<AuthWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-auth-'));
  const clock = testClock();
  const idp = await startHostileIdp({
    clientId,
    clientSecret,
    claims: anne,
    accessTokenTtlSeconds: options.accessTokenTtlSeconds ?? 300,
  });
  const erp = await startErp({
    world: SMALL_WORLD,
    issuer: { url: options.provider?.issuer ?? idp.issuer },
    audience: 'erp',
    profile: options.profile ?? 'seed',
  });
  const firstPort = await freePort();
  const publicUrl = options.publicUrl ?? `http://127.0.0.1:${firstPort}`;
  const config: AuthConfig = {
    PUBLIC_URL: publicUrl,
    AUTH_MODE: options.mode ?? 'oidc-token',
    OIDC_ISSUER: options.provider?.issuer ?? idp.issuer,
    OIDC_CLIENT_ID: options.provider?.clientId ?? clientId,
    OIDC_CLIENT_SECRET: options.provider?.clientSecret ?? clientSecret,
    OIDC_CLIENT_KEY: undefined,
    OIDC_CLIENT_AUTH: undefined,
    OIDC_SCOPE: 'openid profile email',
    OIDC_REDIRECT_PATH: '/account/oidc-redirect',
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    ERP_URL: erp.url,
    ERP_503_DEFINITE: false,
    ERP_WORDS_IN_LOG: true,
    LOCALE_TAG_FR: 'fr-BE',
    LOCALE_TAG_NL: 'nl-BE',
    LOCALE_TAG_EN: 'en-US',
    ...options.settings?.(idp),
  };
  const logs: LogLine[] = [];
  const log = createLogger({
    level: 'debug',
    version: 'test',
    destination: { write: (line: string) => void logs.push(JSON.parse(line) as LogLine) },
  });
  const closers: (() => Promise<void>)[] = [];
  const auths: ReturnType<typeof createAuth>[] = [];
  const instances: string[] = [];

  async function addInstance(port = 0): Promise<string> {
    const metrics = createMetrics();
    const erpCaller = createCaller({
      service: 'erp',
      origin: new URL(erp.url).origin,
      metrics,
      // An open circuit breaker would answer for a fault of an earlier step.
      tuning: { neverOpens: true },
    });
    const keyValueStore = await openStore({
      redis: options.redis,
      file: join(folder, 'shop.db'),
      clock,
      log,
    });
    const { signOutPatienceMs } = { signOutPatienceMs: patience.timeout, ...options };
    const auth = createAuth({
      config,
      keyValueStore,
      clock,
      log,
      metrics,
      erpCaller,
      signOutPatienceMs,
    });
    await auth.start();
    const app = express();
    app.use(requestId({ behindProxy: false }));
    app.use(auth.backChannel);
    app.use((request, response, next) => {
      auth.open(request, response).then((session) => {
        if (session.silentLoginUrl !== null) response.redirect(302, session.silentLoginUrl);
        else next();
      }, next);
    });
    app.use(auth.routes);
    app.use(pages(auth, { config, erpCaller, log }));
    app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      const store = error instanceof UpstreamFailure && error.service === 'store';
      response.status(store ? 503 : 500).json({ error: String(error) });
    });
    const server = app.listen(port, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    instances.push(address);
    auths.push(auth);
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await auth.close();
      await erpCaller.close();
      await keyValueStore.close();
    });
    return address;
  }

  await addInstance(options.publicUrl === undefined ? firstPort : 0);
  const browser = (): AuthBrowser => new AuthBrowser(publicUrl, instances);
  return {
    idp,
    erp,
    clock,
    logs,
    publicUrl,
    instances,
    addInstance: () => addInstance(),
    browser,
    async signedIn(target = '/fr') {
      const one = browser();
      const visit = await one.get(`/fr/account/sign-in?target=${encodeURIComponent(target)}`);
      if (visit.page.view?.kind !== 'customer')
        throw new Error(`not signed in: ${visit.status} ${visit.text}`);
      return one;
    },
    erpCalls: () =>
      erp.control.requests().map(({ method, path }) => `${method} ${path.replace(/^\//, '')}`),
    events: () =>
      logs.map((line) => String(line['event'])).filter((event) => securityEvent.test(event)),
    readiness: async () => (await auths[0]?.readiness()) ?? { ok: false },
    async close() {
      for (const close of closers) await close();
      await idp.close();
      await erp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
