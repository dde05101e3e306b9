/**
 * Files below the media address, by path:
 * - pictures of an article: `p/{article}/{size}.svg` and `p/{article}-box/…`;
 * - brand signs: `b/{firm}.svg`;
 * - pictures of a category: `c/{category}/{size}.svg`;
 * - advertisements: `a/{id}-{lang}.svg`;
 * - PDF documents: `d/{article}/{paper}-{lang}.pdf`.
 */
import { createHash } from 'node:crypto';
import type { Lang } from '../../world';
import type { Article, Group } from '../catalogue/catalogue';
import { categoryTree } from '../catalogue/placement';
import type { PictureKind } from '../catalogue/product';
import { advertTitle } from '../documents/banners';
import { facts } from '../facts';
import { drawAdvert } from './advert';
import { categoryPictureKind } from './category-kinds';
import { drawPicture, hasWords, isPictureSize, type PictureSize } from './draw';
import { toneOf, type Brush } from './palette';
import { drawPdf } from './pdf';
import { brandSign } from './tools';

export interface Media {
  type: string;
  body: string;
}
interface MediaSource {
  today: string;
  find(articleId: number): { group: Group; article: Article } | null;
}

const titles = new Map(facts.names.document_titles);
const hexOf = new Map(facts.colors.map((color) => [color.id, color.hex]));

const svg = (body: string): Media => ({ type: 'image/svg+xml', body });

/** Bytes of typical catalogue photographs: drawings of one kilobyte would make the shop look faster than it is. */
export const pictureBytes: Readonly<Record<PictureSize, number>> = {
  small: 6_000,
  medium: 20_000,
  large: 40_000,
  xlarge: 60_000,
};
/** Base64 of a hash, which compresses as badly as the bytes of a photograph. */
const ballast = Array.from({ length: 700 }, (_, at) =>
  createHash('sha512').update(String(at)).digest('base64'),
).join('');

/** Pads a drawing with a comment to the weight of a photograph of its size. */
function weighed(drawing: string, size: PictureSize): string {
  const missing = pictureBytes[size] - drawing.length - '<!---->'.length;
  return drawing.replace(/<\/svg>$/, `<!--${ballast.slice(0, missing)}--></svg>`);
}

const picture = (kind: PictureKind, brush: Brush, size: PictureSize): Media =>
  svg(weighed(drawPicture(kind, brush, size), size));

const pdf = (body: string): Media => ({ type: 'application/pdf', body });

export function createMedia(source: MediaSource) {
  return (path: string): Media | null => {
    const clean = path.replace(/^\/+/, '');
    const [kind, name = '', file = ''] = clean.split('/');
    const size = file.replace(/\.svg$/, '');
    switch (kind) {
      case 'p':
        return file.endsWith('.svg') && isPictureSize(size)
          ? articlePicture(source, name, size)
          : null;
      case 'c':
        return file.endsWith('.svg') && isPictureSize(size) ? categoryPicture(name, size) : null;
      case 'b':
        return sign(name);
      case 'a':
        return advert(name);
      case 'd':
        return paper(source, clean);
      default:
        return null;
    }
  };
}

function articlePicture(source: MediaSource, name: string, size: PictureSize): Media | null {
  const match = /^(\d+)(-box)?$/.exec(name);
  const found = match && source.find(Number(match[1]));
  if (!found) return null;
  const { group, article } = found;
  const line = article.attributes[0]?.value.fr ?? '';
  return picture(
    match[2] ? 'box' : article.picture,
    {
      tone: toneOf(group.brand.id),
      tint: article.color ? (hexOf.get(article.color) ?? null) : null,
      words: hasWords(size)
        ? {
            head: shorten(group.family === 'meds' ? group.model.fr : group.brand.name),
            line: shorten(line),
          }
        : null,
    },
    size,
  );
}

/** Shortens text to the width of a label. */
function shorten(words: string): string {
  const most = 22;
  if (words.length <= most) return words;
  const cut = words.slice(0, most);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 12)).replace(/(?<![ ,;])[ ,;]+$/, '');
}

function categoryPicture(name: string, size: PictureSize): Media | null {
  const node = categoryTree.find(({ number }) => String(number) === name);
  if (!node) return null;
  let root = node;
  while (root.up) root = root.up;
  return picture(
    categoryPictureKind(node),
    { tone: toneOf(root.id), tint: null, words: null },
    size,
  );
}

function sign(name: string): Media | null {
  const brand = facts.brands.find(({ sequence }) => `${sequence}.svg` === name);
  return brand
    ? svg(brandSign(brand.name, { tone: toneOf(brand.id), tint: null, words: null }))
    : null;
}

function readLang(code: string | undefined): Lang | null {
  return code === 'fr' || code === 'nl' || code === 'en' ? code : null;
}

function advert(name: string): Media | null {
  const match = /^(\d+)-([a-z]{2})\.svg$/.exec(name);
  const lang = readLang(match?.[2]);
  const title = match && advertTitle(Number(match[1]));
  return title && lang ? svg(drawAdvert(title[lang], Number(match[1]))) : null;
}

function paper(source: MediaSource, path: string): Media | null {
  const match = /^d\/(?:(\d+)\/)?([a-z]+)-([a-z]{2})\.pdf$/.exec(path);
  const lang = readLang(match?.[3]);
  if (!match?.[2] || !lang) return null;
  if (!match[1]) {
    if (match[2] !== 'catalogue') return null;
    const title = {
      fr: 'Catalogue de matériel',
      nl: 'Materiaalcatalogus',
      en: 'Equipment catalogue',
    };
    const paragraphs = categoryTree
      .filter((node) => node.level === 1)
      .map((node) => node.description[lang]);
    return pdf(drawPdf({ title: title[lang], subtitle: source.today, paragraphs }));
  }
  const found = source.find(Number(match[1]));
  const title = titles.get(match[2])?.[lang];
  if (!found || !title) return null;
  const { group, article } = found;
  const description = group.voice.description(article.profile, lang, group.variants);
  const fields = group.voice
    .attributes(article, lang)
    .flatMap((part) => [
      part.group_name.toUpperCase(),
      ...part.fields.map((field) => `${field.name}: ${said(field.value)}`),
    ]);
  return pdf(
    drawPdf({
      title: `${title} - ${group.model[lang]}`,
      subtitle: `${article.shortName[lang]} - ${group.brand.name} - ${article.sku}`,
      paragraphs: [...description.split(/<\/?(?:p|li|ul)>/).filter(Boolean), ...fields],
    }),
  );
}

function said(value: string | boolean | number | string[]): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === true ? 'x' : String(value);
}
