/**
 * Responds to the browser's scan queue: looks up its lines together and renders them with the components of the page.
 * Accepts only JSON from the shop's own script, because other origins cannot set the header without a preflight.
 * Stores only which unusual quantities the customer has confirmed.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { fragmentShop } from '~/base/page/fragment-shop.server';
import { failureFacts, isSessionEnded, isUpstreamFailure } from '~/base/kernel/failure';
import { links } from '~/base/i18n/links';
import { ownerHash } from '~/base/page/owner-hash.server';
import { type CustomerRequest, isSuspended, openPage } from '~/base/page/page';
import { ShopContext } from '~/base/page/shop';
import type { ActionFunctionArgs } from '~/base/framework/server';
import { kindOf } from '../../../../server/http/forms/body-kind';
import { summedLines } from '~/ordering/cart/add-lines.server';
import { rememberConfirmed } from '~/ordering/cart/confirmed-quantities.server';
import {
  labelsIn,
  maxEntered,
  maxLabelsText,
  maxQuickLines,
  parseLine,
  parseScan,
  withField,
  type TypedLine,
} from '../lines';
import { QuickRows, tellRow } from '../quick-lines';
import { orderOf } from '../quick-order.server';
import { readyLines, confirmedTotals, type QuickOrder } from '../quick-order';
import { isAsked, isUnchecked, isWrong, rowsOf } from '../rows';
import type { ScanAnswer } from './scan-wire';

const Body = z.object({
  owner: z.string(),
  direct: z.boolean(),
  lines: z
    .array(
      z.object({
        id: z.string().max(80),
        entered: z.string().max(maxEntered),
        typed: z.string().max(maxEntered).nullable(),
        labels: z.string().max(maxLabelsText).default(''),
        codeFirst: z.boolean().optional(),
        uncounted: z.boolean().optional(),
        added: z.boolean().optional(),
        wasAsked: z.boolean().optional(),
      }),
    )
    .max(maxQuickLines),
});
type Body = z.infer<typeof Body>;

const json = (status: number, body: object): Response =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });

function typedLines({ lines }: Body): TypedLine[] {
  return lines.flatMap(({ entered, typed, codeFirst = false, ...entry }) => {
    const line = (typed === null ? parseScan : parseLine)(entered);
    if (!line) return [];
    const isInCode = codeFirst && line.typed !== '';
    const { id, added = false, uncounted = false, wasAsked = false } = entry;
    const labels = labelsIn(entry.labels);
    return [
      { ...withField(line, isInCode ? null : typed), id, added, uncounted, wasAsked, labels },
    ];
  });
}

/**
 * With `direct`, the browser adds the ready lines to the cart when it gets this response. They are displayed as added,
 * in one row with earlier lines of the same product.
 */
const asAdded = ({ lines, ...rest }: QuickOrder): QuickOrder => ({
  ...rest,
  lines: lines.map((line) => (line.fault === null ? { ...line, added: true } : line)),
});

async function answer(page: CustomerRequest, body: Body): Promise<ScanAnswer> {
  const { order } = await orderOf(page, typedLines(body));
  const rows = rowsOf(body.direct ? asAdded(order) : order);
  const shop = fragmentShop(page, links.quickOrder(page.locale));
  const html = renderToStaticMarkup(
    <ShopContext.Provider value={shop}>
      <QuickRows rows={rows} />
    </ShopContext.Provider>,
  );
  const [newest] = rows;
  const open = readyLines(order.lines.filter(({ added }) => added !== true));
  const ready = open.flatMap(({ id, productId, quantity, amount }) =>
    id === undefined ? [] : [{ id, productId, quantity, amount }],
  );
  // The browser adds these lines by itself, without a form that names the confirmed ones.
  const sure = confirmedTotals(open);
  const lines = summedLines(open.filter(({ productId }) => sure.has(productId)));
  const pieces = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  await rememberConfirmed(page, pieces.keys(), pieces);
  return {
    html,
    ready,
    asked: rows.filter(isAsked).flatMap(({ ids }) => ids),
    wrong: rows.filter(isWrong).flatMap(({ ids }) => ids),
    unchecked: rows.filter(isUnchecked).flatMap(({ ids }) => ids),
    announcement: newest ? tellRow(shop, newest) : '',
  };
}

export const answerScan = (args: ActionFunctionArgs): Promise<Response> =>
  openPage(args, async (page) => {
    const { session, log } = page.context;
    // When the identity provider is unavailable, the session has not ended: the browser retries.
    if (isSuspended(page)) return json(503, { error: 'unavailable' });
    if (session.kind === 'guest') return json(401, { error: 'signed-out' });
    if (page.request.headers.get('x-scan') !== '1') return json(403, { error: 'not-the-queue' });
    if (kindOf(page.request.headers.get('content-type')) !== 'json')
      return json(415, { error: 'not-json' });
    const body = Body.safeParse(await page.request.json().catch(() => null));
    if (!body.success) return json(422, { error: 'not-lines' });
    if (body.data.owner !== ownerHash(session.customer.owner))
      return json(409, { error: 'another-customer' });
    try {
      return json(200, await answer({ ...page, customer: session.customer }, body.data));
    } catch (error) {
      if (isSessionEnded(error)) return json(401, { error: 'signed-out' });
      if (!isUpstreamFailure(error)) throw error;
      log.warn(
        { event: 'scan.unavailable', ...failureFacts(error) },
        'scanned lines could not be looked up; the browser asks again',
      );
      return json(503, { error: 'unavailable' });
    }
  });
