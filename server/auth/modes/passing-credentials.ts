/**
 * Credentials of ERP calls without a stored session: while a session is being created, for a guest who may get one
 * (register, set password), and for the last call of an ended session. With these credentials, a 401 ends no session.
 */
import type { ErpCredentials } from '../../upstream/erp/erp-credentials';
import { cookieAdder, cookieHeader } from '../erp-cookies';

/** Holds the ERP's cookies until a session stores them. */
export interface CookieHolder {
  cookies: string | null;
}

const nothing = (): Promise<void> => Promise.resolve();

function collectCookies(holder: CookieHolder): ErpCredentials['received'] {
  return async (setCookies, url) => {
    const withCookies = await cookieAdder();
    holder.cookies = withCookies(holder.cookies, setCookies, url);
  };
}

export const bearerCredentials = (
  access: string,
  holder: CookieHolder,
  customerRef: string | null,
): ErpCredentials => ({
  headers: () => Promise.resolve({ authorization: `Bearer ${access}` }),
  received: collectCookies(holder),
  rejected: nothing,
  customerRef,
});

export const cookieCredentials = (
  holder: CookieHolder,
  customerRef: string | null,
): ErpCredentials => ({
  async headers(url) {
    const cookie = await cookieHeader(holder.cookies, url);
    return cookie === null ? {} : { cookie };
  },
  received: collectCookies(holder),
  rejected: nothing,
  customerRef,
});
