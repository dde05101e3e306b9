/** Category documents (contract search.md 1.5), with ancestors up to the root and descendants down to the leaves. */
import type { Lang, SearchDocument } from '../../world';
import { categoryTree, type CategoryNode } from '../catalogue/placement';
import { hash32 } from '../random';

/** The short form of a category in a product document. */
export function categoryRef(node: CategoryNode, lang: Lang) {
  return {
    id: node.number,
    name: node.name[lang],
    level: node.level,
    url_key: node.url_key[lang],
    parent: null,
    childs: [],
  };
}

function parentRef(node: CategoryNode | null, lang: Lang): object | null {
  return node && { ...categoryRef(node, lang), parent: parentRef(node.up, lang) };
}

function childRef(node: CategoryNode, lang: Lang): object {
  return {
    ...categoryRef(node, lang),
    ...(node.level === 1 ? { sequence: node.sequence } : {}),
    childs: node.down.map((child) => childRef(child, lang)),
  };
}

/** Old keys for redirects: the key without its parents, and for some categories an even older one. */
function oldKeys(node: CategoryNode, lang: Lang): string[] {
  const tail = node.url_key[lang].split('/').at(-1) ?? '';
  if (node.level === 0) return [];
  return hash32(node.id) % 3 === 0
    ? [`${tail}-${node.number}`, `cat/${tail}-${node.number}`]
    : [`${tail}-${node.number}`];
}

export function categoryDocuments(mediaBase: string, lang: Lang): SearchDocument[] {
  return categoryTree.map((node) => {
    const picture = (size: string) => ({
      src: `${mediaBase}/c/${node.number}/${size}.svg`,
      alt: node.name[lang],
      tag: '',
      sequence: 0,
    });
    return {
      id: node.number,
      name: node.name[lang],
      subtitle: null,
      level: node.level,
      sequence: node.sequence,
      url_key: node.url_key[lang],
      redirect_url_key: oldKeys(node, lang),
      url_key_locales: {
        fr_BE: node.url_key.fr,
        nl_BE: node.url_key.nl,
        en_US: node.url_key.en,
      },
      short_description: null,
      description: `<p>${node.description[lang]}</p>`,
      seo_title: node.level === 0 ? node.name[lang] : null,
      meta_keywords: null,
      meta_description: node.description[lang],
      parent: parentRef(node.up, lang),
      childs: node.down.map((child) => childRef(child, lang)),
      images: [
        {
          small: picture('small'),
          medium: picture('medium'),
          large: picture('large'),
          xlarge: picture('xlarge'),
        },
      ],
    };
  });
}
