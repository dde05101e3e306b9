/** Texts that only script shows: loaded with it, and kept by the browser, instead of being in every page. */
import type words from '../../locales/fr/islands.json';
import type { Locale } from './locales';

export type IslandWords = typeof words;
type Load = () => Promise<{ default: IslandWords }>;

const files = {
  fr: () => import('../../locales/fr/islands.json'),
  nl: () => import('../../locales/nl/islands.json'),
  en: () => import('../../locales/en/islands.json'),
} satisfies Record<Locale, Load>;
const byLocale: Readonly<Record<string, Load>> = files;

/** By the language of the page, `fr-BE`. */
export async function islandWords(tag: string): Promise<IslandWords> {
  const load = byLocale[tag.slice(0, 2)] ?? files.fr;
  return (await load()).default;
}
