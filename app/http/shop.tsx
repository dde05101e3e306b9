/** What any component may ask for: locale, translations, formats, where we are, who is there. */
import { createContext, useContext } from 'react';
import { formatsFor, type Formats } from '~/i18n/formats';
import { fallbackLocale, type Locale } from '~/i18n/locales';
import { translator, type Translate } from '~/i18n/translate';

export interface Shop {
  locale: Locale;
  /** Language tag of the locale. */
  tag: string;
  t: Translate;
  formats: Formats;
  /** Path and query of this page, for links and forms that come back to it. */
  here: string;
  signedIn: boolean;
  /** Reference of this request, for error pages. */
  reference: string;
  origin: string;
}

export const ShopContext = createContext<Shop>({
  locale: fallbackLocale,
  tag: 'fr-BE',
  t: translator(fallbackLocale),
  formats: formatsFor('fr-BE'),
  here: '/fr',
  signedIn: false,
  reference: '',
  origin: '',
});
export const useShop = (): Shop => useContext(ShopContext);
