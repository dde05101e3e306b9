/** A sample world with texts, markup and links of an attacker. */
import type { SearchDocument, World } from '../../sandbox/world';
import { hostileMarkup, hostileText } from './hostile-markup';

/** Marks places where markup is rendered; hostile markup follows. */
export const marker = '<p>écrit ailleurs</p>';
/** The list is reversed, so that unclosed markup comes last and does not swallow the rest. */
export const hostilePage = marker + [...hostileMarkup].reverse().join(' ');
/** Start of the keywords of every document; the hostile text follows. */
export const keywords = 'traite, "gants & co"';

const texts = new Set(
  'name short_name seo_title meta_description short_description subtitle alt group_name supplier_name'.split(
    ' ',
  ),
);
const markup = new Set(['description', 'html']);
const addresses: Readonly<Record<string, string>> = {
  link_info: 'javascript:__hit()',
  link_notice: 'data:text/html,<script>__hit()</script>',
  link_video: 'vbscript:__hit()',
  file_url: 'file:///etc/passwd',
  site_url: ' java\tscript:__hit()',
};

/** The same document with hostile values for every human text; keys and codes stay. */
function poisoned(value: unknown, key = ''): unknown {
  if (key in addresses) return addresses[key];
  if (typeof value === 'string') {
    if (texts.has(key)) return `${value} ${hostileText}`;
    return markup.has(key) ? hostilePage : value;
  }
  if (Array.isArray(value)) return value.map((one) => poisoned(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name)]),
  );
}

/** The sample documents have no keywords. */
const poisonedDocument = (document: SearchDocument): SearchDocument => ({
  ...document,
  meta_keywords: `${keywords} ${hostileText}`,
  ...Object.fromEntries(
    Object.entries(document)
      .filter(([key]) => key !== 'meta_keywords')
      .map(([key, value]) => [key, poisoned(value, key)]),
  ),
});

export function poisonedWorld(world: World): World {
  return {
    ...world,
    *documents(index, lang) {
      for (const document of world.documents(index, lang)) yield poisonedDocument(document);
    },
  };
}
