/** The line that the slice adds to app/base/i18n/links.ts. */
import { links as links_ } from '../../../../../app/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';

export * from '../../../../../app/base/i18n/links';

export const links = {
  ...links_,
  deliveryDays: (locale: Locale) => `/${locale}/account/delivery-days`,
};
