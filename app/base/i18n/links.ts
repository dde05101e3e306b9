/** Builds every address of the shop. Slugs may span several segments; each segment is encoded. */
import type { Locale } from './locales';

/**
 * Replaces lone surrogates: `encodeURIComponent` throws on them, and one in a product key would break every list that
 * contains it.
 */
const encoded = (text: string): string =>
  // Fast path: most keys and codes need no encoding, and a page has about a hundred of them.
  /^[\w.~-]*$/.test(text) ? text : encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD'));

const slug = (key: string): string => key.split('/').map(encoded).join('/');

export const links = {
  home: (locale: Locale) => `/${locale}`,
  product: (locale: Locale, key: string, sku?: string) =>
    `/${locale}/p/${slug(key)}${sku ? `?sku=${encoded(sku)}` : ''}`,
  category: (locale: Locale, key: string) => `/${locale}/c/${slug(key)}`,
  search: (locale: Locale, query?: string) =>
    `/${locale}/search${query ? `?q=${encoded(query)}` : ''}`,
  promotions: (locale: Locale) => `/${locale}/promotions`,
  selection: (locale: Locale) => `/${locale}/selection`,
  vetgroup: (locale: Locale) => `/${locale}/vetgroup`,
  quickOrder: (locale: Locale) => `/${locale}/quick-order`,
  scan: (locale: Locale) => `/${locale}/scan`,
  scanLines: (locale: Locale) => `/${locale}/scan/lines`,
  cart: (locale: Locale) => `/${locale}/cart`,
  cartSync: (locale: Locale) => `/${locale}/cart/sync`,
  /** The upload form for an order file, or the preview of a parsed one. */
  cartImport: (locale: Locale, draft?: string) =>
    `/${locale}/cart/import${draft ? `?draft=${encoded(draft)}` : ''}`,
  cartImportTemplate: (locale: Locale) => `/${locale}/cart/import/template`,
  cartCsv: (locale: Locale) => `/${locale}/cart/csv`,
  checkout: (locale: Locale) => `/${locale}/cart-confirm`,
  /** The page that redirects to the payment provider for one attempt. */
  payment: (locale: Locale, attempt: string) =>
    `/${locale}/cart-confirm/payment?attempt=${encoded(attempt)}`,
  orderPlaced: (locale: Locale) => `/${locale}/cart-validated`,
  account: (locale: Locale) => `/${locale}/account`,
  orders: (locale: Locale) => `/${locale}/account/sales`,
  order: (locale: Locale, id: number) => `/${locale}/account/sales/${id}`,
  orderAgain: (locale: Locale, id: number) => `/${locale}/account/sales/${id}/again`,
  orderDownload: (locale: Locale, id: number) => `/${locale}/account/sales/${id}/download`,
  invoiceDownload: (locale: Locale, id: number) => `/${locale}/account/invoices/${id}/download`,
  orderCsv: (locale: Locale, id: number) => `/${locale}/account/sales/${id}/csv`,
  signOut: (locale: Locale) => `/${locale}/account/sign-out`,
  /** Session state for scripts in the browser. */
  session: (locale: Locale) => `/${locale}/account/session`,
  signIn: (locale: Locale, target?: string) =>
    `/${locale}/account/sign-in${target ? `?target=${encoded(target)}` : ''}`,
  register: (locale: Locale, target?: string) =>
    `/${locale}/account/register${target ? `?target=${encoded(target)}` : ''}`,
  registered: (locale: Locale) => `/${locale}/account/registered`,
  /** The contact form; `about` is the initial text of the message. */
  contact: (locale: Locale, about?: string) =>
    `/${locale}/contact${about ? `?about=${encoded(about)}` : ''}`,
  /** `file=no`: the message arrived without its attachment. */
  contactSuccess: (locale: Locale, sent: 'whole' | 'without-file') =>
    `/${locale}/contact-success${sent === 'whole' ? '' : '?file=no'}`,
  newsletter: (locale: Locale) => `/${locale}/newsletter`,
  quotations: (locale: Locale, state?: string) =>
    `/${locale}/account/quotations${state ? `?state=${encoded(state)}` : ''}`,
  quotation: (locale: Locale, id: number) => `/${locale}/account/quotations/${id}`,
  quotationDownload: (locale: Locale, id: number) => `/${locale}/account/quotations/${id}/download`,
  /** The page where a customer saves a product to a wishlist, a quotation or an alert. */
  saveProduct: (locale: Locale, productId: number) =>
    `/${locale}/account/keep?product=${productId}`,
  wishlists: (locale: Locale) => `/${locale}/account/wishlists`,
  wishlist: (locale: Locale, id: number) => `/${locale}/account/wishlists/${id}`,
  wishlistEdit: (locale: Locale, id: number) => `/${locale}/account/wishlists/${id}/edit`,
  documents: (locale: Locale) => `/${locale}/account/documents`,
  /** Downloads the documents of a month; `type` limits the archive to documents of that type. */
  documentsMonth: (locale: Locale, month: string, type: string | null = null) =>
    `/${locale}/account/documents/month/${month}${type === null ? '' : `?type=${type}`}`,
  documentDownload: (locale: Locale, id: number) => `/${locale}/account/documents/${id}/download`,
  productsOnOrder: (locale: Locale) => `/${locale}/account/products_on_order`,
  cancelBackorder: (locale: Locale, id: number) =>
    `/${locale}/account/products_on_order/${id}/cancel`,
  smallAds: (locale: Locale) => `/${locale}/account/smallads`,
  ownSmallAds: (locale: Locale) => `/${locale}/account/smallads?mine=all`,
  smallAd: (locale: Locale, id: number) => `/${locale}/account/smallads/${id}`,
  newSmallAd: (locale: Locale) => `/${locale}/account/smallads/new`,
  smallAdDocument: (locale: Locale, id: number) => `/${locale}/account/smallads/${id}/document`,
  profile: (locale: Locale) => `/${locale}/account/profile`,
  news: (locale: Locale) => `/${locale}/news`,
  newsItem: (locale: Locale, key: string) => `/${locale}/news/${slug(key)}`,
  /** A picture or file of a news item, served through the shop. */
  newsMedium: (locale: Locale, id: number, part: 'thumbnail' | 'image' | 'file') =>
    `/${locale}/news-media/${id}/${part}`,
  contentPage: (locale: Locale, key: string) => `/${locale}/page/${slug(key)}`,
  forgottenPassword: (locale: Locale, target?: string) =>
    `/${locale}/account/forgotten-password${target ? `?target=${encoded(target)}` : ''}`,
  newPassword: (locale: Locale, token: string) =>
    `/${locale}/account/new-password?token=${encoded(token)}`,
  validateEmail: (locale: Locale) => `/${locale}/account/validate-email`,
  signedOut: (locale: Locale) => `/${locale}/account/signed-out`,
  /** The list of forms that the ERP defines, and one of them. */
  erpForms: (locale: Locale) => `/${locale}/form`,
  erpForm: (locale: Locale, code: string) => `/${locale}/form/${encoded(code)}`,
  erpFormSent: (locale: Locale, code: string) => `/${locale}/form/${encoded(code)}?sent`,
  consent: (locale: Locale) => `/${locale}/consent`,
  /** The page that the service worker shows when a page cannot be loaded. */
  offline: (locale: Locale) => `/${locale}/offline`,
  manifest: (locale: Locale) => `/${locale}/manifest.webmanifest`,
  closeBanner: (locale: Locale) => `/${locale}/consent/banner`,
} as const;
