/** Search terms for a short description: every animal and illness with its first synonyms. */
import type { Lang, Text } from '../../world';
import { indicationOf, speciesOf } from '../facts';
import { inSentence } from './text';

const MOST = 2;

const KEYWORDS: Text = { fr: 'Mots-clés\u00a0: ', nl: 'Trefwoorden: ', en: 'Keywords: ' };

const withSynonyms = (name: string, synonyms: readonly string[]): string =>
  [name, ...synonyms.slice(0, MOST)].join(', ');

/** Text such as `Mots-clés : chien, canin, chienne, chat, félin, chatte ; otite externe, otite, oreille.` */
export function alsoCalled(
  species: readonly string[],
  indications: readonly string[],
  lang: Lang,
): string {
  const animals = species.map((id) => {
    const { name, synonyms } = speciesOf(id);
    return withSynonyms(name[lang], synonyms[lang]);
  });
  const illnesses = indications.map((id) => {
    const { name, synonyms } = indicationOf(id);
    return withSynonyms(inSentence(name[lang]), synonyms[lang]);
  });
  const parts = [animals.join(', '), illnesses.join(', ')].filter(Boolean);
  return `${KEYWORDS[lang]}${parts.join(lang === 'fr' ? '\u00a0; ' : '; ')}.`;
}
