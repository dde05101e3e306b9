/** What the island says: short messages at the lower right, and each state that lasts, once, for who listens. */
import { liveRegion, toast } from './cart-marks';

/** A state that passes sooner is not read out. */
const settledMs = 1_500;

export class CartVoice {
  readonly #texts: DOMStringMap;
  #region: HTMLElement | null = null;
  #announcing: ReturnType<typeof setTimeout> | undefined;
  #word: string | null = null;
  constructor(texts: DOMStringMap) {
    this.#texts = texts;
  }

  /** The region is there, and empty, before it has anything to say: else it would not be heard. */
  start(): void {
    this.#region ??= liveRegion();
  }

  say(text: string): void {
    toast(text, { href: this.#texts['cart'] ?? '', text: this.#texts['tCart'] ?? '' });
  }

  /** Where the cart stands; the first is what the page itself shows. */
  state(word: string): void {
    this.#word ??= word;
    clearTimeout(this.#announcing);
    if (word === this.#word) return;
    this.#announcing = setTimeout(() => {
      this.#word = word;
      if (this.#region) this.#region.textContent = `${this.#texts['tCartWord'] ?? ''} ${word}`;
    }, settledMs);
  }

  /** Nothing leaves this page any more: why, that what waits is kept, and the way on. */
  stopped(status: number, waiting: number): void {
    const { tSignedOut = '', tSignIn = '', signIn = '', tForeign = '', tReload = '' } = this.#texts;
    if (status === 401) {
      const text = tSignedOut.replace('{count}', String(waiting));
      toast(text, { href: signIn, text: tSignIn }, { stays: true });
    } else toast(tForeign, { href: location.href, text: tReload }, { stays: true });
  }
}
