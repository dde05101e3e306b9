/**
 * Types for the part of oidc-provider 9 that the identity stand-in uses. The package ships no types. These are narrow
 * on purpose: an upgrade that changes this part causes a type error.
 */
declare module 'oidc-provider' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type StoredPayload = Record<string, unknown>;

  export interface ModelAdapter {
    upsert(id: string, payload: StoredPayload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<StoredPayload | undefined>;
    findByUid(uid: string): Promise<StoredPayload | undefined>;
    findByUserCode(userCode: string): Promise<StoredPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface ProviderClient {
    clientId: string;
    backchannelLogoutUri?: string;
    grantTypeAllowed(type: string): boolean;
    backchannelLogout(subject: string, sessionId: string | undefined): Promise<void>;
  }

  export interface ProviderSession {
    accountId?: string;
    authorizations?: Record<string, { sid?: string; grantId?: string }>;
    state?: { secret?: string; state?: string; postLogoutRedirectUri?: string };
    sidFor(clientId: string): string | undefined;
    grantIdFor(clientId: string): string | undefined;
    destroy(): Promise<void>;
  }

  export interface ProviderGrant {
    jti: string;
    accountId: string;
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export interface IssuedAccessToken {
    jti: string;
    accountId: string;
    grantId: string;
    /** Lifetime in seconds. */
    expiration: number;
  }

  export interface OidcState {
    route: string;
    client?: ProviderClient;
    session: ProviderSession;
    params: Record<string, unknown>;
    result?: { consent?: { grantId?: string } };
    entities: { IdTokenHint?: { payload: { sub?: string; sid?: string } } };
    urlFor(route: string): string;
  }

  export interface ProviderContext {
    req: IncomingMessage;
    res: ServerResponse;
    request: { req: IncomingMessage; query: Record<string, unknown> };
    method: string;
    path: string;
    query: Record<string, string | string[] | undefined>;
    status: number;
    type: string;
    body: unknown;
    respond?: boolean;
    oidc?: OidcState;
    cookies: { set(name: string, value: string | null, options?: object): void };
    get(header: string): string;
    set(header: string, value: string): void;
    redirect(url: string): void;
  }

  export type Middleware = (ctx: ProviderContext, next: () => Promise<void>) => Promise<void>;

  export interface InteractionDetails {
    uid: string;
    params: Record<string, unknown>;
    prompt: { name: string; details: Record<string, unknown> };
    session?: { accountId?: string };
    grantId?: string;
  }

  export interface ProviderAccount {
    accountId: string;
    claims(): Record<string, unknown>;
  }

  export class Provider extends EventEmitter {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly issuer: string;
    proxy: boolean;
    silent: boolean;
    use(middleware: Middleware): this;
    callback(): (req: IncomingMessage, res: ServerResponse) => void;
    cookieName(type: 'session' | 'interaction' | 'resume'): string;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<InteractionDetails>;
    interactionResult(
      req: IncomingMessage,
      res: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
    readonly Client: { find(id: string): Promise<ProviderClient | undefined> };
    readonly Grant: {
      new (properties: { accountId: string; clientId: string }): ProviderGrant;
      find(id: string): Promise<ProviderGrant | undefined>;
    };
  }

  export default Provider;
}
