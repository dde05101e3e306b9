/**
 * Values that the server entry passes to the HTML document: addresses of the built client, and the state of the
 * response.
 */
import { createContext, useContext } from 'react';
import type { Locale } from '~/base/i18n/locales';
import type { Shop } from '../shop';
import type { StoredAnswer } from '../forms/stored-answers.server';

/** The shop context for an error page whose root loader did not run, as after a failed post. */
export interface Frameless extends Pick<
  Shop,
  'tag' | 'reference' | 'origin' | 'brand' | 'version'
> {
  locale: Locale;
  /** Requested path and query. */
  here: string;
  /**
   * The answer to a failed post, when it could not be stored and is therefore not shown after a redirect; else null.
   */
  answer: StoredAnswer | null;
}

interface EntryAssets {
  /** CSP nonce of the inline scripts; undefined on a page that is cached and the same for everyone. */
  nonce: string | undefined;
  /** Address of the module script that enhances the page; null on error pages rendered without a manifest. */
  script: string | null;
  /** The page is a response 200 to a GET, so that reloading it changes nothing (PWA-03). */
  wasRead: boolean;
  /** The page shows a form with invalid fields; the page title then begins with a hint (SHELL-07). */
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
