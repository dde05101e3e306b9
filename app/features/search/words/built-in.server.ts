/** The word files that come with the shop (`words/*.json`). */
import type { Locale } from '~/i18n/locales';
import { checkWordFile, type WordFile } from './word-file';

const files = import.meta.glob<unknown>('../../../../words/*.json', {
  eager: true,
  import: 'default',
});

const read = new Map<Locale, WordFile>();

export function builtInWords(locale: Locale): WordFile {
  const known = read.get(locale);
  if (known) return known;
  const { file, faults } = checkWordFile(files[`../../../../words/${locale}.json`]);
  if (!file) throw new Error(`words/${locale}.json: ${faults.join('; ')}`);
  read.set(locale, file);
  return file;
}
