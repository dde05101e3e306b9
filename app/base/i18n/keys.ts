/** Types of the keys of all UI texts, derived from the French files: a misspelt key does not compile. */
import type account from '../../../locales/fr/account.json';
import type cart from '../../../locales/fr/cart.json';
import type catalogue from '../../../locales/fr/catalogue.json';
import type checkout from '../../../locales/fr/checkout.json';
import type common from '../../../locales/fr/common.json';
import type contact from '../../../locales/fr/contact.json';
import type documents from '../../../locales/fr/documents.json';
import type errors from '../../../locales/fr/errors.json';
import type forms from '../../../locales/fr/forms.json';
import type home from '../../../locales/fr/home.json';
import type saveProduct from '../../../locales/fr/save-product.json';
import type newsletter from '../../../locales/fr/newsletter.json';
import type offline from '../../../locales/fr/offline.json';
import type quotations from '../../../locales/fr/quotations.json';
import type onOrder from '../../../locales/fr/on-order.json';
import type orders from '../../../locales/fr/orders.json';
import type profile from '../../../locales/fr/profile.json';
import type registration from '../../../locales/fr/registration.json';
import type search from '../../../locales/fr/search.json';
import type smallAds from '../../../locales/fr/small-ads.json';
import type wishlists from '../../../locales/fr/wishlists.json';

/**
 * UI text files by namespace. An interface, so that `templates/slice` can add its own by augmentation.
 *
 * @public
 */
export interface TextFiles {
  account: typeof account;
  cart: typeof cart;
  catalogue: typeof catalogue;
  checkout: typeof checkout;
  common: typeof common;
  contact: typeof contact;
  documents: typeof documents;
  errors: typeof errors;
  forms: typeof forms;
  home: typeof home;
  'save-product': typeof saveProduct;
  newsletter: typeof newsletter;
  offline: typeof offline;
  quotations: typeof quotations;
  'on-order': typeof onOrder;
  orders: typeof orders;
  profile: typeof profile;
  registration: typeof registration;
  search: typeof search;
  'small-ads': typeof smallAds;
  wishlists: typeof wishlists;
}

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'zero' | 'one' | 'other'}`
  ? Base
  : Key;
type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

export type TextKey = {
  [Name in keyof TextFiles]: `${Name}:${Leaves<TextFiles[Name]>}`;
}[keyof TextFiles];
