/** Where words of the trade come from: files today; an index that the ERP keeps may be another. */
import type { Locale } from '~/base/i18n/locales';
import type { PreparedWords } from './prepared-words';

export interface WordSource {
  /** The last good words of a language. The same object as long as nothing changes. */
  words(locale: Locale): Promise<PreparedWords>;
}
