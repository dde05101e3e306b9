/**
 * `<shop-session>` on customers' pages. After five minutes without a request it checks whether the session still exists
 * (AUTH-06), and it warns before the session ends (P-86). It hides a page that the browser restores from the
 * back-forward cache until the server confirms that the session is still this customer's (P-12).
 */
import type { IslandWords } from '~/base/i18n/island-words';
import { askedMs, idleMs, quietMs, sessionEnd, warningMs } from './session-life';

const isChanged = (field: Element): boolean =>
  field instanceof HTMLSelectElement
    ? [...field.options].some((one) => one.selected !== one.defaultSelected)
    : field instanceof HTMLTextAreaElement
      ? field.value !== field.defaultValue
      : field instanceof HTMLInputElement &&
        (field.value !== field.defaultValue || field.checked !== field.defaultChecked);

/** The first posted form on the page whose fields the user has changed. */
const begunForm = (): HTMLFormElement | undefined =>
  [...document.forms].find((form) => form.method === 'post' && [...form.elements].some(isChanged));

const pathOf = (url: URL | Location): string => url.pathname + url.search;

/**
 * HTML of the warning that the session is about to end. It consists of the shop's own texts, which contain no markup.
 */
const dialogOf = ({ ends, text, stay }: IslandWords['session']): string =>
  `<dialog class="panel block" aria-labelledby="session-ends"><form method="dialog" class="prose"><h2 id="session-ends">${ends}</h2><p>${text}</p><button class="btn">${stay}</button></form></dialog>`;

class ShopSession extends HTMLElement {
  #lastSign = Date.now();
  #timer = 0;

  connectedCallback(): void {
    this.#wait();
    for (const kind of ['pointerdown', 'keydown', 'submit'])
      addEventListener(kind, () => (this.#lastSign = Date.now()));
    addEventListener('focus', this.#back);
    addEventListener('visibilitychange', this.#back);
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.#recheck();
    });
    this.#dialog?.addEventListener('close', () => void this.#check());
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  /** Shows the warning when no request was made for almost as long as a session may be idle. */
  #wait(): void {
    clearTimeout(this.#timer);
    // The customer has used the shop in another tab, so the warning closes.
    this.#dialog?.close();
    this.#timer = window.setTimeout(() => {
      this.#dialog?.showModal();
      // The customer does not react: closing the dialog checks the session, which redirects to sign-in once it has
      // ended.
      this.#timer = window.setTimeout(() => this.#dialog?.close(), warningMs + quietMs);
    }, idleMs - warningMs);
  }

  readonly #back = (): void => {
    const now = Date.now();
    if (document.visibilityState !== 'visible') return;
    if (now - this.#lastSign > quietMs) void this.#check();
    this.#lastSign = now;
  };

  /**
   * The public name of the session that the server sees; '' without a session, null when the server cannot be reached.
   */
  async #seen(): Promise<string | null> {
    const late = new Promise<null>((resolve) => setTimeout(resolve, askedMs, null));
    const asked = fetch(this.dataset['at'] ?? '').catch(() => null);
    const answer = await Promise.race([asked, late]);
    if (answer?.status === 401) return '';
    return answer?.ok ? answer.text() : null;
  }

  async #check(): Promise<void> {
    const seen = await this.#seen();
    if (seen === null || seen === this.dataset['name']) this.#wait();
    else if (seen === '') await this.#leave();
    // Another tab has signed in again, perhaps as another customer: reloads the page unless the customer has started a
    // form.
    else if (!begunForm()) location.reload();
  }

  async #recheck(): Promise<void> {
    const { style } = document.documentElement;
    style.visibility = 'hidden';
    if ((await this.#seen()) === this.dataset['name']) style.visibility = '';
    else location.reload();
  }

  /** Redirects to sign-in; a form in progress is stored there until afterwards (AUTH-05). */
  async #leave(): Promise<void> {
    navigator.serviceWorker?.controller?.postMessage(sessionEnd);
    const form = begunForm();
    const target = pathOf(form ? new URL(form.action) : location);
    const at = `${this.dataset['at']}?target=${encodeURIComponent(target)}`;
    const fields = form ? [...new FormData(form)] : [];
    const typed = fields.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const file = fields.some(([, value]) => typeof value !== 'string' && value.size > 0);
    const to = at + (file ? '&file=' : '');
    const kept = await fetch(to, { method: 'POST', body: new URLSearchParams(typed) }).catch(
      () => null,
    );
    if (kept?.status === 401) location.assign(await kept.text());
  }
}

export function defineSession(words: IslandWords['session']): void {
  const place = document.querySelector('shop-session');
  if (place) place.innerHTML = dialogOf(words);
  customElements.define('shop-session', ShopSession);
}
