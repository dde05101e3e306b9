/**
 * `<shop-offline>` on the offline page. Counts the cart changes that wait in this browser, lists the stored pages, and
 * retries the requested page until it loads. Changes are only counted, because on a shared computer they may be a
 * colleague's.
 */
import { isPagesCache } from './keeping';
import { ownPages } from './own-pages';

const retryMs = 10_000;

interface KeptPage {
  href: string;
  title: string;
}

interface KeptText {
  address: string;
  html: string;
}

async function visitorsPages(): Promise<KeptText[]> {
  const found: KeptText[] = [];
  for (const name of (await caches.keys()).filter(isPagesCache)) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const { pathname, search } = new URL(key.url);
      const html = await (await cache.match(key, { ignoreVary: true }))?.text();
      if (html !== undefined) found.push({ address: pathname + search, html });
    }
  }
  return found;
}

/** The stored pages of this language, the most recent first. */
async function keptPages(): Promise<KeptPage[]> {
  const [, locale] = location.pathname.split('/');
  const own = await ownPages().catch(() => []);
  return [...(await visitorsPages()), ...own]
    .filter(({ address }) => address === `/${locale}` || address.startsWith(`/${locale}/`))
    .map(({ address, html }) => {
      const { title } = new DOMParser().parseFromString(html, 'text/html');
      return { href: address, title: title.replace(/ \|[^|]*$/, '') };
    })
    .reverse();
}

class ShopOffline extends HTMLElement {
  connectedCallback(): void {
    this.#count();
    void this.#list().catch(() => null);
    addEventListener('online', () => void this.#retry());
    setInterval(() => void this.#retry(), retryMs);
    addEventListener('storage', () => this.#count());
  }

  /** Browsers report "online" before the network works, so the page reloads only after a successful ping. */
  async #retry(): Promise<void> {
    if (!navigator.onLine || document.visibilityState !== 'visible') return;
    const signal = AbortSignal.timeout(retryMs - 1_000);
    const alive = await fetch('/healthz', { cache: 'no-store', signal }).catch(() => null);
    if (alive?.ok) location.reload();
  }

  #count(): void {
    const waiting = this.querySelector('#waiting');
    const { one = '', other = '', queue = '' } = this.dataset;
    const count = Object.keys(localStorage).filter((key) => key.startsWith(queue)).length;
    if (waiting && count > 0)
      waiting.textContent = (count === 1 ? one : other).replace('{count}', String(count));
  }

  async #list(): Promise<void> {
    const pages = await keptPages();
    const list = this.querySelector<HTMLElement>('#kept');
    if (!list || pages.length === 0) return;
    list.append(
      ...pages.map(({ href, title }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = href;
        link.textContent = title;
        item.append(link);
        return item;
      }),
    );
    list.hidden = false;
    for (const [id, hidden] of Object.entries({ 'kept-none': true, 'kept-text': false })) {
      const text = document.getElementById(id);
      if (text) text.hidden = hidden;
    }
  }
}

export function defineOffline(): void {
  if (!customElements.get('shop-offline')) customElements.define('shop-offline', ShopOffline);
}
