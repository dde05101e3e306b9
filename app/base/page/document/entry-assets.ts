/** Values that the entry passes to the document: addresses of the built client, and the state of the response. */
import { createContext, useContext } from 'react';
import type { Locale } from '~/base/i18n/locales';
import type { Shop } from '../shop';
import type { StoredAnswer } from '../forms/stored-answers.server';

/** The shop context without the root's loader, which does not run when a post has failed. */
export interface Frameless extends Pick<
  Shop,
  'tag' | 'reference' | 'origin' | 'brand' | 'version'
> {
  locale: Locale;
  /** Requested path and query. */
  here: string;
  /** The answer to a failed post, when it could not be stored and shown after a redirect. */
  answer: StoredAnswer | null;
}

export interface EntryAssets {
  /** CSP nonce; undefined on a page that is the same for everyone. */
  nonce: string | undefined;
  /** Module script of the islands; null on error pages rendered without a manifest. */
  script: string | null;
  /** The page answers a GET with 200, so reloading it only reads it again (PWA-03). */
  wasRead: boolean;
  /** The page shows a form with invalid fields; its title says so (SHELL-07). */
  toCorrect: boolean;
  /** Address of the whole stylesheet, when the page inlines its own styles; null when the head links the sheet. */
  laterSheet: string | null;
  frameless: Frameless | null;
  /** The error that a layout's boundary shows instead of the page or its frame; null when the page renders. */
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
