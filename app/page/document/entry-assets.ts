/** Addresses of the built client, handed from the entry to the document. */
import { createContext, useContext } from 'react';

export interface EntryAssets {
  /** None on a page that is the same for everyone. */
  nonce: string | undefined;
  /** Module script of the islands; null on error pages rendered without a manifest. */
  script: string | null;
  /** The page answers a GET with 200: reading it again is all that loading it again does (PWA-03). */
  wasRead: boolean;
  /** The whole sheet of a page that has its styles in itself; null where the page names it in its head. */
  laterSheet: string | null;
}

export const EntryAssetsContext = createContext<EntryAssets>({
  nonce: undefined,
  script: null,
  wasRead: false,
  laterSheet: null,
});
export const useEntryAssets = (): EntryAssets => useContext(EntryAssetsContext);
