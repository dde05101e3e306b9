/** Product documents, one per variant and language (contract search.md 1.4). */
import type { Lang, SearchDocument } from '../../world';
import type { Profile } from '../catalogue/product';
import { createArticleFields } from './article-fields';
import type { Catalogue } from './catalogue-context';
import { groupFields, profileFields } from './group-fields';
import { loyaltyPrograms } from './loyalty';

/** Language-neutral fields are generated once and shared by the documents of all languages. */
export function createProductDocuments(catalogue: Catalogue) {
  const { neutralFields, localFields } = createArticleFields(catalogue);
  const programs = loyaltyPrograms(catalogue.today);
  return function* productDocuments(lang: Lang): Generator<SearchDocument> {
    for (const group of catalogue.groups) {
      const shared = groupFields(catalogue, programs, group, lang);
      const profiles = new Map<Profile, Record<string, unknown>>();
      for (const [index, article] of group.variants.entries()) {
        let profile = profiles.get(article.profile);
        if (!profile) {
          profile = profileFields(catalogue, group, article.profile, lang);
          profiles.set(article.profile, profile);
        }
        // Object.assign is 30 times faster than spreads with this many fields.
        yield Object.assign(
          {},
          neutralFields(group, article, index),
          localFields(group, article, lang),
          shared,
          profile,
        );
      }
    }
  };
}
