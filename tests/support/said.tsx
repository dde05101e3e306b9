/** The English text of a React node, without markup. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatsFor } from '~/base/i18n/formats';
import { translator } from '~/base/i18n/translate';
import { ShopContext, type Shop } from '~/base/page/shop';

const shop = { locale: 'en', t: translator('en'), formats: formatsFor('en-US') } as Shop;

/** `between`: the text that replaces each tag. */
export const said = (node: ReactNode, between = ''): string =>
  renderToStaticMarkup(<ShopContext.Provider value={shop}>{node}</ShopContext.Provider>).replace(
    /<[^>]+>/g,
    between,
  );
