/**
 * Scans with the camera (CART-11): each code enters the same queue as a scanner's. Pictures are processed in the page
 * and never stored. The script is loaded when the customer presses the camera button.
 */
import { enterCode, sayIn, type CameraPlace } from './camera-place';
import { offerPhoto } from './photo';
import { pictureReader, type ReadPicture } from './picture-reader';
import { pixelCopier } from './pixels';
import { SeenCodes } from './seen-codes';

/** Milliseconds between two pictures: short enough for codes in a moving hand, long enough to keep a phone cool. */
const lookMs = 120;

/** Maximum width or height of a picture: the size that the camera is asked for. */
const mostPixels = 1_280;

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
    if (button) button.hidden = true;
    offerPhoto(this.#place);
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
    this.#say('');
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
    const copy = pixelCopier();
    while (this.#isOpen) {
      const { videoWidth, videoHeight } = video;
      const longest = Math.min(mostPixels, Math.max(videoWidth, videoHeight));
      const pixels = copy(video, videoWidth, videoHeight, longest);
      const codes = pixels ? await read(pixels).catch(() => []) : [];
      if (!this.#isOpen) return;
      for (const { text, replaces } of this.#seen.fresh(codes, performance.now())) {
        if (replaces !== null) this.#place.takeBack(replaces);
        enterCode(this.#place, text);
        // Browsers scroll to the code field when it briefly receives the focus, so scroll back.
        this.#panel?.scrollIntoView({ block: 'nearest' });
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
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
    sayIn(this.#place, name);
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
    const { button } = this.#place;
    if (button) button.hidden = false;
    button?.focus();
  };
}

export const openCamera = (place: CameraPlace): Promise<void> => new Camera(place).open();
