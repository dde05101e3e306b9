/**
 * Content that the ERP publishes for every page: pages by slot, text snippets by code. Available to every component.
 */
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
