/** The built-in word files (`words/*.json`), which the build converts to their run-time form. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Locale } from '~/base/i18n/locales';
import { inTurns } from '~/base/page/in-turns.server';
import { unpacked } from './prepared-file';
import { prepareInSteps, type PreparedWords } from './prepared-words';
import { readBuiltIn, type WordFile } from './word-file';

export const builtInWords = (locale: Locale): WordFile =>
  readBuiltIn(readFileSync(resolve('words', `${locale}.json`), 'utf8'));

/**
 * Exists next to the built app (tools/build.ts), but not next to its sources, where the shop converts the word files on
 * demand.
 */
const builtFolder = new URL('words/', import.meta.url);

const isBuilt = existsSync(builtFolder);

export const preparedBuiltIn = async (locale: Locale): Promise<PreparedWords> =>
  isBuilt
    ? unpacked(await readFile(new URL(locale, builtFolder)))
    : inTurns(prepareInSteps(builtInWords(locale), locale));
