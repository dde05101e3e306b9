/** Renders React nodes in English, without a page around them. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatsFor } from '~/base/i18n/formats';
import { translator } from '~/base/i18n/translate';
import { ShopContext, type Shop } from '~/base/page/shop';

const shop = {
  locale: 'en',
  t: translator('en'),
  formats: formatsFor('en-US'),
  at: null as Date | null,
  here: '/en',
  formKey: () => 'key',
} as Shop;

export const markupOf = (node: ReactNode): string =>
  renderToStaticMarkup(<ShopContext.Provider value={shop}>{node}</ShopContext.Provider>);

/** The text of the node. `between`: the text that replaces each tag. */
export const said = (node: ReactNode, between = ''): string =>
  markupOf(node).replace(/<[^>]+>/g, between);
