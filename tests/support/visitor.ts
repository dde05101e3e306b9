/**
 * A browser without script: cookies, redirects, links and plain forms over real HTTP. A test that passes here proves
 * that the page works without JavaScript.
 */
import { parse, type HTMLElement } from 'node-html-parser';
import { CookieJar } from 'tough-cookie';
import { refreshOf } from './refresh';

export interface Page {
  /** URL after redirects. */
  url: URL;
  /** For a form: the status of its answer, although a redirect leads to the page. */
  status: number;
  headers: Headers;
  text: string;
  dom: HTMLElement;
  /** All responses up to this page, including redirects and pages with an immediate refresh. */
  hops: readonly { url: string; status: number }[];
  /** Text of the main part, with white space collapsed. */
  words(selector?: string): string;
  form(selector: string): Form;
}

/** A button of a form; `action` if it overrides the form's action. */
interface Button {
  name: string;
  value: string;
  action?: string | undefined;
}

/** Target of a link, or of a button that submits a form to a link's target. */
export const leadsTo = (way: HTMLElement | null | undefined): string =>
  (way?.getAttribute('href') ?? way?.getAttribute('value') ?? '').replaceAll('&amp;', '&');

/** The name and value of a button that submits a form to a link's target, for `submit`. */
export const buttonOf = (way: HTMLElement | null | undefined): Button => ({
  name: way?.getAttribute('name') ?? '',
  value: way?.getAttribute('value') ?? '',
  action: way?.getAttribute('formaction'),
});

/** A form as rendered: change fields, then submit. */
export interface Form {
  readonly action: URL;
  readonly fields: URLSearchParams;
  fill(values: Readonly<Record<string, string>>): Form;
  /** Removes a checkbox or field. */
  without(name: string): Form;
  submit(button?: Button): Promise<Page>;
}

export interface RequestOptions {
  headers?: Readonly<Record<string, string>>;
  /** Default true: follows redirects as a browser does. */
  follow?: boolean;
}

const maxHops = 12;

export class Visitor {
  readonly jar = new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
  constructor(readonly origin: string) {}

  get(path: string, options: RequestOptions = {}): Promise<Page> {
    return this.#send(new URL(path, this.origin), { method: 'GET' }, options);
  }

  /** Posts fields like a form on a page of `from` (default: this origin). */
  post(
    path: string,
    fields: URLSearchParams | Readonly<Record<string, string>>,
    options: RequestOptions = {},
  ): Promise<Page> {
    const url = new URL(path, this.origin);
    const body = new URLSearchParams(fields instanceof URLSearchParams ? fields : { ...fields });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: url.origin,
      ...options.headers,
    };
    return this.#send(url, { method: 'POST', body: body.toString() }, { ...options, headers });
  }

  /** Posts another type of body, like a script of this origin. */
  send(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Page> {
    const url = new URL(path, this.origin);
    return this.#send(
      url,
      { method: 'POST', body },
      { headers: { origin: url.origin, ...headers } },
    );
  }

  /** Posts a form with files. */
  async postForm(path: string, form: FormData, options: RequestOptions = {}): Promise<Page> {
    const url = new URL(path, this.origin);
    const encoded = new Response(form);
    const headers = {
      'content-type': encoded.headers.get('content-type') ?? '',
      origin: url.origin,
      ...options.headers,
    };
    const body = await encoded.arrayBuffer();
    return this.#send(url, { method: 'POST', body }, { ...options, headers });
  }

  async #send(
    start: URL,
    init: { method: string; body?: string | ArrayBuffer },
    options: RequestOptions,
  ): Promise<Page> {
    const { follow = true } = options;
    const hops: { url: string; status: number }[] = [];
    let url = start;
    let request: { method: string; body?: string | ArrayBuffer } = init;
    let headers = options.headers ?? {};
    let answered: number | null = null;
    for (;;) {
      const cookie = await this.jar.getCookieString(url.href);
      const response = await fetch(url, {
        method: request.method,
        ...(request.body === undefined ? {} : { body: request.body }),
        redirect: 'manual',
        headers: { accept: 'text/html', ...headers, ...(cookie ? { cookie } : {}) },
      });
      for (const value of response.headers.getSetCookie())
        await this.jar.setCookie(value, url.href, { ignoreError: true });
      hops.push({ url: url.href, status: response.status });
      const isRedirect = response.status >= 300 && response.status < 400;
      const location = isRedirect ? response.headers.get('location') : null;
      const text = location === null || !follow ? await response.text() : '';
      const contentType = response.headers.get('content-type');
      const next = location ?? refreshOf({ contentType, text });
      if (!follow || next === null) {
        const status = response.status < 400 ? (answered ?? response.status) : response.status;
        return this.#page(url, { status, headers: response.headers }, text, hops);
      }
      answered = Number(response.headers.get('form-answer')) || answered;
      if (hops.length >= maxHops)
        throw new Error(`too many redirects: ${hops.map((hop) => hop.url).join(' → ')}`);
      if (location !== null) await response.body?.cancel();
      url = new URL(next, url);
      const keepsMethod = response.status === 307 || response.status === 308;
      if (!keepsMethod) {
        request = { method: 'GET' };
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => name !== 'content-type' && name !== 'origin'),
        );
      }
    }
  }

  #page(
    url: URL,
    response: Pick<Page, 'status' | 'headers'>,
    text: string,
    hops: Page['hops'],
  ): Page {
    let parsed: HTMLElement | undefined;
    const page: Page = {
      url,
      status: response.status,
      headers: response.headers,
      text,
      // Parsed on demand, because most responses are only checked for status or text.
      get dom() {
        return (parsed ??= parse(text, { comment: false }));
      },
      hops,
      words: (selector = 'main') =>
        (page.dom.querySelector(selector) ?? page.dom).structuredText.replace(/\s+/g, ' ').trim(),
      form: (selector) => {
        const element = page.dom.querySelector(selector);
        if (!element) throw new Error(`no form ${selector} on ${url.href}`);
        return this.#form(element, url);
      },
    };
    return page;
  }

  #form(element: HTMLElement, base: URL): Form {
    const action = new URL(element.getAttribute('action') ?? base.href, base);
    const method = (element.getAttribute('method') ?? 'get').toLowerCase();
    const fields = fieldsOf(element);
    const form: Form = {
      action,
      fields,
      fill: (values) => {
        for (const [name, value] of Object.entries(values)) fields.set(name, value);
        return form;
      },
      without: (name) => {
        fields.delete(name);
        return form;
      },
      submit: (button) => {
        const sent = new URLSearchParams(fields);
        if (button) sent.append(button.name, button.value);
        if (method === 'post') {
          return this.#send(
            new URL(button?.action ?? action, base),
            { method: 'POST', body: sent.toString() },
            {
              headers: { 'content-type': 'application/x-www-form-urlencoded', origin: base.origin },
            },
          );
        }
        const target = new URL(action);
        target.search = sent.toString();
        return this.#send(target, { method: 'GET' }, {});
      },
    };
    return form;
  }
}

/** The fields that a browser sends, in document order (HTML standard, constructing the entry list). */
function fieldsOf(form: HTMLElement): URLSearchParams {
  const fields = new URLSearchParams();
  const id = form.getAttribute('id');
  const whole = id ? (form.closest('html') ?? form) : form;
  const isOwn = (element: HTMLElement): boolean => {
    const owner = element.getAttribute('form');
    return owner === undefined ? whole === form || element.closest('form') === form : owner === id;
  };
  for (const element of whole.querySelectorAll('input, select, textarea').filter(isOwn)) {
    const name = element.getAttribute('name');
    if (!name || element.hasAttribute('disabled')) continue;
    const type = (element.getAttribute('type') ?? 'text').toLowerCase();
    if (element.tagName === 'SELECT') {
      const options = element.querySelectorAll('option');
      const chosen = options.find((option) => option.hasAttribute('selected')) ?? options[0];
      if (chosen) fields.append(name, chosen.getAttribute('value') ?? chosen.text.trim());
    } else if (element.tagName === 'TEXTAREA') {
      fields.append(name, element.text);
    } else if (type === 'checkbox' || type === 'radio') {
      if (element.hasAttribute('checked'))
        fields.append(name, element.getAttribute('value') ?? 'on');
    } else if (!['submit', 'button', 'image', 'reset', 'file'].includes(type)) {
      fields.append(name, element.getAttribute('value') ?? '');
    }
  }
  return fields;
}
