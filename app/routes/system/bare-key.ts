import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { findBareKey } from '~/catalogue/products/keys/bare-key.server';
import { findForeignKey } from '~/catalogue/products/keys/foreign-key.server';
import { cleanKey } from '~/catalogue/products/keys/url-key';
import { notFound, openPage } from '~/base/page/page';

/** `/{locale}/{urlKey}`: redirects to the product or category with this key (contract/search.md 3.18, I18N-02). */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  openPage(args, async (page) => {
    const key = cleanKey(page.params['*'] ?? page.params['key']);
    const address =
      key === null ? null : ((await findBareKey(page, key)) ?? (await findForeignKey(page, key)));
    if (address === null) throw notFound(page.url.pathname);
    return redirect(address, 302);
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async ({ url }) => {
    throw notFound(url.pathname);
  });

/**
 * An empty component is needed to render the 404 page: for a route without a component, Remix responds without a page.
 */
export default function BareKey() {
  return null;
}
