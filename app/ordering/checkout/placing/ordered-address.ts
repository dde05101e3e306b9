import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';

/** The page of the order that this cart becomes. */
export const orderedAddress = (locale: Locale, cartUuid: string): string =>
  `${links.orderPlaced(locale)}?cart=${encodeURIComponent(cartUuid)}`;
