/** What the ERP publishes for every page: pages in slots, texts by code. Part of what any component may ask for. */
import type { SafeHtml } from '~/base/ui/html';

export interface SiteContent {
  pages: readonly {
    title: string;
    path: string;
    slots: readonly string[];
    group: string | null;
  }[];
  snippets: ReadonlyMap<string, SafeHtml>;
}

export const noContent: SiteContent = { pages: [], snippets: new Map() };
