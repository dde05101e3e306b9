/**
 * A browser for sign-in tests: follows redirects between shop and provider, stores cookies by host, and records every
 * byte it receives, so that a test can search for data that must not reach it.
 */
import { refreshOf } from './refresh';

interface Hop {
  url: URL;
  status: number;
  location: string | null;
  /** Target of the page's immediate refresh. */
  refresh: string | null;
  setCookies: readonly string[];
  headers: Headers;
  text: string;
}

export interface Visit extends Hop {
  hops: readonly Hop[];
  /** The JSON that the test page returned, parsed. */
  page: Page;
}

export interface Page {
  view?: { kind: 'guest' | 'customer'; key?: string; customer?: Record<string, unknown> };
  fault?: string | null;
  kept?: { action: string; fields: [string, string][] } | null;
  silentLoginUrl?: string | null;
  [more: string]: unknown;
}

interface Options {
  follow?: boolean;
  headers?: Readonly<Record<string, string>>;
  /** URL of the instance that gets the first request. */
  at?: string;
  /** Aborts the request before its response arrives. */
  signal?: AbortSignal | null;
}

interface Sent {
  method: string;
  body?: string;
  signal: AbortSignal | null;
}

const maxHops = 15;

function pageOf(hop: Hop): Page {
  if (!hop.headers.get('content-type')?.includes('json') || hop.text === '') return {};
  return JSON.parse(hop.text) as Page;
}

export class AuthBrowser {
  readonly cookies = new Map<string, Map<string, string>>();
  /** Everything received: URLs, headers, bodies. */
  readonly received: string[] = [];

  /** `instances`: the real addresses behind the shop's public URL. */
  constructor(
    readonly publicUrl: string,
    private readonly instances: readonly string[],
  ) {}

  get(path: string, options: Options = {}): Promise<Visit> {
    return this.#travel(new URL(path, this.publicUrl), { method: 'GET' }, options);
  }

  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    options: Options = {},
  ): Promise<Visit> {
    const body = new URLSearchParams({ ...fields }).toString();
    return this.#travel(new URL(path, this.publicUrl), { method: 'POST', body }, options);
  }

  cookie(name: string): string | undefined {
    return this.#jar(new URL(this.publicUrl)).get(name);
  }

  setCookie(name: string, value: string): void {
    this.#jar(new URL(this.publicUrl)).set(name, value);
  }

  /** A copy of the browser with its current cookies. */
  copy(): AuthBrowser {
    const copy = new AuthBrowser(this.publicUrl, this.instances);
    for (const [host, jar] of this.cookies) copy.cookies.set(host, new Map(jar));
    return copy;
  }

  #jar(url: URL): Map<string, string> {
    const jar = this.cookies.get(url.host) ?? new Map<string, string>();
    this.cookies.set(url.host, jar);
    return jar;
  }

  async #travel(
    start: URL,
    init: { method: string; body?: string },
    { follow = true, headers = {}, at, signal = null }: Options,
  ): Promise<Visit> {
    const hops: Hop[] = [];
    let url = start;
    let request: Sent = { ...init, signal };
    for (;;) {
      const hop = await this.#hop(url, request, headers, at ?? this.instances[0] ?? '');
      hops.push(hop);
      const moved = hop.status >= 300 && hop.status < 400 ? hop.location : hop.refresh;
      if (!follow || moved === null) return { ...hop, hops, page: pageOf(hop) };
      if (hops.length > maxHops)
        throw new Error(`too many redirects: ${hops.map((one) => one.url.href).join(' → ')}`);
      url = new URL(moved, url);
      request = { method: 'GET', signal };
    }
  }

  async #hop(
    url: URL,
    request: Sent,
    headers: Readonly<Record<string, string>>,
    instance: string,
  ): Promise<Hop> {
    const jar = this.#jar(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = url.origin === new URL(this.publicUrl).origin;
    const address = own ? instance + url.pathname + url.search : url.href;
    const response = await fetch(address, {
      method: request.method,
      redirect: 'manual',
      signal: request.signal,
      headers: {
        accept: 'text/html',
        ...(request.body === undefined
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
        ...(cookie ? { cookie } : {}),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    if (own) this.received.push(text, ...[...response.headers].flat(), ...setCookies);
    const refresh = refreshOf({ contentType: response.headers.get('content-type'), text });
    const { status, headers: answered } = response;
    return { url, status, location, refresh, setCookies, headers: answered, text };
  }
}
