/** A category of the catalogue, as its page displays it. */
import type { SafeHtml } from '~/base/ui/html';
import type { CategoryRef } from '../product';

export interface Category {
  id: number;
  name: string;
  subtitle: string | null;
  urlKey: string;
  level: number;
  /** The short description; null when the long description begins with it. */
  shortDescription: string | null;
  description: SafeHtml | null;
  seoTitle: string;
  metaDescription: string;
  keywords: string | null;
  /** URL key of the category by language code of the index (`nl_BE`). */
  urlKeyByLang: Readonly<Record<string, string>>;
  /** Parent categories, from the top level down to the direct parent. */
  ancestors: readonly CategoryRef[];
  children: readonly CategoryRef[];
  picture: { src: string; alt: string } | null;
}
