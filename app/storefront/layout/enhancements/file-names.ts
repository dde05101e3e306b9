/**
 * Hides the browser's "no file chosen", whose language may differ from the page's (`.none` in controls.css). An unused
 * file field then looks like any other empty field.
 */
export function hideUnchosen(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) {
    const mark = (): void => void input.classList.toggle('none', input.value === '');
    mark();
    input.addEventListener('change', mark);
  }
}
