/**
 * Scans with the camera (CART-11): each code enters the same queue as a scanner's. Pictures are processed in the page
 * and never stored. The script is loaded when the customer presses the camera button.
 */
import { pictureReader, type ReadPicture } from './picture-reader';
import { SeenCodes } from './seen-codes';

/** Milliseconds between two pictures: short enough for codes in a moving hand, long enough to keep a phone cool. */
const lookMs = 120;

interface CameraPlace {
  form: HTMLFormElement;
  /** Picture, close button and texts, as the server rendered them. */
  offer: HTMLTemplateElement;
  /** The button that opens the camera. */
  button: HTMLButtonElement;
  /** Called after each code that the camera has read. */
  onRead(): void;
}

/** Names of the error texts, by the name of the browser's exception. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};
const reasonOf = (error: unknown): string =>
  (error instanceof DOMException ? reasons[error.name] : undefined) ?? 'busy';

class Camera {
  readonly #place: CameraPlace;
  readonly #said = document.getElementById('scan-said');
  readonly #code: HTMLInputElement | null;
  readonly #panel: HTMLElement | null;
  readonly #seen = new SeenCodes();
  #stream: MediaStream | null = null;
  #isOpen = false;

  constructor(place: CameraPlace) {
    this.#place = place;
    this.#code = place.form.querySelector<HTMLInputElement>('#code');
    const parts = place.offer.content.cloneNode(true) as DocumentFragment;
    this.#panel = parts.querySelector<HTMLElement>('.cam');
  }

  async open(): Promise<void> {
    const { form, button } = this.#place;
    const panel = this.#panel;
    const video = panel?.querySelector('video');
    if (!panel || !video) return;
    this.#isOpen = true;
    this.#say('starting');
    // Each scan focuses the code field: suppress the on-screen keyboard, which would cover the camera's picture.
    this.#code?.setAttribute('inputmode', 'none');
    button.hidden = true;
    form.querySelector('.scanbar')?.prepend(panel);
    const close = panel.querySelector('button');
    close?.addEventListener('click', this.#close);
    close?.focus();
    // Scroll so that the camera's picture, the code field and the scan result fit on one screen.
    panel.scrollIntoView({ block: 'start' });
    document.addEventListener('keydown', this.#onKey);
    document.addEventListener('visibilitychange', this.#onHidden);
    addEventListener('pagehide', this.#close);
    let read: ReadPicture;
    try {
      read = await pictureReader();
    } catch {
      return this.#giveUp('lost');
    }
    try {
      await this.#show(video);
    } catch (error) {
      return this.#giveUp(reasonOf(error));
    }
    if (this.#said) this.#said.textContent = '';
    await this.#look(video, read);
  }

  async #show(video: HTMLVideoElement): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    this.#stream = stream;
    // The customer closed the camera while the browser asked for permission.
    if (!this.#isOpen) return this.#release();
    for (const track of stream.getTracks()) track.addEventListener('ended', this.#close);
    video.muted = true;
    video.srcObject = stream;
    await video.play();
  }

  async #look(video: HTMLVideoElement, read: ReadPicture): Promise<void> {
    while (this.#isOpen) {
      const codes = await read(video).catch(() => []);
      if (!this.#isOpen) return;
      for (const code of this.#seen.fresh(codes, performance.now())) this.#enter(code);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  /** Submits a code as if it had been typed and followed by Enter; preserves half-typed input of the code field. */
  #enter(code: string): void {
    const field = this.#code;
    if (!field) return;
    const typed = field.value;
    const active = document.activeElement;
    field.value = code;
    this.#place.form.querySelector<HTMLButtonElement>('button[value="scan"]')?.click();
    if (field.value === '') field.value = typed;
    if (active instanceof HTMLElement) active.focus({ preventScroll: true });
    // Browsers scroll to the code field when it briefly receives the focus, so scroll back.
    this.#panel?.scrollIntoView({ block: 'nearest' });
    this.#place.onRead();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#close();
  };

  readonly #onHidden = (): void => {
    if (document.visibilityState === 'hidden') this.#close();
  };

  #giveUp(reason: string): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#say(reason);
  }

  #say(name: string): void {
    if (this.#said) this.#said.textContent = this.#place.offer.dataset[name] ?? '';
  }

  #release(): void {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }

  readonly #close = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#release();
    document.removeEventListener('keydown', this.#onKey);
    document.removeEventListener('visibilitychange', this.#onHidden);
    removeEventListener('pagehide', this.#close);
    this.#code?.removeAttribute('inputmode');
    this.#panel?.remove();
    this.#place.button.hidden = false;
    this.#place.button.focus();
  };
}

export const openCamera = (place: CameraPlace): Promise<void> => new Camera(place).open();
