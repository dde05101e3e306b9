/** Connects the shop and the stand-ins: the client registered with the provider, and the shop's environment. */
import type { IdentityClient } from './identity/clients';
import type { Profile } from './erp/quirks';

export const SHOP_CLIENT_ID = 'shop';
export const SHOP_CLIENT_SECRET = 'sandbox-shop-secret';
const LOCALES = ['fr', 'nl', 'en'];
/** Cart sync path of the published modules (quirk `path-uuid-only`): the ERP uses only the uuid in the path. */
const ODOO_SYNC_PATH = 'carts/{uuid}/sync';

export type AuthMode = 'oidc-token' | 'oidc-cookie' | 'credentials';

export interface ShopClientOptions {
  /** Path of the return page, below the locale. */
  redirectPath?: string;
  backchannelPath?: string;
}

/** The provider's registration of a shop at these addresses; the first is the main one. */
export function shopClient(
  shopUrls: readonly string[],
  options: ShopClientOptions = {},
): IdentityClient {
  const {
    redirectPath = '/account/oidc-redirect',
    backchannelPath = '/account/backchannel-logout',
  } = options;
  const origins = shopUrls.map((url) => url.replace(/(?<!\/)\/+$/, ''));
  const [main] = origins;
  const below = (paths: readonly string[]): string[] =>
    origins.flatMap((origin) => paths.map((path) => origin + path));
  return {
    clientId: SHOP_CLIENT_ID,
    clientSecret: SHOP_CLIENT_SECRET,
    redirectUris: below(
      ['', ...LOCALES.map((locale) => `/${locale}`)].map((at) => at + redirectPath),
    ),
    postLogoutRedirectUris: below([
      ...LOCALES.map((locale) => `/${locale}`),
      '/',
      ...LOCALES.map((locale) => `/${locale}/account/signed-out`),
    ]),
    ...(main === undefined ? {} : { backchannelLogoutUri: main + backchannelPath }),
  };
}

export interface SandboxUrls {
  erp: string;
  search: string;
  issuer: string;
  media: string;
}

/** The shop's environment, without the addresses of parts that were not started. */
export function shopSettings(
  urls: Partial<SandboxUrls>,
  { authMode, profile }: { authMode: AuthMode; profile: Profile },
): Record<string, string> {
  return {
    AUTH_MODE: authMode,
    ...(urls.erp === undefined
      ? {}
      : { ERP_URL: `${urls.erp}/`, PAYMENT_HOSTS: new URL(urls.erp).host }),
    // Hosts of the carrier and of the manufacturers' sites in the sample data.
    LINK_HOSTS: ['suivi.example', ...(urls.media ? [new URL(urls.media).host] : [])].join(','),
    ...(urls.search === undefined ? {} : { SEARCH_URL: urls.search }),
    ...(urls.issuer === undefined
      ? {}
      : {
          OIDC_ISSUER: urls.issuer,
          OIDC_CLIENT_ID: SHOP_CLIENT_ID,
          OIDC_CLIENT_SECRET: SHOP_CLIENT_SECRET,
        }),
    ...(profile === 'seed' ? {} : { CART_SYNC_PATH: ODOO_SYNC_PATH }),
  };
}
