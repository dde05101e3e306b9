/** Addresses of the built client, handed from the entry to the document. */
import { createContext, useContext } from 'react';
import type { Locale } from '~/base/i18n/locales';
import type { Shop } from '../shop';
import type { StoredAnswer } from '../forms/stored-answers.server';

/** What is known of the shop without the root's loader, which does not run where a post has failed. */
export interface Frameless extends Pick<
  Shop,
  'tag' | 'reference' | 'origin' | 'brand' | 'version'
> {
  locale: Locale;
  /** Path and query that were asked for. */
  here: string;
  /** What the post has failed with and could not be kept for a page of its own. */
  answer: StoredAnswer | null;
}

export interface EntryAssets {
  /** None on a page that is the same for everyone. */
  nonce: string | undefined;
  /** Module script of the islands; null on error pages rendered without a manifest. */
  script: string | null;
  /** The page answers a GET with 200: reading it again is all that loading it again does (PWA-03). */
  wasRead: boolean;
  /** The page shows a form with fields that are to be corrected: its title says so (SHELL-07). */
  toCorrect: boolean;
  /** The whole sheet of a page that has its styles in itself; null where the page names it in its head. */
  laterSheet: string | null;
  frameless: Frameless | null;
  /** Shown in place of the page, or of its frame, by the boundary of a layout; null where the page is shown. */
  error: unknown;
}

export const EntryAssetsContext = createContext<EntryAssets>({
  nonce: undefined,
  script: null,
  wasRead: false,
  toCorrect: false,
  laterSheet: null,
  frameless: null,
  error: null,
});
export const useEntryAssets = (): EntryAssets => useContext(EntryAssetsContext);
