/** What the island says: short messages at the lower right, and each state that lasts, once, for who listens. */
import { find, toast } from './cart-dom';
import type { IslandWords } from '~/base/i18n/island-words';

/** A state that passes sooner is not read out. */
const settledMs = 1_500;

export class LiveRegion {
  readonly #words: IslandWords['cart'];
  readonly #addresses: DOMStringMap;
  /** Came empty with the page: else it would not be heard. */
  readonly #region = find('#cart-said');
  #announcing: ReturnType<typeof setTimeout> | undefined;
  /** Why nothing leaves, as it stands on the page. */
  #why = '';
  #stop: Element | undefined;
  /** What was said last; that all is well need not be said. */
  #word: string;
  constructor(words: IslandWords['cart'], addresses: DOMStringMap) {
    this.#words = words;
    this.#addresses = addresses;
    this.#word = words.sync.synced;
  }

  say(text: string, stays = false): void {
    toast(text, this.#addresses['cart'], this.#words.toCart, stays);
  }

  /** For who listens alone. */
  tell(text: string | undefined): void {
    if (text) this.#region?.replaceChildren(text);
  }

  /** Where the cart stands, once it has stood there for a while. */
  state(word: string): void {
    clearTimeout(this.#announcing);
    if (word === this.#word) return;
    this.#announcing = setTimeout(() => {
      this.#word = word;
      this.tell(`${this.#words.state} ${word}`);
    }, settledMs);
  }

  /**
   * Nothing of what waits leaves this page: why, whose it is, that it is kept, and the way on. Once for each number of
   * changes; taken away where it leaves again.
   */
  stopped(status: number, waiting: number): void {
    const { signedOut, signIn, foreign, reload } = this.#words;
    const isOut = status === 401;
    const name = find('.who .t')?.firstChild?.textContent ?? '';
    const why = isOut ? signedOut : status === 409 ? foreign : '';
    const text = waiting ? why.replace('{count}', String(waiting)).replace('{name}', name) : '';
    if (text === this.#why) return;
    this.#why = text;
    this.#stop?.remove();
    const href = isOut ? this.#addresses['signIn'] : location.href;
    if (text) this.#stop = toast(text, href, isOut ? signIn : reload, true);
  }
}
