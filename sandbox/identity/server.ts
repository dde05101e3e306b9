/**
 * The identity stand-in: a real OpenID Connect provider (oidc-provider) with the sample customers as accounts, for
 * development, demonstration and tests (contract/erp.md 5.4 and 7.1). Unsafe for real customers: anyone can sign in as
 * anybody.
 *
 * State (sessions, grants, refresh tokens, keys) is stored in `dataDir`, or in memory without one.
 */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { Middleware, Provider } from 'oidc-provider';
import type { WorldCustomer } from '../world';
import { createAccounts } from './accounts';
import { subjectOf } from './claims';
import { createClients, type IdentityClient } from './clients';
import { controlMiddleware } from './control';
import { createFaultBoard, faultMiddleware, type IdentityFaults } from './faults';
import { loadKeys } from './keys';
import { listen } from './listen';
import { STYLE_PATH } from './look/pages';
import { buildProvider } from './provider';
import { signInMiddleware } from './sign-in';
import { scriptlessMiddleware } from './sign-out';
import { endSessionsOf } from './sessions';
import { openIdentityStore } from './store';
import { userinfoMiddleware } from './userinfo';

export interface IdentityOptions {
  customers: readonly WorldCustomer[];
  clients: readonly IdentityClient[];
  /** Port of the provider. Default 0: any free port. */
  port?: number;
  host?: string;
  /** Address for browsers and the shop, if it differs from host and port. */
  publicUrl?: string;
  /** Lifetime of an access token. Default 300. */
  accessTokenTtlSeconds?: number;
  /** Treatment of refresh tokens. Default: each use issues a new refresh token and invalidates the old one. */
  refresh?: { rotate: boolean };
  dataDir?: string;
  /** Value of X-Sandbox-Key for `/_sandbox/*`. Default `sandbox`. */
  controlKey?: string;
  /** Shows "sign in as" below the form. Default true. */
  showSamples?: boolean;
  log?: (event: string, detail: Record<string, unknown>) => void;
}

export interface Identity {
  issuer: string;
  port: number;
  faults: IdentityFaults;
  /** Adds a client or replaces the one with the same id, for example once the shop knows its address. */
  registerClient(client: IdentityClient): void;
  /** Adds a new signing key; with `dropOld` earlier tokens can no longer be verified. */
  rotateKeys(options?: { dropOld?: boolean }): Promise<void>;
  /** Ends all sessions of a customer number, as an administrator would; returns their number. */
  endSessions(ref: string): Promise<number>;
  close(): Promise<void>;
}

const styleMiddleware = (): Middleware => {
  const css = readFileSync(new URL('./look/sign-in.css', import.meta.url), 'utf8');
  return async (ctx, next) => {
    if (ctx.path !== STYLE_PATH) return next();
    ctx.set('cache-control', 'public, max-age=3600');
    ctx.type = 'css';
    ctx.body = css;
  };
};

function watch(provider: Provider, log: NonNullable<IdentityOptions['log']>): void {
  const told = (event: string) => (_ctx: unknown, error: unknown) =>
    log(event, { reason: error instanceof Error ? error.message : String(error) });
  provider.silent = true;
  provider.on('server_error', told('provider.failed'));
  provider.on('grant.error', told('token.refused'));
  provider.on('authorization.error', told('authorization.refused'));
  provider.on('end_session.error', told('signOut.refused'));
  provider.on('backchannel.error', told('backchannel.failed'));
  provider.on('error', (error: unknown) => log('connection.failed', { reason: String(error) }));
}

const lifetimes = ({ accessTokenTtlSeconds = 300, refresh }: IdentityOptions) => ({
  accessTokenTtlSeconds,
  rotateRefreshTokens: refresh?.rotate ?? true,
});

export async function startIdentity(options: IdentityOptions): Promise<Identity> {
  const { host = '127.0.0.1', log = () => undefined } = options;
  const store = openIdentityStore(options.dataDir);
  const keys = await loadKeys(store);
  const accounts = createAccounts(options.customers);
  const clients = createClients(options.clients);
  const board = createFaultBoard();

  // The issuer contains the port, which is known only after the server listens.
  let handle: RequestListener = (_req, res) => void res.writeHead(503).end();
  const server = await listen((req, res) => handle(req, res), options.port ?? 0, host);
  const issuer = options.publicUrl ?? `http://${host}:${server.port}`;

  const settings = { issuer, accounts, clients, store, keys, ...lifetimes(options) };
  const { showSamples = true, controlKey = 'sandbox' } = options;
  let provider: Provider;
  const assemble = (): void => {
    provider = buildProvider(settings);
    provider.proxy = options.publicUrl !== undefined;
    watch(provider, log);
    const control = { key: controlKey, faults: board, rotateKeys, endSessions };
    const signIn = { provider, accounts, showSamples, shopUrl: clients.shopUrl, log };
    provider.use(styleMiddleware());
    provider.use(controlMiddleware(control));
    provider.use(faultMiddleware(board, keys));
    provider.use(userinfoMiddleware(settings));
    provider.use(signInMiddleware(signIn));
    provider.use(scriptlessMiddleware(provider));
    handle = provider.callback();
  };
  // The library reads its keys only at start, so a rotation restarts it on the same state.
  const rotateKeys: Identity['rotateKeys'] = async (rotation) => {
    await keys.rotate(rotation);
    assemble();
  };
  const endSessions: Identity['endSessions'] = async (ref) => {
    const customer = accounts.byRef(ref);
    return customer === undefined ? 0 : endSessionsOf(subjectOf(customer), provider, store);
  };
  assemble();

  return {
    issuer,
    port: server.port,
    faults: board,
    registerClient: clients.register,
    rotateKeys,
    endSessions,
    async close() {
      await server.close();
      store.close();
    },
  };
}
