/** Countries, regions and titles by id, in the requested language (contract/erp.md 6.1, 8.8). */
import type { Lang, Text, World } from '../../world';

export const TITLES: readonly { id: number; code: string; name: Text }[] = [
  { id: 1, code: 'title_mrs', name: { fr: 'Madame', nl: 'Mevrouw', en: 'Mrs' } },
  { id: 2, code: 'title_mr', name: { fr: 'Monsieur', nl: 'De heer', en: 'Mr' } },
  { id: 3, code: 'title_miss', name: { fr: 'Mademoiselle', nl: 'Mejuffrouw', en: 'Miss' } },
  { id: 4, code: 'title_dr', name: { fr: 'Docteur', nl: 'Dr.', en: 'Doctor' } },
];

export function countryById(world: World, id: number | null, lang: Lang) {
  const found = world.countries.find((country) => country.id === id);
  return found ? { id: found.id, name: found.name[lang], code: found.code } : null;
}

export function stateById(world: World, id: number | null, lang: Lang) {
  const found = world.states.find((state) => state.id === id);
  return found ? { id: found.id, name: found.name[lang], code: found.code } : null;
}

export function titleById(id: number | null, lang: Lang) {
  const found = TITLES.find((title) => title.id === id);
  return found ? { id: found.id, name: found.name[lang] } : null;
}

export function countryIdOf(world: World, code: string | null): number | null {
  return world.countries.find((country) => country.code === code)?.id ?? null;
}

export function stateIdOf(world: World, code: string | null): number | null {
  return world.states.find((state) => state.code === code)?.id ?? null;
}
