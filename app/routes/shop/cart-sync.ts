import type { ActionFunctionArgs } from '~/base/framework/server';
import { syncFromIsland } from '~/ordering/cart/island/island-action.server';

/** Receives the browser queue of the cart island; JSON only, never a page. */
export const action = (args: ActionFunctionArgs) => syncFromIsland(args);
export const loader = (): Response =>
  new Response(null, { status: 405, headers: { Allow: 'POST' } });
