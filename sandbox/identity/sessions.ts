/** Ends sessions as an administrator would, without a browser. The back channel informs the clients. */
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { notifyClients } from './sign-out';
import type { IdentityStore } from './store';

const StoredSession = z.looseObject({
  accountId: z.string(),
  authorizations: z
    .record(z.string(), z.object({ sid: z.string().optional(), grantId: z.string().optional() }))
    .default({}),
});

export async function endSessionsOf(subject: string, provider: Provider, store: IdentityStore) {
  let ended = 0;
  for (const { id, payload } of store.list('Session')) {
    const session = StoredSession.safeParse(payload);
    if (!session.success || session.data.accountId !== subject) continue;
    for (const { grantId } of Object.values(session.data.authorizations)) {
      if (grantId === undefined) continue;
      store.revokeGrant(grantId);
      store.destroy('Grant', grantId);
    }
    store.destroy('Session', id);
    await notifyClients(provider, withoutUndefined(session.data));
    ended += 1;
  }
  return ended;
}

/** Drops undefined keys, which `exactOptionalPropertyTypes` distinguishes from absent ones. */
function withoutUndefined({ accountId, authorizations }: z.infer<typeof StoredSession>) {
  return {
    accountId,
    authorizations: Object.fromEntries(
      Object.entries(authorizations).map(([clientId, { sid, grantId }]) => [
        clientId,
        { ...(sid === undefined ? {} : { sid }), ...(grantId === undefined ? {} : { grantId }) },
      ]),
    ),
  };
}
