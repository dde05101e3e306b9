/** Texts that only script shows: loaded with it, and kept by the browser, instead of being in every page. */
import type words from '../../../locales/fr/islands.json';
import type { Locale } from './locales';

export type IslandWords = typeof words;
type Load = () => Promise<{ default: IslandWords }>;

const files: Record<Locale, Load> & Readonly<Partial<Record<string, Load>>> = {
  fr: () => import('../../../locales/fr/islands.json'),
  nl: () => import('../../../locales/nl/islands.json'),
  en: () => import('../../../locales/en/islands.json'),
};

/** By the language of the page, `fr-BE`; a browser that translates pages writes another one there. */
export async function islandWords(tag: string): Promise<IslandWords> {
  const load = files[tag.slice(0, 2)] ?? files.fr;
  return (await load()).default;
}
