/** Administrator actions through Keycloak's admin API, with which tests change the provider. */
import { z } from 'zod';
import { CLIENT, LIFESPANS, REALM, USERS, realmOf, type SampleUser } from './realm';
import { ADMIN } from './server-process';

export type UserName = keyof typeof USERS;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
const Loose = z.looseObject({ id: z.string() });
const Client = z.looseObject({ id: z.string(), attributes: z.record(z.string(), z.string()) });
const KeySource = z.looseObject({
  id: z.string(),
  name: z.string(),
  providerId: z.string(),
  providerType: z.string(),
  parentId: z.string(),
  config: z.record(z.string(), z.array(z.string())),
});
const Sessions = z.array(z.object({ id: z.string() }));

export interface Administrator {
  /** Creates the realm of realm.ts, unless another is given. */
  makeRealm(realm?: object): Promise<void>;
  removeRealm(name: string): Promise<void>;
  /** Ends all sessions, and sets this URL as the provider's address in tokens and links. */
  beginAt(url: string): Promise<void>;
  backChannelTo(url: string): Promise<void>;
  changeClient(change: Readonly<Record<string, unknown>>): Promise<void>;
  /** Changes the lifetimes of tokens and sessions, in seconds. */
  lifespans(change: {
    accessTokenLifespan?: number;
    ssoSessionIdleTimeout?: number;
  }): Promise<void>;
  /** Changes user properties and single attributes; others stay. */
  changeUser(
    name: UserName,
    change: Readonly<Record<string, unknown>>,
    attributes?: SampleUser['attributes'],
  ): Promise<void>;
  /** Restores the state of realm.ts. */
  restore(): Promise<void>;
  /** Ends the user's sessions and sends logout tokens to the shop. */
  endSessions(name: UserName): Promise<void>;
  sessionsOf(name: UserName): Promise<string[]>;
  attributesOf(name: UserName): Promise<Readonly<Record<string, readonly string[]>>>;
  /**
   * Puts the provider in the state after a restart without a database: all keys are new and all sessions lost, without
   * a logout message.
   */
  forgetAll(): Promise<void>;
}

const plain = ({ password: _password, ...rest }: SampleUser) => ({ ...rest, enabled: true });

export function createAdministrator(url: string): Administrator {
  let known: { token: string; until: number } | null = null;
  async function token(): Promise<string> {
    if (known && known.until > Date.now()) return known.token;
    const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN }),
    });
    const { access_token: fresh, expires_in: seconds } = Token.parse(await response.json());
    known = { token: fresh, until: Date.now() + (seconds - 20) * 1000 };
    return fresh;
  }

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const below = (path: string): string => `/${REALM}${path}`;
  const pathOf = (name: UserName): string => below(`/users/${USERS[name].id}`);

  async function changeClient(change: Readonly<Record<string, unknown>>): Promise<void> {
    const found = await ask('GET', below(`/clients?clientId=${CLIENT.id}`));
    const [client] = z.array(Client).parse(found);
    if (!client) throw new Error('the realm has no client of the shop');
    const { attributes, ...rest } = change;
    const kept = z.record(z.string(), z.string()).optional().parse(attributes);
    const changed = { ...client, ...rest, attributes: { ...client.attributes, ...kept } };
    await ask('PUT', below(`/clients/${client.id}`), changed);
  }

  /** Ends all sessions without logout messages, and resets the not-before time that rejects all earlier tokens. */
  async function endAllSessions(change: object = {}): Promise<void> {
    await ask('POST', below('/logout-all'), {});
    await ask('PUT', below(''), { ...change, notBefore: 0 });
  }

  /** The actions that undo changes, by name; each change is undone once. */
  const undo = new Map<string, () => Promise<unknown>>();

  /** Replaces the signing keys for ID tokens, access tokens and the provider's refresh tokens. */
  async function renewKeys(): Promise<void> {
    const path = below('/components?type=org.keycloak.keys.KeyProvider');
    for (const source of z.array(KeySource).parse(await ask('GET', path))) {
      const { id, name, providerId, providerType, parentId, config } = source;
      if (!['rsa-generated', 'hmac-generated'].includes(providerId)) continue;
      const priority = [String(Number(config['priority']?.[0] ?? 100) + 1)];
      const renewed = { name, providerId, providerType, parentId, config: { ...config, priority } };
      await ask('POST', below('/components'), renewed);
      await ask('DELETE', below(`/components/${id}`));
    }
  }

  return {
    makeRealm: async (realm = realmOf(Object.values(USERS))) => void (await ask('POST', '', realm)),
    removeRealm: async (name) => void (await ask('DELETE', `/${name}`)),
    beginAt: (frontendUrl) => endAllSessions({ attributes: { frontendUrl } }),
    backChannelTo: (address) => changeClient({ attributes: { 'backchannel.logout.url': address } }),
    async changeClient(change) {
      undo.set('client', () => changeClient({ secret: CLIENT.secret }));
      await changeClient(change);
    },
    async lifespans(change) {
      undo.set('lifespans', () => ask('PUT', below(''), LIFESPANS));
      await ask('PUT', below(''), change);
    },
    async changeUser(name, change, attributes = {}) {
      const user = plain(USERS[name]);
      undo.set(name, () => ask('PUT', pathOf(name), user));
      const all = { ...user.attributes, ...attributes };
      await ask('PUT', pathOf(name), { ...user, ...change, attributes: all });
    },
    async restore() {
      for (const one of undo.values()) await one();
      undo.clear();
    },
    endSessions: async (name) => void (await ask('POST', `${pathOf(name)}/logout`)),
    async sessionsOf(name) {
      return Sessions.parse(await ask('GET', `${pathOf(name)}/sessions`)).map(({ id }) => id);
    },
    async attributesOf(name) {
      const attributes = z.record(z.string(), z.array(z.string())).default({});
      return Loose.extend({ attributes }).parse(await ask('GET', pathOf(name))).attributes;
    },
    async forgetAll() {
      await renewKeys();
      await endAllSessions();
    },
  };
}
