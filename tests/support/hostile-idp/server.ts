/**
 * A hostile OpenID Connect provider for tests: it signs everybody in without a page, and every answer can
 * be changed before it leaves. Tokens are real RS256 JWTs, so that an unchanged answer passes.
 *
 *     const idp = await startHostileIdp({ clientId, clientSecret, claims: { sub: 'u1', email: 'a@b.example' } });
 *     idp.mutate('nonce-wrong');                                     // by name, see mutations.ts
 *     idp.mutate(idToken(({ claims }) => void (claims['exp'] = 1))); // or by hand, see answers.ts
 *     idp.hits('refresh'); idp.seen('authorize')[0]?.['prompt'];
 *     idp.reset();
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Endpoint, Mutation } from './answers';
import { createGrants } from './grants';
import { PATHS, prepare, type Provider } from './honest';
import {
  LOGOUT_FORGERIES,
  logoutDraft,
  type LogoutForgery,
  type LogoutSubject,
} from './logout-tokens';
import { MUTATIONS, type MutationName } from './mutations';
import { createSender } from './sending';
import { FIRST_KEY, keyNumber, mint, type Draft } from './tokens';
import { listening } from '../listening';

interface HostileIdpOptions {
  clientId: string;
  clientSecret: string;
  /** Claims of the user who signs in; `sub` is required, `email` is needed for the ERP. */
  claims: { sub: string } & Record<string, unknown>;
  /** Lifetime of access tokens in seconds. Default 300. */
  accessTokenTtlSeconds?: number;
  /** Current time in milliseconds, used for `iat` and `exp`. Default: the system clock. */
  now?: () => number;
}

export interface HostileIdp {
  issuer: string;
  /**
   * Adds a mutation; the returned function removes it. With `times` it ends after it has changed that many responses.
   */
  mutate(mutation: Mutation | MutationName, limit?: { times: number }): () => void;
  /** Removes all mutations. Request counts, keys and grants stay. */
  reset(): void;
  /** Signs the next customer in with other claims. */
  signInAs(claims: HostileIdpOptions['claims']): void;
  /**
   * Accepts only this method of client authentication (RFC 6749, 2.3) until `reset`, as Ory Hydra and Spring do per
   * client; others are rejected as an unknown client, with a challenge without a body or in JSON.
   */
  holdClientTo(method: ClientMethod, refusal?: 'challenge' | 'json'): void;
  /** Rotates the signing key; afterwards the key set contains only the new key. */
  rotateKeys(): void;
  hits(endpoint: Endpoint): number;
  /** Parameters of the requests received, oldest first. */
  seen(endpoint: Endpoint): Record<string, string>[];
  /** Every token string sent, for leak tests. */
  issued(): string[];
  /** A logout token for the back channel, optionally forged. */
  logoutToken(subject: LogoutSubject, forge?: LogoutForgery | ((draft: Draft) => void)): string;
  close(): Promise<void>;
}

type ClientMethod = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

function methodOf({ headers }: IncomingMessage, form: URLSearchParams): ClientMethod {
  if (headers.authorization?.startsWith('Basic ')) return 'client_secret_basic';
  return form.has('client_assertion') ? 'private_key_jwt' : 'client_secret_post';
}

interface Armed {
  change: Mutation;
  left: number;
}

/** Applies a mutation; true when it has reached its limit. */
function isSpent(armed: Armed, answer: Answer): boolean {
  const before = structuredClone(answer);
  armed.change(answer);
  if (!isDeepStrictEqual(before, answer)) armed.left -= 1;
  return armed.left <= 0;
}

export async function startHostileIdp(options: HostileIdpOptions): Promise<HostileIdp> {
  const { clientId, clientSecret, now = Date.now } = options;
  const mutations = new Set<Armed>();
  let heldTo: { method: ClientMethod; refusal: 'challenge' | 'json' } | null = null;
  const received: { endpoint: Endpoint; params: Record<string, string> }[] = [];
  const issued: string[] = [];
  const nowSeconds = (): number => Math.floor(now() / 1000);
  const idp: Provider = {
    issuer: '',
    claims: options.claims,
    keyIndex: FIRST_KEY,
    grants: createGrants({
      issuer: () => idp.issuer,
      clientId,
      claims: () => idp.claims,
      key: () => keyNumber(idp.keyIndex),
      nowSeconds,
      accessTokenTtlSeconds: options.accessTokenTtlSeconds ?? 300,
    }),
  };
  const key = () => keyNumber(idp.keyIndex);
  // The signing key is created before any request waits for it: on a busy machine that takes seconds.
  key();
  const handOut = (token: string): void => void issued.push(token);
  const sender = createSender({ mint: (draft) => mint(draft, key(), clientSecret), handOut });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://idp.invalid');
    const endpoint = PATHS[url.pathname];
    if (endpoint === undefined) return void res.writeHead(404).end();
    const form = req.method === 'POST' ? new URLSearchParams(await text(req)) : url.searchParams;
    const asClient = endpoint === 'token' || endpoint === 'revocation';
    if (heldTo && asClient && methodOf(req, form) !== heldTo.method) {
      if (heldTo.refusal === 'challenge')
        return void res.writeHead(401, { 'www-authenticate': 'Basic realm="clients"' }).end();
      res.writeHead(401, { 'content-type': 'application/json' });
      return void res.end(JSON.stringify({ error: 'invalid_client' }));
    }
    const { answer, commit } = prepare(endpoint, form, idp);
    received.push({ endpoint: answer.at, params: Object.fromEntries(form) });
    for (const armed of mutations) if (isSpent(armed, answer)) mutations.delete(armed);
    if (answer.fate === 'lost-request') return void req.socket.destroy();
    if (answer.status < 400) commit();
    if (answer.delayMs > 0) await sleep(answer.delayMs);
    await answer.until;
    if (answer.fate === 'lost-answer') return void req.socket.destroy();
    if (answer.fate === 'delivered') sender(res, answer, form);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => res.destroy(new Error(String(error))));
  });
  idp.issuer = `http://127.0.0.1:${await listening(server)}`;

  return {
    issuer: idp.issuer,
    mutate(mutation, limit) {
      const change = typeof mutation === 'string' ? MUTATIONS[mutation] : mutation;
      const armed = { change, left: limit?.times ?? Number.POSITIVE_INFINITY };
      mutations.add(armed);
      return () => void mutations.delete(armed);
    },
    reset: () => {
      mutations.clear();
      heldTo = null;
    },
    holdClientTo: (method, refusal = 'json') => void (heldTo = { method, refusal }),
    signInAs: (claims) => void (idp.claims = claims),
    rotateKeys: () => void (idp.keyIndex += 1),
    hits: (endpoint) => received.filter((one) => one.endpoint === endpoint).length,
    seen: (endpoint) =>
      received.filter((one) => one.endpoint === endpoint).map(({ params }) => params),
    issued: () => [...issued],
    logoutToken(subject, forge) {
      const draft = logoutDraft(subject, {
        issuer: idp.issuer,
        clientId,
        nowSeconds: nowSeconds(),
        kid: key().kid,
        id: randomUUID(),
      });
      if (typeof forge === 'string') LOGOUT_FORGERIES[forge](draft);
      else forge?.(draft);
      return mint(draft, key(), clientSecret);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
