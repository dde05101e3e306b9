import type { ActionFunctionArgs } from '~/framework/server';
import { syncFromIsland } from '~/features/cart/island/island-action.server';

/** The island's queue arrives here; JSON only, never a page. */
export const action = (args: ActionFunctionArgs) => syncFromIsland(args);
export const loader = (): Response =>
  new Response(null, { status: 405, headers: { Allow: 'POST' } });
