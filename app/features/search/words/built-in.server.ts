/** The word files that come with the shop (`words/*.json`). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locale } from '~/i18n/locales';
import { readBuiltIn, type WordFile } from './word-file';

const read = new Map<Locale, WordFile>();

export function builtInWords(locale: Locale): WordFile {
  const known = read.get(locale);
  if (known) return known;
  // From the disk: as part of the program its text would stay in memory twice, as source and as a value.
  const file = readBuiltIn(readFileSync(resolve('words', `${locale}.json`), 'utf8'));
  read.set(locale, file);
  return file;
}
