/** The variant selector of a product page: for each axis its values, each with its target article. */
import type { Lang } from '../../world';
import type { Article, Group } from '../catalogue/catalogue';
import { facts, wordOf } from '../facts';
import { capitalise } from '../words/text';

const { axes } = facts.names.words;

interface SelectorIndex {
  byValues: ReadonlyMap<string, Article>;
  /** Per axis, the first article of each value, in the order of the values. */
  firsts: readonly ReadonlyMap<string, Article>[];
}
const indexes = new WeakMap<Group, SelectorIndex>();

function valuesOf(article: Article): string[] {
  return article.attributes.map(({ value }) => value.fr);
}

function indexOf(group: Group): SelectorIndex {
  const known = indexes.get(group);
  if (known) return known;
  const byValues = new Map<string, Article>();
  const firsts: Map<string, Article>[] = [];
  for (const article of group.variants) {
    const values = valuesOf(article);
    byValues.set(values.join('|'), article);
    values.forEach((value, place) => {
      const map = (firsts[place] ??= new Map());
      if (!map.has(value)) map.set(value, article);
    });
  }
  const index = { byValues, firsts };
  indexes.set(group, index);
  return index;
}

/**
 * A value leads to the article that has it and otherwise equals this one. If there is none, it leads to the first
 * article with that value and is marked unavailable.
 */
export function selectorOf(group: Group, article: Article, lang: Lang) {
  if (group.variants.length === 1) return [];
  const { byValues, firsts } = indexOf(group);
  const own = valuesOf(article);
  return article.attributes.map(({ axis }, place) => ({
    name: capitalise(wordOf(axes, axis)[lang]),
    values: [...(firsts[place] ?? [])].map(([value, first]) => {
      const exact = byValues.get(own.with(place, value).join('|'));
      const target = exact ?? first;
      return {
        name: target.attributes[place]?.value[lang] ?? value,
        sku: target.sku,
        available: exact !== undefined,
        selected: own[place] === value,
      };
    }),
  }));
}
