/**
 * The one sanitiser of HTML and addresses that come from the back office and the search index (descriptions,
 * banners, pages): an allow-list of text markup, no script, style, form or frame; links only to http(s),
 * mail, telephone and this site, outside ones without a way back to this window (SHELL-06, P-24, P-30).
 */
import sanitizeHtml, { type IOptions } from 'sanitize-html';

/** Longer than any description; what is above is not shown at all rather than cut in the middle of a tag. */
const maxLength = 200_000;

/** `https:`, `mailto:` … or a path of this site; everything else (javascript:, data:, `//host`) is null. */
export function safeHref(address: string | null | undefined): string | null {
  if (!address) return null;
  const trimmed = address.trim();
  // Browsers drop control characters and read `\` as `/`: what holds one is no honest address.
  if (/[\u0000-\u001f\u007f\\]/.test(trimmed)) return null;
  if (/^(\/(?!\/)|#|\?)/.test(trimmed)) return trimmed;
  return /^(https?:\/\/[^/]|mailto:|tel:)/i.test(trimmed) ? trimmed : null;
}

export const isOutside = (href: string): boolean => /^https?:/i.test(href);

const options: IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre', 'code', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...[
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'small',
      'sub',
      'sup',
    ],
    ...['a', 'img', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure'],
    ...['figcaption', 'abbr', 'mark'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    abbr: ['title'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'svg',
    'math',
    'title',
  ],
  nestingLimit: 40,
  transformTags: {
    // The page has one h1, its own.
    h1: 'h2',
    a: (tagName, { href, title }) => {
      const safe = safeHref(href);
      return {
        tagName,
        attribs: {
          ...(safe ? { href: safe } : {}),
          ...(safe && isOutside(safe) ? { rel: 'noopener noreferrer' } : {}),
          ...(title ? { title } : {}),
        },
      };
    },
    img: (tagName, { src, alt, width, height }) => {
      const safe = safeHref(src);
      return {
        tagName,
        attribs: {
          ...(safe ? { src: safe } : {}),
          alt: alt ?? '',
          loading: 'lazy',
          ...(width ? { width } : {}),
          ...(height ? { height } : {}),
        },
      };
    },
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs['src'],
};

const cache = new Map<string, string>();
const cacheEntries = 500;

/** Markup that may be put on a page as it is. Remembered: the same descriptions come again and again. */
export function sanitiseHtml(html: string): string {
  if (html.length > maxLength) return '';
  const known = cache.get(html);
  if (known !== undefined) return known;
  const clean = sanitizeHtml(html, options).trim();
  const oldest = cache.size >= cacheEntries ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(html, clean);
  return clean;
}

/** Text alone, for descriptions in `<head>` and rows. Not escaped: React does that. */
export function plainText(html: string): string {
  const stripped = sanitizeHtml(
    html.slice(0, maxLength).replace(/<(\/p|\/li|\/h\d|br)[^>]*>/gi, ' $&'),
    {
      allowedTags: [],
      allowedAttributes: {},
      nonTextTags: options.nonTextTags ?? [],
    },
  );
  return unescaped(stripped).replace(/\s+/g, ' ').trim();
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
