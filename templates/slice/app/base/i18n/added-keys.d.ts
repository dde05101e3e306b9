/** The two lines that the slice adds to app/base/i18n/keys.ts: the import, and its entry in `TextFiles`. */
import type deliveryDays from '../../../locales/fr/delivery-days.json';

declare module '../../../../../app/base/i18n/keys' {
  interface TextFiles {
    'delivery-days': typeof deliveryDays;
  }
}
