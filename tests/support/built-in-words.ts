/** The built-in vocabulary, prepared for use. */
import { preparedBuiltIn } from '~/storefront/search/words/built-in.server';
import type { WordsByLocale } from '~/storefront/search/words/lexicon';

export async function builtInByLocale(): Promise<WordsByLocale> {
  const [fr, nl, en] = await Promise.all([
    preparedBuiltIn('fr'),
    preparedBuiltIn('nl'),
    preparedBuiltIn('en'),
  ]);
  return { fr, nl, en };
}
