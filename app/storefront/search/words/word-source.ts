/** Where the vocabulary comes from: files today, possibly an index maintained in the ERP later. */
import type { Locale } from '~/base/i18n/locales';
import type { PreparedWords } from './prepared-words';

export interface WordSource {
  /** The last valid words of a language. Returns the same object as long as nothing changes. */
  words(locale: Locale): Promise<PreparedWords>;
}
