/** The line that the slice adds to app/i18n/links.ts. */
import { links as links_ } from '../../../../app/i18n/links';
import type { Locale } from '~/i18n/locales';

export * from '../../../../app/i18n/links';

export const links = {
  ...links_,
  deliveryDays: (locale: Locale) => `/${locale}/account/delivery-days`,
};
