import type { ActionFunctionArgs } from '~/base/framework/server';
import { answerScan } from '~/ordering/quick-order/scan/scan-lines.server';

/** Receives scanned lines from the browser; JSON only, never a page. */
export const action = (args: ActionFunctionArgs) => answerScan(args);
export const loader = (): Response =>
  new Response(null, { status: 405, headers: { Allow: 'POST' } });
