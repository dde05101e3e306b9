/** Schema of a document of the category index (contract/search.md 3.19); `npm run index` uses it too. */
import { z } from 'zod';
import { id, list, number, text } from '~/base/erp/wire-fields.server';
import { KeysByLang } from '../keys/localized-keys.server';
import { ImageWire } from '../wire/card-wire.server';

export const NodeWire = z.object({
  id,
  name: text,
  url_key: text,
  level: number,
  sequence: number,
});
export const CategoryWire = NodeWire.extend({
  subtitle: text,
  short_description: text,
  description: text,
  seo_title: text,
  meta_keywords: text,
  meta_description: text,
  url_key_locales: KeysByLang,
  parent: z.unknown().optional(),
  childs: list(NodeWire),
  images: list(ImageWire),
});
