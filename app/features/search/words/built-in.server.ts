/** The word files that come with the shop (`words/*.json`). */
import type { Locale } from '~/i18n/locales';
import { readBuiltIn, type WordFile } from './word-file';

// As text: a file read as a module would be kept beside the checked copy of it.
const texts = import.meta.glob<string>('../../../../words/*.json', {
  eager: true,
  import: 'default',
  query: '?raw',
});

const read = new Map<Locale, WordFile>();

export function builtInWords(locale: Locale): WordFile {
  const known = read.get(locale);
  if (known) return known;
  const file = readBuiltIn(texts[`../../../../words/${locale}.json`] ?? '');
  read.set(locale, file);
  return file;
}
