/**
 * Plays a low tone with vibration for a rejected code, and a short high tone for a code that the camera has read;
 * scanners beep by themselves. The customer can permanently turn the sounds off.
 */
import type { QueueStorage } from '~/ordering/cart/queue/cart-queue';

const key = 'scan:silent';

export class ScanSound {
  #context: AudioContext | null = null;
  readonly #storage: QueueStorage;
  readonly #box = document.querySelector<HTMLInputElement>('#scan-sound');

  constructor(storage: QueueStorage) {
    this.#storage = storage;
  }

  start(): void {
    if (!this.#box) return;
    this.#box.checked = this.#storage.get(key) === null;
    this.#box.closest('label')?.removeAttribute('hidden');
    this.#box.addEventListener('change', ({ currentTarget }) => {
      if (currentTarget instanceof HTMLInputElement && currentTarget.checked)
        this.#storage.remove(key);
      else this.#storage.set(key, '');
    });
  }

  refuse(): void {
    this.#give(220, 250);
  }

  read(): void {
    this.#give(1_320, 70);
  }

  #give(hertz: number, ms: number): void {
    if (!this.#box?.checked) return;
    if ('vibrate' in navigator) navigator.vibrate(ms);
    if (!('AudioContext' in window)) return;
    this.#context ??= new AudioContext();
    const tone = this.#context.createOscillator();
    const volume = this.#context.createGain();
    tone.frequency.value = hertz;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(this.#context.destination);
    tone.start();
    tone.stop(this.#context.currentTime + ms / 1_000);
  }
}
