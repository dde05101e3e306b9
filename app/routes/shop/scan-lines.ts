import type { ActionFunctionArgs } from '~/base/framework/server';
import { answerScan } from '~/ordering/quick-order/scan/scan-lines.server';

/** The browser's scanned lines arrive here; JSON only, never a page. */
export const action = (args: ActionFunctionArgs) => answerScan(args);
export const loader = (): Response =>
  new Response(null, { status: 405, headers: { Allow: 'POST' } });
