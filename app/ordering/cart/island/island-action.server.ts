/**
 * Action for `/{locale}/cart/sync`: JSON in and out, for signed-in customers only. It requires a header that other
 * origins cannot set without a preflight. It never redirects: after a 401 the browser retains its queue until the same
 * customer signs in again (CART-08). When the identity provider is unavailable, it responds with 503 and the browser
 * retries.
 */
import type { ActionFunctionArgs } from '~/base/framework/server';
import { isSuspended, openPage, type CustomerRequest } from '~/base/page/page';
import { failureFacts, isSessionEnded, isUpstreamFailure } from '~/base/kernel/failure';
import { renderCart } from './cart-fragment.server';
import { cartStateOf, depsOf } from '../cart.server';
import { maxBatch, maxSyncBytes } from '../queue/island-wire';
import { answerIsland, IslandBodyWire, type IslandReply } from '../sync/island-sync.server';
import { LineOptions } from '../sync/line-options.server';
import { lineKey, type LineKey } from '../transaction';
import { kindOf } from '../../../../server/http/forms/body-kind';

/** Delay before the browser retries while the identity provider is unavailable, in seconds. */
const awayRetrySeconds = 10;

function json(status: number, body: object, retryAfterSeconds: number | null = null): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...(retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  });
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.length > maxSyncBytes) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The schema rejects invalid JSON later, like any other malformed body.
    return null;
  }
}

const wantsCart = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'fragment' in body && body.fragment === 'cart';

function lastChanged(body: unknown): LineKey | null {
  const last = IslandBodyWire.safeParse(body).data?.txs.at(-1);
  return last ? lineKey(last.product_id, LineOptions.safeParse(last['options']).data) : null;
}

/** The message about the products that the ERP has added to the cart, in the same words as that of a form. */
function addedText({ t }: CustomerRequest, reply: IslandReply, body: unknown): string | undefined {
  const acked = 'state' in reply.body ? reply.body.acked : [];
  const { txs = [] } = IslandBodyWire.safeParse(body).data ?? {};
  const added = txs.filter(({ uuid, qty }) => qty > 0 && acked.includes(uuid));
  const { size: count } = new Set(added.map(({ product_id: id }) => id));
  return count > 0 ? t('cart:sheet.added', { count }) : undefined;
}

async function withFragment(
  page: CustomerRequest,
  reply: IslandReply,
  body: unknown,
): Promise<object> {
  if (!wantsCart(body) || !reply.ledger || !('state' in reply.body)) return reply.body;
  const wait = reply.retryAfterSeconds;
  const report = {
    state: reply.body.state,
    retryAfterMs: wait === null ? null : wait * 1000,
  };
  const state = cartStateOf(reply.ledger, report, page.context.clock.now(), reply.waiting);
  // The page displays the same text for `busy` as for `checking`.
  const shown = report.state === 'busy' ? ({ state: 'checking' } as const) : {};
  return { ...reply.body, ...shown, ...(await renderCart(page, state, lastChanged(body))) };
}

export const syncFromIsland = ({ ...args }: ActionFunctionArgs): Promise<Response> =>
  openPage(args, async (page) => {
    const { request, context } = page;
    if (request.headers.get('x-cart-sync') !== '1') return json(403, { error: 'not-the-island' });
    if (kindOf(request.headers.get('content-type')) !== 'json')
      return json(415, { error: 'not-json' });
    const { session } = context;
    if (isSuspended(page)) return json(503, { error: 'unavailable' }, awayRetrySeconds);
    if (session.kind === 'guest') return json(401, { error: 'signed-out' });
    const body = await readBody(request);
    const notes = request.headers.get('x-cart-to')?.split(',', maxBatch + 1);
    try {
      const reply = await answerIsland(depsOf(context), session.customer.owner, body, notes);
      const customerPage = { ...page, customer: session.customer };
      const answer = await withFragment(customerPage, reply, body);
      const added = addedText(customerPage, reply, body);
      return json(reply.status, { ...answer, added }, reply.retryAfterSeconds);
    } catch (error) {
      if (isSessionEnded(error)) return json(401, { error: 'signed-out' });
      if (!isUpstreamFailure(error)) throw error;
      context.log.error(
        { event: 'cart.sync.unavailable', ...failureFacts(error) },
        'the cart sync could not be served',
      );
      return json(503, { error: 'unavailable' });
    }
  });
