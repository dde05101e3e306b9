/** The scan form's parts that the camera and the photo button use. */

export interface CameraPlace {
  form: HTMLFormElement;
  /** Picture, buttons and texts, as the server rendered them. */
  offer: HTMLTemplateElement;
  /** The button that opens the camera; null in browsers without a camera API. */
  button: HTMLButtonElement | null;
  /** Called after each code that was read. */
  onRead(): void;
  /** Takes back the last unsent scan of this code: another code of the same pack holds more. */
  takeBack(code: string): void;
}

/** Displays the offer's text of this name below the code field. */
export function sayIn({ offer }: CameraPlace, name: string): void {
  const said = document.getElementById('scan-said');
  if (said) said.textContent = offer.dataset[name] ?? '';
}

/** Submits a code as if it had been typed and followed by Enter; preserves half-typed input of the code field. */
export function enterCode({ form, onRead }: CameraPlace, code: string): void {
  const field = form.querySelector<HTMLInputElement>('#code');
  if (!field) return;
  const typed = field.value;
  const active = document.activeElement;
  field.value = code;
  form.querySelector<HTMLButtonElement>('button[value="scan"]')?.click();
  if (field.value === '') field.value = typed;
  if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  onRead();
}
