/**
 * Browsers in which a customer has signed in with a password before (P-90): wrong passwords from elsewhere do not lock
 * them out. A sealed cookie, valid for half a year, contains a random name of the browser and hashes of the last
 * logins; by itself it grants no access.
 */
import { z } from 'zod';
import type { BrowserCookies } from './browser-cookies';
import { foldedLogin } from './folded-login';
import { hashOf, randomId, type Seal } from './seal';

const Known = z.object({ browser: z.string(), logins: z.array(z.string()).max(5) });
type Known = z.output<typeof Known>;

type Request = Parameters<BrowserCookies['read']>[0];
type Response = Parameters<BrowserCookies['set']>[0];

const purpose = 'known-browser';
const seconds = 180 * 86_400;
const maxLogins = 5;

export interface KnownBrowsers {
  /** The name of this browser if any login has signed in here before; sealed, so that it cannot be forged. */
  browserOf(request: Request): string | null;
  /** The name of this browser if this login has signed in here before. */
  nameOf(request: Request, login: string): string | null;
  remember(request: Request, response: Response, login: string): void;
}

const loginHash = (login: string): string => hashOf(foldedLogin(login)).slice(0, 22);

export function createKnownBrowsers({
  cookies,
  seal,
}: {
  cookies: BrowserCookies;
  seal: Seal;
}): KnownBrowsers {
  function read(request: Request): Known | null {
    const sealed = cookies.read(request, cookies.knownBrowser);
    const text = sealed === null ? null : seal.open(purpose, sealed);
    const parsed = text === null ? null : Known.safeParse(JSON.parse(text));
    return parsed?.success ? parsed.data : null;
  }
  return {
    browserOf: (request) => read(request)?.browser ?? null,
    nameOf(request, login) {
      const known = read(request);
      return known?.logins.includes(loginHash(login)) ? known.browser : null;
    },
    remember(request, response, login) {
      const known = read(request);
      const own = loginHash(login);
      const others = (known?.logins ?? []).filter((one) => one !== own);
      const next: Known = {
        browser: known?.browser ?? randomId().slice(0, 22),
        logins: [own, ...others].slice(0, maxLogins),
      };
      cookies.set(
        response,
        cookies.knownBrowser,
        seal.close(purpose, JSON.stringify(next)),
        seconds,
      );
    },
  };
}
