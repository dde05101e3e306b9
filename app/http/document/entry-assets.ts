/** Addresses of the built client, handed from the entry to the document. */
import { createContext, useContext } from 'react';

export interface EntryAssets {
  nonce: string;
  /** Module script of the islands; null on error pages rendered without a manifest. */
  script: string | null;
}

export const EntryAssetsContext = createContext<EntryAssets>({ nonce: '', script: null });
export const useEntryAssets = (): EntryAssets => useContext(EntryAssetsContext);
