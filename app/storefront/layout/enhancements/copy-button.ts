/** Buttons that copy a text of the page. They appear if the browser has a clipboard, and confirm the copy. */
export function enhanceCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset['copy'] ?? '');
    const label = button.querySelector<HTMLElement>('[data-copied]');
    if (!source || !label) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      const text = (source.textContent ?? '').replace(/\s+/g, ' ').trim();
      void navigator.clipboard.writeText(text).then(() => {
        label.textContent = label.dataset['copied'] ?? '';
      });
    });
  }
}
