/**
 * Cookies that sign-in stores in the browser (AUTH-02, P-10): opaque, HttpOnly, SameSite=Lax, Path=/, no Domain.
 * SameSite=Strict would omit them on the return from the provider and on links in e-mails. On https they are Secure and
 * have the `__Host-Http-` prefix; plain http (development) has neither.
 */
/** The used parts of a request and a response. */
interface Sent {
  headers: { cookie?: string | undefined };
}
interface Answer {
  getHeader(name: string): number | string | string[] | undefined;
  setHeader(name: string, value: string[]): unknown;
}

export interface BrowserCookies {
  readonly session: string;
  /** Name of the cookie of one sign-in attempt. */
  transaction(state: string): string;
  /** Name of the cookie that finds a saved form. */
  readonly savedForm: string;
  /** Name of the cookie that marks a browser in which a customer has signed in before. */
  readonly knownBrowser: string;
  /** Name of the cookie that identifies the customer who signed out last. */
  readonly left: string;
  read(request: Sent, name: string): string | null;
  /** All cookies of sign-in attempts that the browser sent. */
  transactions(request: Sent): { name: string; value: string }[];
  set(response: Answer, name: string, value: string, maxAgeSeconds: number): void;
  clear(response: Answer, name: string): void;
}

function pairsOf(request: Sent): [name: string, value: string][] {
  const header = request.headers.cookie ?? '';
  return header.split(';').flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=');
    return equals < 1 ? [] : [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]];
  });
}

export function createBrowserCookies(publicUrl: string): BrowserCookies {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-Http-' : '';
  const attributes = `Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  const transactionPrefix = `${prefix}txn-`;

  function set(response: Answer, name: string, value: string, maxAgeSeconds: number): void {
    // A response never contains two cookies of the same name: the last one replaces the earlier.
    const others = setCookiesOf(response).filter((cookie) => !cookie.startsWith(`${name}=`));
    response.setHeader('set-cookie', [
      ...others,
      `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    ]);
  }

  return {
    session: `${prefix}sid`,
    savedForm: `${prefix}form`,
    knownBrowser: `${prefix}known`,
    left: `${prefix}left`,
    transaction: (state) => transactionPrefix + state.slice(0, 12),
    read: (request, name) => pairsOf(request).find(([found]) => found === name)?.[1] ?? null,
    transactions: (request) =>
      pairsOf(request)
        .filter(([name]) => name.startsWith(transactionPrefix))
        .map(([name, value]) => ({ name, value })),
    set,
    clear: (response, name) => set(response, name, '', 0),
  };
}

function setCookiesOf(response: Answer): string[] {
  const header = response.getHeader('set-cookie');
  if (header === undefined) return [];
  return Array.isArray(header) ? header : [String(header)];
}
