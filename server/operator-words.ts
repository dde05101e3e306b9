/**
 * Vocabulary files by which an operator replaces the built-in ones: `words/fr.json`, `nl.json`, `en.json` in the
 * configuration folder. The shop checks them every few seconds, so that a new file needs no release and no restart.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './context';

interface OperatorFile {
  text: string;
  /** Identifies the version of the file; changes whenever the file changes. */
  stamp: string;
}

export interface OperatorWords {
  /** Resolves to null when there is no such file: use the built-in vocabulary. */
  read(locale: 'fr' | 'nl' | 'en'): Promise<OperatorFile | null>;
}

const lookAgainMs = 5_000;
const largestBytes = 20_000_000;

interface Looked {
  at: number;
  file: Promise<OperatorFile | null>;
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Only a missing file falls back to the built-in vocabulary; when a file cannot be read, the last version stays in use.
 */
async function load(path: string, last: OperatorFile | null): Promise<OperatorFile | null> {
  try {
    const { mtimeMs, size } = await stat(path);
    const stamp = `${mtimeMs}-${size}`;
    if (last?.stamp === stamp) return last;
    return { stamp, text: size > largestBytes ? '' : await readFile(path, 'utf8') };
  } catch (error) {
    return isAbsent(error) ? null : last;
  }
}

export function createOperatorWords(folder: string, clock: Clock): OperatorWords {
  const looked = new Map<string, Looked>();
  return {
    read: async (locale) => {
      const now = clock.now().getTime();
      const before = looked.get(locale);
      if (before && now - before.at < lookAgainMs) return before.file;
      const last = (await before?.file) ?? null;
      const file = load(join(folder, 'words', `${locale}.json`), last);
      looked.set(locale, { at: now, file });
      return file;
    },
  };
}
