import { expect, it } from 'vitest';
import { createLogger } from '../../observe/logger';
import type { SessionRecord, TokensRecord } from '../session/session-record';
import { createRenewal } from './renewal';

type Parts = Parameters<typeof createRenewal>[0];

const about = { reference: 'r', log: createLogger({ level: 'silent', version: 'test' }) };
const tokensOf = (refresh: string, expiresAt: number): TokensRecord => ({
  issuer: 'https://idp.example',
  subject: 'anne',
  sid: null,
  access: `access token of ${refresh}`,
  issuedAt: 0,
  expiresAt,
  refresh,
  id: '',
});

it('P-08 AUTH-04 a process that stalls longer than its lease does not send the refresh token that another one has used', async () => {
  let stored: SessionRecord = {
    key: 'k',
    customer: {
      owner: 'https://idp.example|anne',
      login: 'anne',
      name: 'Anne',
      email: null,
      emailVerified: false,
      givenName: null,
      familyName: null,
      locale: null,
      role: 'default',
      canOrder: true,
    } as SessionRecord['customer'],
    signedInAt: 0,
    seenAt: 0,
    endsAt: Infinity,
    tokens: tokensOf('first', 300_000),
    renewal: { state: 'ready', notBefore: 0 },
    erp: { signedIn: true, cookies: null },
  };
  const sent: (string | null)[] = [];
  /** An instance whose first read of the session takes until `delay` resolves. */
  const instance = (delay: Promise<void>) => {
    const parts = {
      clock: { now: () => new Date(600_000) },
      metrics: { count: () => undefined },
      // The lease of the stalled process has expired.
      keyValueStore: { lease: () => Promise.resolve({ release: () => Promise.resolve() }) },
      sessions: {
        async read() {
          const found = stored;
          await delay;
          return found;
        },
        update: (_hash: string, change: (record: SessionRecord) => SessionRecord) =>
          Promise.resolve((stored = change(stored))),
      },
      provider: {
        refresh({ refresh }: TokensRecord) {
          sent.push(refresh);
          return Promise.resolve({ tokens: tokensOf('second', 900_000), claims: {} });
        },
      },
    };
    return createRenewal(parts as unknown as Parts);
  };
  let resume = (): void => undefined;
  const stalled = instance(new Promise((done) => (resume = done))).renew('h', about);
  const other = await instance(Promise.resolve()).renew('h', about);
  resume();
  expect(other.kind).toBe('renewed');
  expect(await stalled).toMatchObject({
    kind: 'renewed',
    record: { tokens: { refresh: 'second' } },
  });
  expect(sent).toEqual(['first']);
});
