/**
 * Markup from the back office and the search index (banners, pages, descriptions, notes) is somebody else's
 * input (contract/erp.md 2.6, P-24): a short list of tags stays, no id, class, style, form, frame or script
 * does, links go through the one judge of links, pictures load late.
 */
import sanitizeHtml from 'sanitize-html';
import { safeLink } from '~/http/safe-link';
import type { Locale } from '~/i18n/locales';
import type { SafeHtml } from '~/ui/html';

/** Longer markup is refused whole: cleaning it would hold up every other request. */
const maxLength = 200_000;

const tags = [
  ...[
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'h5',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'pre',
  ],
  ...[
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'small',
    'sub',
    'sup',
    'span',
    'code',
    'img',
    'figure',
  ],
  ...['figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'div'],
];

const optionsFor = (locale: Locale): sanitizeHtml.IOptions => ({
  allowedTags: tags,
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 40,
  // A picture without an address of its own would be asked for beside every page that shows it.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^(https?:\/\/|\/(?!\/))/i.test(attribs['src'] ?? ''),
  transformTags: {
    // The page has its own first heading.
    h1: 'h2',
    a: (_tag, attributes) => {
      const link = safeLink(attributes['href'], locale);
      if (!link) return { tagName: 'span', attribs: {} };
      return {
        tagName: 'a',
        attribs: { href: link.href, ...(link.external ? { rel: 'noopener' } : {}) },
      };
    },
    img: (_tag, attributes) => ({
      tagName: 'img',
      attribs: { ...attributes, alt: attributes['alt'] ?? '', loading: 'lazy' },
    }),
  },
});

const options = new Map<Locale, sanitizeHtml.IOptions>();

/** Null when there is nothing to show (empty, not text, or too long). */
export function safeHtml(raw: unknown, locale: Locale): SafeHtml | null {
  if (typeof raw !== 'string' || raw.length > maxLength) return null;
  let own = options.get(locale);
  if (!own) options.set(locale, (own = optionsFor(locale)));
  const clean = sanitizeHtml(raw, own).trim();
  return clean === '' ? null : (clean as SafeHtml);
}

/** The words alone, for summaries and meta descriptions. */
export function plainText(raw: unknown): string {
  if (typeof raw !== 'string' || raw.length > maxLength) return '';
  const spaced = raw.replace(/<(br|\/p|\/li|\/h\d|\/div|\/t[dh])\b[^>]*>/gi, ' $&');
  return sanitizeHtml(spaced, {
    allowedTags: [],
    allowedAttributes: {},
    textFilter: decodeEntities,
  })
    .replace(/\s+/g, ' ')
    .trim();
}

/** The sanitiser escapes text for markup; here it becomes text again. */
const decodeEntities = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
