/** Messages of the cart island: short toasts at the lower right, and screen reader announcements of lasting states. */
import { find, inDigits, toast } from './cart-dom';
import type { IslandWords } from '~/base/i18n/island-words';

/** Minimum duration of a state before it is announced, in ms. */
const settledMs = 1_500;

export class LiveRegion {
  readonly #words: IslandWords['cart'];
  readonly #addresses: DOMStringMap;
  /** The live region, rendered empty with the page: screen readers would not announce a region that is added later. */
  readonly #region = find('#cart-said');
  #announcing: ReturnType<typeof setTimeout> | undefined;
  /** The displayed reason why this page cannot send edits. */
  #why = '';
  #stop: Element | undefined;
  /** The last announced state text. At page load it is that of `synced`, which needs no announcement. */
  #word: string;
  constructor(words: IslandWords['cart'], addresses: DOMStringMap) {
    this.#words = words;
    this.#addresses = addresses;
    this.#word = words.sync.synced;
  }

  say(text: string, stays = false): void {
    toast(text, this.#addresses['cart'], this.#words.toCart, stays);
  }

  /** Announces a text to screen readers only. */
  tell(text: string | undefined): void {
    if (text) this.#region?.replaceChildren(text);
  }

  /** Announces the sync state once it has lasted for a while. */
  state(word: string): void {
    clearTimeout(this.#announcing);
    if (word === this.#word) return;
    this.#announcing = setTimeout(() => {
      this.#word = word;
      this.tell(`${this.#words.state} ${word}`);
    }, settledMs);
  }

  /**
   * Explains why this page cannot send edits, whose edits they are, that they are stored, and what to do next.
   * Displayed once per number of edits, and removed when edits can be sent again.
   */
  stopped(status: number, waiting: number): void {
    const { signedOut, signIn, foreign, reload } = this.#words;
    const isOut = status === 401;
    const name = find('.who .t')?.firstChild?.textContent ?? '';
    const why = isOut ? signedOut : status === 409 ? foreign : '';
    const text = waiting ? why.replace('{count}', inDigits(waiting)).replace('{name}', name) : '';
    if (text === this.#why) return;
    this.#why = text;
    this.#stop?.remove();
    const href = isOut ? this.#addresses['signIn'] : location.href;
    if (text) this.#stop = toast(text, href, isOut ? signIn : reload, true);
  }
}
