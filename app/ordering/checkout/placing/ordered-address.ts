import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';

/** Address of the page that displays the order created from this cart. */
export const orderedAddress = (locale: Locale, cartUuid: string): string =>
  `${links.orderPlaced(locale)}?cart=${encodeURIComponent(cartUuid)}`;
