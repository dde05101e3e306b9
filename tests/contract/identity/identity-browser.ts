/**
 * A browser without script for the sign-in tests: cookies, redirects and plain forms. It stops at URLs of the shop,
 * which does not exist here, and returns them.
 */
import { CookieJar } from 'tough-cookie';

export interface Page {
  status: number;
  url: string;
  html: string;
  headers: Headers;
}
export interface Form {
  action: string;
  method: string;
  fields: Record<string, string>;
  buttons: { name: string; value: string; label: string }[];
}

const unescape = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescape(found);
};

export function formsOf({ html, url }: Page): Form[] {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)].map(([whole, inner = '']) => {
    const open = /<form\b[^>]*>/.exec(whole)?.[0] ?? '';
    const inputs = [...inner.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
    const buttonsIn = (part: string) => [
      ...part.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g),
    ];
    const id = attribute(open, 'id') ?? '';
    const outside = buttonsIn(html).filter(([tag]) => id !== '' && attribute(tag, 'form') === id);
    const buttons = [...buttonsIn(inner), ...outside].map(([tag, , label = '']) => ({
      name: attribute(tag, 'name') ?? '',
      value: attribute(tag, 'value') ?? '',
      label: attribute(tag, 'aria-label') ?? unescape(label),
    }));
    return {
      action: new URL(attribute(open, 'action') ?? '', url).href,
      method: attribute(open, 'method') ?? 'get',
      fields: Object.fromEntries(
        inputs.flatMap((tag) => {
          const name = attribute(tag, 'name');
          return name === undefined ? [] : [[name, attribute(tag, 'value') ?? '']];
        }),
      ),
      buttons,
    };
  });
}

export interface FormBrowser {
  get(url: string, headers?: Record<string, string>): Promise<Page>;
  post(url: string, fields: Record<string, string>): Promise<Page>;
  /** Posts the form with its hidden fields, the input, and the button whose label contains `press`. */
  submit(form: Form | undefined, typed?: Record<string, string>, press?: string): Promise<Page>;
}

export function createFormBrowser(shopOrigin: string): FormBrowser {
  const jar = new CookieJar(undefined, { looseMode: true });
  async function request(url: string, init: RequestInit): Promise<Page> {
    const cookie = await jar.getCookieString(url);
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) await jar.setCookie(line, url);
    const location = response.headers.get('location');
    if (location !== null && response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.origin !== shopOrigin) return request(next.href, {});
      return { status: response.status, url: next.href, html: '', headers: response.headers };
    }
    return { status: response.status, url, html: await response.text(), headers: response.headers };
  }
  const post: FormBrowser['post'] = (url, fields) =>
    request(url, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  return {
    get: (url, headers = {}) => request(url, { headers }),
    post,
    async submit(form, typed = {}, press) {
      if (form === undefined) throw new Error('no such form on the page');
      const button =
        press === undefined ? undefined : form.buttons.find(({ label }) => label.includes(press));
      if (press !== undefined && button === undefined) throw new Error(`no button "${press}"`);
      const pressed =
        button === undefined || button.name === '' ? {} : { [button.name]: button.value };
      return post(form.action, { ...form.fields, ...typed, ...pressed });
    },
  };
}
