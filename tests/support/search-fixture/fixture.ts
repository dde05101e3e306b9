/** The fixture's fifteen indices, five kinds in three languages, with the body that creates each. */
import { indexBody, type IndexBody } from '../../../sandbox/search/mapping/index-bodies';
import { isObject } from '../../../sandbox/search/json';
import type { IndexName, Lang } from '../../../sandbox/world';
import { productDocuments } from './documents';
import { categories, LANGS, SUFFIX, type Category } from './texts';

type FixtureDocument = Record<string, unknown> & { id: number };

export interface FixtureIndex {
  /** Alias of the index, such as `products_fr_be`. */
  alias: string;
  body: IndexBody;
  documents: readonly FixtureDocument[];
}

/** The dimension of the fixture's vectors, as in the contract's example bodies. */
const DIMS = 4;

function withShortVectors(body: IndexBody): IndexBody {
  const { properties } = body.mappings;
  if (!isObject(properties)) return body;
  const resized = Object.entries(properties).map(([name, property]) => [
    name,
    isObject(property) && property['type'] === 'dense_vector'
      ? { ...property, dims: DIMS }
      : property,
  ]);
  return { ...body, mappings: { ...body.mappings, properties: Object.fromEntries(resized) } };
}

function categoryReference(category: Category, lang: Lang, childs: unknown[]) {
  const { id, level } = category;
  return {
    id,
    level,
    name: category.name[lang],
    url_key: category.urlKey[lang],
    parent: null,
    childs,
  };
}

function categoryDocuments(lang: Lang): FixtureDocument[] {
  const all: Category[] = Object.values(categories);
  return all.map((category) => {
    const parent = all.find(({ id }) => id === category.parent);
    const childs = all.filter((child) => child.parent === category.id);
    return {
      ...categoryReference(category, lang, []),
      subtitle: null,
      sequence: category.sequence,
      redirect_url_key: [`ancien-${category.urlKey[lang]}`],
      description: `<p>${category.name[lang]}</p>`,
      parent: parent ? categoryReference(parent, lang, []) : null,
      childs: childs.map((child) => categoryReference(child, lang, [])),
      images: [],
    };
  });
}

function banner(id: number, visibility: string | null, start: string | null, end: string | null) {
  return { id, type: 'info', visibility, html: '<p>Info</p>', date_start: start, date_end: end };
}

const BANNERS = [
  banner(1, 'all', null, null),
  banner(2, 'connected', '2026-07-20T00:00:00', '2026-07-28'),
  banner(3, 'anonymous', null, null),
  banner(4, null, '2026-07-28 18:00:00', null),
  banner(5, 'all', '2026-07-29', null),
  banner(6, 'all', null, '2026-07-27T23:59:59'),
];

function advertisement(id: number, start: string | null, end: string | null) {
  return {
    id,
    name: `Salon ${id}`,
    display_time: -1,
    display_slot: 'bottom_right',
    date_start: start,
    date_end: end,
    file_url: null,
    site_url: '/page/salon',
  };
}

const ADVERTISEMENTS = [
  advertisement(1, '2026-07-01', '2026-07-31T21:59:59'),
  advertisement(2, '2026-07-27', null),
  advertisement(3, '2026-08-01', null),
];

function program(id: number, from: string | null, to: string | null) {
  return {
    id,
    name: `RFA ${id}`,
    program_type: 'rfa',
    date_from: from,
    date_to: to,
    rules: [{ id: 31, sequence: 1, time_frame: from && to ? { gte: from, lte: to } : null }],
  };
}

const PROGRAMS = [
  program(7, '2026-01-01', '2026-12-31'),
  program(8, '2025-01-01', '2025-12-31'),
  program(9, '2026-01-01', null),
  program(10, '2026-07-28', '2026-07-28'),
];

function documentsOf(index: IndexName, lang: Lang): readonly FixtureDocument[] {
  switch (index) {
    case 'products':
      return productDocuments(lang);
    case 'categories':
      return categoryDocuments(lang);
    case 'info_banners':
      return BANNERS;
    case 'advertisements':
      return ADVERTISEMENTS;
    case 'loyalty_programs':
      return PROGRAMS;
  }
}

const INDEX_NAMES: readonly IndexName[] = [
  'products',
  'categories',
  'info_banners',
  'advertisements',
  'loyalty_programs',
];

export function fixtureIndices(): FixtureIndex[] {
  return LANGS.flatMap((lang) =>
    INDEX_NAMES.map((index) => ({
      alias: `${index}_${SUFFIX[lang]}`,
      body: withShortVectors(indexBody(index, lang)),
      documents: documentsOf(index, lang),
    })),
  );
}
