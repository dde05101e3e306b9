/**
 * Where no file is chosen a browser says so in its own language, which may not be the page's: the words are not shown
 * then (`.none` in controls.css), and the field is as empty as any other.
 */
export function hideUnchosen(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) {
    const mark = (): void => void input.classList.toggle('none', input.value === '');
    mark();
    input.addEventListener('change', mark);
  }
}
