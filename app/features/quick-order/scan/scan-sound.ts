/** A low tone and a short buzz for a code that is not taken; the customer can turn them off, for good. */
const key = 'scan:silent';

export class ScanSound {
  #context: AudioContext | null = null;
  readonly #box = document.querySelector<HTMLInputElement>('#scan-sound');

  start(): void {
    if (!this.#box) return;
    this.#box.checked = localStorage.getItem(key) === null;
    this.#box.closest('label')?.removeAttribute('hidden');
    this.#box.addEventListener('change', ({ currentTarget }) => {
      if (currentTarget instanceof HTMLInputElement && currentTarget.checked)
        localStorage.removeItem(key);
      else localStorage.setItem(key, '');
    });
  }

  refuse(): void {
    if (!this.#box?.checked) return;
    if ('vibrate' in navigator) navigator.vibrate(200);
    if (!('AudioContext' in window)) return;
    this.#context ??= new AudioContext();
    const tone = this.#context.createOscillator();
    const volume = this.#context.createGain();
    tone.frequency.value = 220;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(this.#context.destination);
    tone.start();
    tone.stop(this.#context.currentTime + 0.25);
  }
}
