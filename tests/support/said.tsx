/** The words of a piece of a page, in English and without its markup. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatsFor } from '~/base/i18n/formats';
import { translator } from '~/base/i18n/translate';
import { ShopContext, type Shop } from '~/base/page/shop';

const shop = { locale: 'en', t: translator('en'), formats: formatsFor('en-US') } as Shop;

/** `between`: what stands in place of each tag. */
export const said = (node: ReactNode, between = ''): string =>
  renderToStaticMarkup(<ShopContext.Provider value={shop}>{node}</ShopContext.Provider>).replace(
    /<[^>]+>/g,
    between,
  );
