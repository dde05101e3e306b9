import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../store/embedded';
import { cookieAdder, cookieHeader } from '../erp-cookies';
import { customerOf } from '../oidc/claims';
import { createBrowserCookies } from './browser-cookies';
import { createSeal, hashOf, randomId } from './seal';
import { ready, type SessionRecord } from './session-record';
import { createSessionStore } from './session-store';

const folder = mkdtempSync(join(tmpdir(), 'shop-session-'));
const clock = { now: () => new Date() };
const keyValueStore = openEmbedded({ file: join(folder, 'shop.db'), clock });
afterAll(async () => {
  await keyValueStore.close();
  rmSync(folder, { recursive: true });
});

const record = (): SessionRecord => ({
  key: 'k',
  customer: customerOf('https://id.example', 'u', {}).customer,
  signedInAt: Date.now(),
  seenAt: Date.now(),
  endsAt: Date.now() + 60_000,
  tokens: {
    issuer: 'https://id.example',
    subject: 'u',
    sid: 'at-provider',
    access: 'TOK_CANARY_access',
    issuedAt: 0,
    expiresAt: 1,
    refresh: 'TOK_CANARY_refresh',
    id: 'TOK_CANARY_id',
  },
  renewal: ready,
  erp: { signedIn: true, cookies: null },
});

describe('session store', () => {
  const sealed = createSeal('a secret of at least thirty-two characters');
  const sessions = createSessionStore({ keyValueStore, seal: sealed, clock });

  it('AUTH-11 a session is encrypted in the store and found only by the hash of the cookie', async () => {
    const id = randomId();
    await sessions.create(hashOf(id), record());
    expect(await sessions.read(id)).toBeNull();
    expect((await sessions.read(hashOf(id)))?.tokens?.access).toBe('TOK_CANARY_access');
    const stored = (await keyValueStore.read(`session:${hashOf(id)}`))?.value ?? '';
    expect(Buffer.from(stored, 'base64url').toString('latin1')).not.toContain('TOK_CANARY');
  });

  it('AUTH-11 a session cannot be opened with another secret or under another key', async () => {
    const id = hashOf(randomId());
    await sessions.create(id, record());
    const other = createSeal('another secret of thirty-two characters!');
    expect(await createSessionStore({ keyValueStore, seal: other, clock }).read(id)).toBeNull();
    const value = (await keyValueStore.read(`session:${id}`))?.value ?? '';
    await keyValueStore.write('session:moved', value, { version: null, ttlSeconds: 60 });
    expect(await sessions.read('moved')).toBeNull();
    expect(sealed.open('p', 'too short')).toBeNull();
  });

  it('AUTH-11 concurrent updates of a session all take effect, and an update after its deletion does not restore it', async () => {
    const id = hashOf(randomId());
    await sessions.create(id, record());
    const another = createSessionStore({ keyValueStore, seal: sealed, clock });
    const add = (by: typeof sessions) =>
      by.update(id, (one) => ({ ...one, seenAt: one.seenAt + 1 }));
    const before = (await sessions.read(id))?.seenAt ?? 0;
    await Promise.all(Array.from({ length: 30 }, (_, i) => add(i % 2 ? sessions : another)));
    expect((await sessions.read(id))?.seenAt).toBe(before + 30);
    await sessions.destroy(id);
    expect(await add(another)).toBeNull();
    expect(await sessions.read(id)).toBeNull();
  });

  it('AUTH-11 a session is found by customer and by provider session until it is destroyed', async () => {
    const id = hashOf(randomId());
    const issuer = 'https://id.example';
    await sessions.create(id, record());
    expect(await sessions.find({ issuer, subject: 'u' })).toContain(id);
    expect(await sessions.find({ issuer, sid: 'at-provider' })).toContain(id);
    expect(await sessions.find({ issuer: 'https://other.example', subject: 'u' })).toEqual([]);
    // destroy returns the customer although nothing has read the session before.
    const customer = (await sessions.read(id))?.customer;
    expect(await sessions.destroy(id)).toMatchObject({ customer });
    expect(await sessions.destroy(id)).toBeNull();
    expect(await sessions.find({ issuer, subject: 'u' })).not.toContain(id);
  });

  it('P-09 session ids have 256 bits and never repeat', () => {
    const ids = new Set(Array.from({ length: 10_000 }, randomId));
    expect(ids.size).toBe(10_000);
    expect(Buffer.from([...ids][0] ?? '', 'base64url')).toHaveLength(32);
  });
});

describe('browser cookies', () => {
  function written(publicUrl: string): string {
    const headers = new Map<string, string[]>();
    const response = {
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string[]) => headers.set(name, value),
    };
    const cookies = createBrowserCookies(publicUrl);
    cookies.set(response, cookies.session, 'value', 864_000);
    return String(headers.get('set-cookie'));
  }

  it('P-10 AUTH-02 cookies are locked to this host on https', () => {
    expect(written('https://shop.example')).toBe(
      '__Host-Http-sid=value; Max-Age=864000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });

  it('P-10 cookies have plain names on http, for development', () => {
    expect(written('http://localhost:3000')).toBe(
      'sid=value; Max-Age=864000; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  it('P-10 each sign-in attempt has its own cookie, found by its state', () => {
    const cookies = createBrowserCookies('https://shop.example');
    const name = cookies.transaction('stateOfOneAttempt.abc');
    const request = { headers: { cookie: `a=b; ${name}=sealed; __Host-Http-sid=x` } };
    expect(cookies.transactions(request)).toEqual([{ name, value: 'sealed' }]);
    expect(cookies.read(request, cookies.session)).toBe('x');
  });
});

describe('ERP cookies', () => {
  const url = 'http://odoo:8069/shopinvader/customer';

  it('AUTH-01 an ERP cookie whose expiry is no date is stored and sent back over the private network', async () => {
    const set =
      'fastapi_auth_partner=v; expires=1826749525.434123; HttpOnly; Path=/; SameSite=strict; Secure';
    const withCookies = await cookieAdder();
    const kept = withCookies(null, [set], url);
    expect(await cookieHeader(kept, url)).toBe('fastapi_auth_partner=v');
    expect(await cookieHeader(kept, 'http://elsewhere:8069/')).toBeNull();
  });

  it('AUTH-01 ERP cookies are replaced by newer ones and removed when the ERP expires them', async () => {
    const withCookies = await cookieAdder();
    const first = withCookies(null, ['erp_session=1; Max-Age=100; Path=/; HttpOnly'], url);
    const second = withCookies(
      first,
      ['erp_session=2; Max-Age=100; Path=/', 'session_id=o; Path=/'],
      url,
    );
    expect(await cookieHeader(second, url)).toBe('erp_session=2; session_id=o');
    const third = withCookies(second, ['erp_session=""; Max-Age=0; Path=/'], url);
    expect(await cookieHeader(third, url)).toBe('session_id=o');
  });
});

describe('rotation of SESSION_SECRET in the session store', () => {
  const old = 'the old secret of at least thirty-two characters';
  const fresh = 'the new secret of at least thirty-two characters';
  const storeWith = (secrets: string) =>
    createSessionStore({ keyValueStore, seal: createSeal(secrets), clock });

  it('P-94 a thousand sessions survive while both secrets are listed; later only those sealed with the new one open', async () => {
    const ids = Array.from({ length: 1_000 }, () => hashOf(randomId()));
    for (const id of ids) await storeWith(old).create(id, record());
    const both = storeWith(`${fresh}, ${old}`);
    const renewedIds = ids.slice(0, 10);
    for (const id of renewedIds)
      await both.update(id, (found) => ({ ...found, seenAt: found.seenAt + 1 }));
    const alive = async (store: typeof both): Promise<number> =>
      (await Promise.all(ids.map((id) => store.read(id)))).filter((found) => found !== null).length;
    expect(await alive(both)).toBe(1_000);
    // Sessions written since are sealed with the first secret of the list.
    expect(await alive(storeWith(fresh))).toBe(renewedIds.length);
  });
});
