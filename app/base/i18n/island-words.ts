/**
 * Texts that only scripts display. They load with the script and stay in the browser cache, instead of being part of
 * every page.
 */
import type words from '../../../locales/fr/islands.json';
import type { Locale } from './locales';

export type IslandWords = typeof words;
type Load = () => Promise<{ default: IslandWords }>;

const files: Record<Locale, Load> & Readonly<Partial<Record<string, Load>>> = {
  fr: () => import('../../../locales/fr/islands.json'),
  nl: () => import('../../../locales/nl/islands.json'),
  en: () => import('../../../locales/en/islands.json'),
};

/**
 * Loads the texts of the page's language. `tag` is that language, such as `fr-BE`, or another one in a browser that
 * translates pages.
 */
export async function islandWords(tag: string): Promise<IslandWords> {
  const load = files[tag.slice(0, 2)] ?? files.fr;
  return (await load()).default;
}
