/** The bodies (`settings` and `mappings`) that create each of the five indices, per language. */
import type { IndexName, Lang } from '../../world';
import { indexSettings } from './locale-analysis';
import { productMapping } from './products';
import {
  date,
  dateRange,
  integer,
  keyword,
  long,
  nested,
  prefixed,
  sortable,
  stemmed,
  unindexed,
  type Properties,
} from './properties';

export interface IndexBody {
  settings: Record<string, unknown>;
  mappings: Record<string, unknown>;
}

const categories: Properties = {
  id: long,
  level: integer,
  sequence: integer,
  url_key: keyword,
  redirect_url_key: keyword,
  name: { ...stemmed, fields: { plain: prefixed, sortable } },
  description: { ...stemmed, fields: { plain: prefixed } },
  parent: unindexed,
  childs: unindexed,
};

const infoBanners: Properties = {
  id: long,
  date_start: date,
  date_end: date,
  type: keyword,
  visibility: keyword,
};

const advertisements: Properties = {
  id: long,
  display_slot: keyword,
  display_time: integer,
  date_start: date,
  date_end: date,
};

const loyaltyPrograms: Properties = {
  id: long,
  program_type: keyword,
  date_from: date,
  date_to: date,
  rules: nested({ id: long, sequence: integer, time_frame: dateRange }),
};

const OTHERS: Readonly<Record<Exclude<IndexName, 'products'>, Properties>> = {
  categories,
  info_banners: infoBanners,
  advertisements,
  loyalty_programs: loyaltyPrograms,
};

export function indexBody(index: IndexName, lang: Lang): IndexBody {
  return {
    settings: indexSettings(lang),
    mappings:
      index === 'products' ? productMapping() : { dynamic: false, properties: OTHERS[index] },
  };
}
