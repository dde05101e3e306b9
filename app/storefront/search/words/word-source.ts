/** Source of the word files: JSON files today, possibly an index maintained in the ERP later. */
import type { Locale } from '~/base/i18n/locales';
import type { PreparedWords } from './prepared-words';

export interface WordSource {
  /** The last valid word file of a language. Returns the same object as long as the file does not change. */
  words(locale: Locale): Promise<PreparedWords>;
}
