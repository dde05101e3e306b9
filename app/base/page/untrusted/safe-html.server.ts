/**
 * Sanitizes markup from the ERP and the search index (banners, pages, descriptions, notes), which is untrusted input
 * (contract/erp.md 2.6, P-24). A short list of tags is allowed; id, class, style, form, frame and script are not.
 * `safeLink` checks every link, and pictures load lazily.
 */
import { createHash } from 'node:crypto';
import { Parser, type Handler } from 'htmlparser2';
import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';
import { safeLink, type LinkRules } from './safe-link';
import type { Locale } from '~/base/i18n/locales';
import { translator } from '~/base/i18n/translate';
import type { SafeHtml } from '~/base/ui/html';

/**
 * Maximum length in characters. Longer markup is rejected completely, because sanitizing it would block every other
 * request.
 */
const maxLength = 200_000;

const tags = [
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
  'figcaption',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'div',
];

const optionsFor = (locale: Locale, rules: LinkRules): sanitizeHtml.IOptions => ({
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
  transformTags: {
    // The page has its own first-level heading.
    h1: 'h2',
    a: (_tag, attributes) => {
      const link = safeLink(attributes['href'], locale, rules);
      if (!link) return { tagName: 'span', attribs: {} };
      return {
        tagName: 'a',
        attribs: { href: link.href, ...(link.external ? { rel: 'noopener' } : {}) },
      };
    },
    img: (_tag, attributes) => {
      // Removes a picture without an absolute address: browsers would request it relative to each page that shows it.
      if (!/^(https?:\/\/|\/(?!\/))/i.test(attributes['src'] ?? ''))
        return { tagName: 'span', attribs: {} };
      return {
        tagName: 'img',
        attribs: { ...attributes, alt: attributes['alt'] ?? '', loading: 'lazy' },
      };
    },
  },
});

/**
 * Caches sanitized markup by the digest of its input: sanitizing takes a millisecond per kilobyte, and the same banners
 * and descriptions recur on every page (P-24).
 */
const cleaned = new LRUCache<string, { html: SafeHtml | null }>({
  maxSize: 8 * 1024 * 1024,
  // Size in bytes: two per character, as V8 stores most of these texts, plus 200 for the key.
  sizeCalculation: ({ html }) => 2 * (html?.length ?? 0) + 200,
});

/**
 * Maximum nesting depth, deeper than any real content; the cost of parser and sanitizer grows with the square of the
 * depth.
 */
const maxDepth = 200;
const chunkLength = 2_000;

/** Parses markup in chunks; returns false as soon as it is nested too deep. */
function parsedShallow(raw: string, handler: Partial<Handler>): boolean {
  let depth = 0;
  let isTooDeep = false;
  const parser = new Parser({
    ...handler,
    onopentagname(name) {
      isTooDeep ||= (depth += 1) > maxDepth;
      handler.onopentagname?.(name);
    },
    onclosetag(name, isImplied) {
      depth -= 1;
      handler.onclosetag?.(name, isImplied);
    },
  });
  for (let at = 0; at < raw.length && !isTooDeep; at += chunkLength)
    parser.write(raw.slice(at, at + chunkLength));
  if (!isTooDeep) parser.end();
  return !isTooDeep;
}

/** Whether markup is short and shallow enough to be sanitized. */
export const isModest = (raw: string): boolean => raw.length <= maxLength && parsedShallow(raw, {});

/**
 * Matches a link in sanitized markup. Sanitized markup quotes attributes and escapes `<` and `>` in them, so `<a`
 * without a matching end stops at the next tag.
 */
const link = /<a ([^<>]*)>((?:(?!<\/?a[ >]).)*)<\/a>/gs;

/** Marks external links: visibly by their class, for screen readers by a text. */
function markExternalLinks(html: string, locale: Locale): string {
  const words = translator(locale)('common:leaves');
  return html.replace(link, (whole, attributes: string, inner: string) =>
    attributes.includes('rel="noopener"')
      ? `<a ${attributes} class="out">${inner}<span class="vh"> ${words}</span></a>`
      : whole,
  );
}

function sanitizeText(raw: string, locale: Locale, rules: LinkRules): SafeHtml | null {
  if (!parsedShallow(raw, {})) return null;
  const html = markExternalLinks(sanitizeHtml(raw, optionsFor(locale, rules)).trim(), locale);
  return html === '' ? null : (html as SafeHtml);
}

/** Sanitizes markup. Null when there is no markup to show (empty, not a string, too long or too deep). */
export function safeHtml(raw: unknown, locale: Locale, rules: LinkRules): SafeHtml | null {
  if (typeof raw !== 'string' || raw.length > maxLength) return null;
  const digest = createHash('sha256').update(raw).digest('base64');
  const key = `${locale}${digest}${rules.origin} ${rules.linkHosts.join(' ')}`;
  const kept = cleaned.get(key) ?? { html: sanitizeText(raw, locale, rules) };
  cleaned.set(key, kept);
  return kept.html;
}

/** Elements that end a line, after which plain text needs a space. */
const blocks = new Set('br p li div td th tr h1 h2 h3 h4 h5 h6 dt dd caption'.split(' '));
/** Elements whose content is not readable text. */
const silent = new Set(['script', 'style', 'textarea', 'option', 'noscript', 'title']);

/** Extracts the plain text, for summaries and meta descriptions. One pass of the parser, linear in the length. */
export function plainText(raw: unknown): string {
  if (typeof raw !== 'string' || raw.length > maxLength) return '';
  const words: string[] = [];
  let hushed = 0;
  const isShallow = parsedShallow(raw, {
    onopentagname(name) {
      if (silent.has(name)) hushed += 1;
      if (name === 'br') words.push(' ');
    },
    onclosetag(name) {
      if (silent.has(name)) hushed -= 1;
      if (blocks.has(name)) words.push(' ');
    },
    ontext(text) {
      if (hushed === 0) words.push(text);
    },
  });
  if (!isShallow) return '';
  return words.join('').split(/\s/).filter(Boolean).join(' ');
}
