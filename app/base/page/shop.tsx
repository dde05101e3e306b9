/** What every component can read: locale, translations, formats, the page's address, whether a customer is signed in. */
import { createContext, useContext, type ReactElement } from 'react';
import { noContent, type SiteContent } from './site-content';
import type { Day } from '~/base/kernel/day';
import { formatsFor, type Formats } from '~/base/i18n/formats';
import { fallbackLocale, type Locale } from '~/base/i18n/locales';
import type { Site } from '../../../server/context';
import { translator, type Translate } from '~/base/i18n/translate';

export interface Shop {
  locale: Locale;
  /** Language tag of the locale. */
  tag: string;
  t: Translate;
  formats: Formats;
  /** Path and query of this page, for links and forms that come back to it. */
  here: string;
  /** A fresh key for a form of the page (page/forms/idempotency-key.server.ts). */
  formKey: () => string;
  /** Id of the answer to a form that the page shows and that can be shown in any language; null for none. */
  answerId: string | null;
  signedIn: boolean;
  /** Rows of lists come without pictures: the browser asks for less data. */
  savesData: boolean;
  /** Pieces of a product above which the shop asks first, where this customer's usual quantity is not known. */
  askAbove: number;
  /** False for a customer who only looks things up (students); a visitor may once signed in. */
  mayOrder: boolean;
  /** Reference of this request, for error pages. */
  reference: string;
  origin: string;
  /** Whether the ERP has a call, `GET documents`: without it its menu entry and buttons are not there. */
  offers: (call: string) => boolean;
  /** Of the shop, for error pages. */
  version: string;
  /** When the page was made; null where its layout could not be loaded. */
  at: Date | null;
  /** What the ERP publishes around every page. */
  content: SiteContent;
  brand: Brand;
  /** By SKU, what this customer has ordered; empty for visitors, and while it is not known. */
  ordered: ReadonlyMap<string, OrderedBefore>;
  /**
   * Returns the markup of a part of a customer's page, from memory where its entry is known (KeptPart); null on a page
   * that draws all of its parts. It renders, so a component calls it after its last hook.
   */
  kept: (<T>(part: Part<T>, entry: T) => string) | null;
}

/** A component whose content depends on `entry` and the language alone. */
export type Part<T> = (props: { entry: T }) => ReactElement;

/** How a product was ordered over the last twelve months. */
export interface OrderedBefore {
  lastOn: Day;
  /** Pieces of a usual day of orders; null after a single one, which makes nothing usual. */
  usual: number | null;
}

/** Whose shop it is (SHELL-04). */
export type Brand = Site['brand'];
export type Desk = Brand['desks'][number];

/** For a page whose layout could not be loaded. */
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
