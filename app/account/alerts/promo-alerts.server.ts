/**
 * Alerts before a promotion ends (ALERT-01; contract/erp.md 18.2). The customer's alerts are read once and cached for a
 * few minutes per session, because product pages need them. Subscribing twice is not an error, and neither is
 * unsubscribing twice.
 *
 * Only ERPs with the distributor's own modules have the call; without it the shop offers no alerts.
 */
import { z } from 'zod';
import { listIfInstalled, writeRecord } from '~/base/erp/calls.server';
import { isMissing } from '~/base/erp/capabilities.server';
import { readable } from '~/base/erp/wire-fields.server';
import { cachedForSession, sessionKey } from '~/base/page/session-cache.server';
import type { PageRequest } from '~/base/page/page';
import { done, type Outcome } from '~/base/kernel/outcome';

type Page = Pick<PageRequest, 'context'>;

const AlertsWire = z.object({ data: readable(z.object({ product_id: z.int() })) });
const call = 'GET promo_subscriptions';
const name = 'promo-alerts';
const freshMs = 5 * 60_000;
/** Page size that fetches all alerts in one call, as the specification does. */
const allOfThem = 1_000;

/** Ids of the products for which the customer has an alert; null when the shop offers no alerts. */
export async function listAlerts(page: Page): Promise<ReadonlySet<number> | null> {
  const { context } = page;
  if (context.session.kind === 'guest' || (await isMissing(context, call))) return null;
  return cachedForSession(page, name, freshMs, async () => {
    const found = await listIfInstalled(
      context,
      {
        path: 'promo_subscriptions',
        query: { page: 1, per_page: allOfThem },
        timeoutMs: 1_500,
      },
      AlertsWire,
      { data: [] },
    );
    return found && new Set(found.data.map(({ product_id }) => product_id));
  });
}

/** Switches the alert of a product on or off; setting its current state is not an error. */
export async function setAlert(
  page: Page,
  productId: number,
  on: boolean,
): Promise<Outcome<null, { kind: 'not-accepted' }>> {
  const { context } = page;
  const written = await writeRecord(
    context,
    on
      ? { method: 'POST', path: 'promo_subscriptions', body: { product_id: productId } }
      : { method: 'DELETE', path: 'promo_subscriptions/{id}', params: { id: productId } },
    z.unknown(),
    () => ({ kind: 'not-accepted' as const }),
  );
  const key = sessionKey(page, name);
  if (key) context.cache.delete(key);
  return written.ok ? done(null) : written;
}
