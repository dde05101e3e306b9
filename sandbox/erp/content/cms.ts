/** `GET cms/content` (contract/erp.md 6.17 and 15.3), with the pictures and files of its items. */
import { z } from 'zod';
import { idParam, lastValues, type Call } from '../call';
import type { Lang, Text } from '../../world';
import { file, json, notFound, type ErpResponse } from '../protocol/exchange';
import { oneOf, read } from '../protocol/fields';
import { sizeData } from '../protocol/paging';
import { open, type Route } from '../protocol/router';
import { textPdf } from '../sale/pdf';
import { NEWS, type News } from './news';
import { PAGES, SNIPPETS } from './pages';

const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
const TYPES = ['page', 'snippet', 'news'] as const;
type ContentType = (typeof TYPES)[number];

/** Id of an item in one language: the item's number followed by a digit for the language. */
function contentId(id: number, lang: Lang): number {
  return id * 10 + LANGS.indexOf(lang) + 1;
}

function address(type: ContentType, slug: Text, lang: Lang): string {
  return `${lang}/${type}/${slug[lang]}`;
}

function envelope(type: ContentType, id: number, slug: Text, lang: Lang) {
  return {
    id: contentId(id, lang),
    lang,
    url: address(type, slug, lang),
    url_locales: Object.fromEntries(LANGS.map((other) => [other, address(type, slug, other)])),
    type,
  };
}

function picture(call: Call, item: News, size: 'thumbnail' | 'image') {
  if (item.hue === null) return null;
  const name = `${item.slug[call.lang]}-${size}.svg`;
  const url = `${call.erp.publicUrl()}/web/image/${item.id}/${size}`;
  return { url, alt_name: item.title[call.lang], name };
}

function newsContent(call: Call, item: News, lang: Lang) {
  const name = `${item.slug[lang]}.pdf`;
  const url = `${call.erp.publicUrl()}/web/file/${contentId(item.id, lang)}`;
  return {
    ...envelope('news', item.id, item.slug, lang),
    data: {
      type: 'news',
      title: item.title[lang],
      foreword: item.foreword[lang],
      content: item.content[lang],
      thumbnail: picture({ ...call, lang }, item, 'thumbnail'),
      image: picture({ ...call, lang }, item, 'image'),
      file: item.hasFile ? { url, name, mimetype: 'application/pdf' } : null,
    },
  };
}

interface Content extends ReturnType<typeof envelope> {
  data: Record<string, unknown>;
}

function contents(call: Call, type: ContentType, lang: Lang): Content[] {
  if (type === 'news') return NEWS.map((item) => newsContent(call, item, lang));
  if (type === 'snippet')
    return SNIPPETS.map(({ id, code, content }) => {
      const slug = { fr: code, nl: code, en: code };
      const data = { type, code, content: content[lang] };
      return { ...envelope(type, id, slug, lang), data };
    });
  return PAGES.map(({ id, slug, title, content, sequence, group, slots }) => {
    const data = { type, title: title[lang], content: content[lang], sequence, group, slots };
    return { ...envelope(type, id, slug, lang), data };
  });
}

const Query = z.object({
  type: oneOf(TYPES),
  lang: oneOf(['fr', 'nl', 'en', 'de']).optional(),
});

/** Without `lang` the ERP returns all languages. The stand-in has no German content. */
function list(call: Call): ErpResponse {
  const query = read(Query, lastValues(call.query), 'query');
  const langs = LANGS.filter((lang) => query.lang === undefined || lang === query.lang);
  const found = langs.flatMap((lang) => contents(call, query.type, lang));
  return sizeData(found.length, found);
}

function one(call: Call): ErpResponse {
  const url = [call.params['lang'], call.params['type'], call.params['slug']].join('/');
  const found = LANGS.flatMap((lang) => TYPES.flatMap((type) => contents(call, type, lang))).find(
    (content) => content.url === url,
  );
  if (!found) throw notFound();
  return json(200, found);
}

/** A drawn picture: two hills and a sun, in the item's hue. */
function image(call: Call): ErpResponse {
  const item = NEWS.find((candidate) => candidate.id === idParam(call, 'news_id'));
  if (!item || item.hue === null) throw notFound();
  const [width, height] = call.params['size'] === 'thumbnail' ? [320, 180] : [960, 540];
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 16 9"><rect width="16" height="9" fill="hsl(${item.hue} 60% 88%)"/><circle cx="12" cy="2.5" r="1.2" fill="hsl(${item.hue} 70% 70%)"/><path d="M0 9V6q4-3 8 0t8-1v4z" fill="hsl(${item.hue} 45% 55%)"/><path d="M0 9V7.5q5-2.5 9 0t7-.5v2z" fill="hsl(${item.hue} 50% 38%)"/></svg>`;
  return { status: 200, headers: { 'content-type': 'image/svg+xml' }, cookies: [], body };
}

function plainText(markup: string): string[] {
  return markup
    .replace(/<[^<>]+>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const LINE_LENGTH = 90;

/** Breaks lines at spaces, so that a printed page keeps its margins. */
function wrapped(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${line} ${word}`.trim();
    else lines.push(word);
  }
  return lines;
}

function newsFile(call: Call): ErpResponse {
  const id = idParam(call, 'content_id');
  for (const lang of LANGS)
    for (const item of NEWS) {
      if (contentId(item.id, lang) !== id || !item.hasFile) continue;
      const lines = plainText(item.content[lang]).flatMap(wrapped);
      const body = textPdf(item.title[lang], lines);
      return file(`${item.slug[lang]}.pdf`, 'application/pdf', body);
    }
  throw notFound();
}

const released = false;

export const cmsRoutes: Route[] = [
  open('GET', 'cms/content', list, { released }),
  open('GET', 'cms/content/{lang:text}/{type:text}/{slug:text}', one, { released }),
  open('GET', 'web/image/{news_id:int}/{size:text}', image, { download: true }),
  open('GET', 'web/file/{content_id:int}', newsFile, { download: true }),
];
