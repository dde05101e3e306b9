import type { LoaderFunctionArgs } from '~/base/framework/server';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fieldLimitOf } from '~/ordering/cart/unusual-quantity.server';
import { findSuggestions } from '~/storefront/search/typing/autocomplete.server';
import { PastList, SuggestionList } from '~/storefront/search/typing/suggestion-list';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import { openPage } from '~/base/page/page';

const fragment = (list: string): Response =>
  new Response(list, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });

/** Returns the suggestions for the search box as an HTML fragment, so that only the server renders the list. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  openPage(args, async (page) => {
    const { url, locale, t, context } = page;
    if (url.searchParams.get('past') === '1')
      return fragment(renderToStaticMarkup(createElement(PastList, { locale, t })));
    const found = await findSuggestions(page, url.searchParams.get('q'));
    const tag = context.site.tags[locale];
    const { session } = context;
    const mayOrder = session.kind === 'customer' && session.customer.canOrder;
    const formKey = mayOrder ? newIdempotencyKey(page) : null;
    const limitOf = await fieldLimitOf(page);
    const list = renderToStaticMarkup(
      createElement(SuggestionList, { found, locale, tag, t, formKey, limitOf }),
    );
    return fragment(list);
  });
