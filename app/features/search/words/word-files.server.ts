/**
 * The word files of the shop: the operator's where there is a good one, else the built-in ones. A bad file changes
 * nothing: the last good one goes on being used, and one line of the log names all that is wrong with it.
 */
import type { PageRequest } from '~/page/page';
import type { Locale } from '~/i18n/locales';
import { builtInWords } from './built-in.server';
import type { WordSource } from './word-source';
import { parseWordFile, type WordFile } from './word-file';

interface Read {
  stamp: string | null;
  file: WordFile;
}
/** Process-wide: a file is read once however many pages want it. */
const lastRead = new Map<Locale, Read>();

/** As much of a page as this needs. */
export interface WordsPage {
  context: Pick<PageRequest['context'], 'operatorWords'> & {
    log: {
      info(fields: { event: string; locale: Locale }, message: string): void;
      warn(fields: { event: string; locale: Locale; faults: string[] }, message: string): void;
    };
  };
}

export const wordFiles = ({ context }: WordsPage): WordSource => ({
  words: async (locale) => {
    const given = await context.operatorWords.read(locale);
    const stamp = given?.stamp ?? null;
    const last = lastRead.get(locale);
    if (last?.stamp === stamp) return last.file;
    if (!given) {
      const file = builtInWords(locale);
      lastRead.set(locale, { stamp, file });
      return file;
    }
    const { file, faults } = parseWordFile(given.text);
    const kept = file ?? last?.file ?? builtInWords(locale);
    lastRead.set(locale, { stamp, file: kept });
    if (file) context.log.info({ event: 'words.read', locale }, 'a new word file is in use');
    else {
      context.log.warn(
        { event: 'words.refused', locale, faults: faults.slice(0, 50) },
        'a word file has faults; the last good one stays in use',
      );
    }
    return kept;
  },
});
