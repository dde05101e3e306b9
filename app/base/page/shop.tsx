/**
 * The context that every component can read: locale, translations, formats, the page's address, whether a customer is
 * signed in.
 */
import { createContext, useContext, type ReactElement } from 'react';
import { noContent, type SiteContent } from './site-content';
import type { Day } from '~/base/kernel/day';
import { formatsFor, type Formats } from '~/base/i18n/formats';
import { fallbackLocale, type Locale } from '~/base/i18n/locales';
import type { Site } from '../../../server/context';
import { translator, type Translate } from '~/base/i18n/translate';

export interface Shop {
  locale: Locale;
  /** Language tag of the locale, such as `fr-BE`. */
  tag: string;
  t: Translate;
  formats: Formats;
  /** Path and query of this page, for links and forms that lead back to it. */
  here: string;
  /** A fresh key for a form of the page (page/forms/idempotency-key.server.ts). */
  formKey: () => string;
  /** Id of the stored answer that the page shows, when every language can show it; otherwise null. */
  answerId: string | null;
  signedIn: boolean;
  /** The browser asks to save data, so product lists omit pictures. */
  savesData: boolean;
  /** Number of pieces above which the shop asks for confirmation, when this customer's usual quantity is unknown. */
  askAbove: number;
  /** False for customers who may only browse (students); true for guests, who may order once signed in. */
  mayOrder: boolean;
  /** Reference of this request, for error pages. */
  reference: string;
  origin: string;
  /** Whether the ERP has a call, such as `GET documents`; if not, its menu entry and buttons are hidden. */
  offers: (call: string) => boolean;
  /** Version of the shop, for error pages. */
  version: string;
  /** When the page was rendered; null when its layout could not be loaded. */
  at: Date | null;
  /** Content that the ERP publishes for every page, such as text snippets. */
  content: SiteContent;
  brand: Brand;
  /** The customer's earlier orders by SKU; empty for guests, and when the ERP has not returned them yet. */
  ordered: ReadonlyMap<string, OrderedBefore>;
  /**
   * Returns the markup of a part of a customer's page, from the cache when its entry is cached (CachedPart); null on
   * pages without this cache. It renders, so a component calls it after its last hook.
   */
  kept: (<T>(part: Part<T>, entry: T) => string) | null;
}

/** A component whose content depends on `entry` and the language only. */
export type Part<T> = (props: { entry: T }) => ReactElement;

/** How a product was ordered over the last twelve months. */
export interface OrderedBefore {
  lastOn: Day;
  /** Pieces on a usual order day; null after a single order, from which no usual quantity can be derived. */
  usual: number | null;
}

/** The company whose shop this is (SHELL-04). */
export type Brand = Site['brand'];
export type Desk = Brand['desks'][number];

/** The brand of a page whose layout could not be loaded. */
export const noBrand: Brand = {
  name: '',
  company: { fr: '', nl: '', en: '' },
  desks: [],
  colour: '#0c4e99',
  sheet: null,
  logo: null,
  icon: null,
  digest: '',
};

export const ShopContext = createContext<Shop>({
  locale: fallbackLocale,
  tag: 'fr-BE',
  t: translator(fallbackLocale),
  formats: formatsFor('fr-BE'),
  here: '/fr',
  formKey: () => '',
  answerId: null,
  signedIn: false,
  savesData: false,
  askAbove: Infinity,
  mayOrder: true,
  reference: '',
  origin: '',
  offers: () => true,
  version: '',
  at: null,
  content: noContent,
  brand: noBrand,
  ordered: new Map(),
  kept: null,
});
export const useShop = (): Shop => useContext(ShopContext);
