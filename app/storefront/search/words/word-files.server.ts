/**
 * The word files in use: the operator's file if it is valid, else the built-in one. An invalid file changes nothing:
 * the last valid one stays in use, and one log line lists all its faults.
 */
import type { PageRequest } from '~/base/page/page';
import type { Locale } from '~/base/i18n/locales';
import { inTurns } from '~/base/page/in-turns.server';
import { preparedBuiltIn } from './built-in.server';
import { prepareInSteps, type PreparedWords } from './prepared-words';
import { parseWordFile } from './word-file';

interface Read {
  stamp: string | null;
  words: Promise<PreparedWords>;
}
/** The word files parsed last, shared by the whole process: a file is parsed once, however many requests need it. */
const lastRead = new Map<Locale, Read>();

/** The part of a request's page object that this module needs. */
export interface WordsPage {
  context: Pick<PageRequest['context'], 'operatorWords'> & {
    log: {
      info(fields: { event: string; locale: Locale }, message: string): void;
      warn(fields: { event: string; locale: Locale; faults: string[] }, message: string): void;
    };
  };
}

export const wordFiles = ({ context }: WordsPage) => {
  async function prepare(text: string, locale: Locale, last?: Read): Promise<PreparedWords> {
    const { file, faults } = parseWordFile(text);
    if (!file) {
      context.log.warn(
        { event: 'words.refused', locale, faults: faults.slice(0, 50) },
        'a word file has faults; the last good one stays in use',
      );
      return last?.words ?? preparedBuiltIn(locale);
    }
    const prepared = await inTurns(prepareInSteps(file, locale));
    context.log.info({ event: 'words.read', locale }, 'a new word file is in use');
    return prepared;
  }

  return {
    /** The last valid word file of a language; the same object as long as the file does not change. */
    words: async (locale: Locale): Promise<PreparedWords> => {
      const given = await context.operatorWords.read(locale);
      const stamp = given?.stamp ?? null;
      const last = lastRead.get(locale);
      if (last?.stamp === stamp) return last.words;
      const words = given ? prepare(given.text, locale, last) : preparedBuiltIn(locale);
      lastRead.set(locale, { stamp, words });
      words.catch(() => lastRead.delete(locale));
      return words;
    },
  };
};
