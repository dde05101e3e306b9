/**
 * Loads the whole stylesheet of a page that inlines its own styles: on the first user input, because scripts may add
 * elements that the inlined styles do not cover, or once the page is complete and the connection idle.
 */
const quietMs = 2_000;

export function watchSheet(): void {
  const sheet = document.getElementById('later-sheet');
  if (!sheet) return;
  const touches = ['pointerdown', 'keydown', 'focusin'] as const;
  const load = (): void => {
    for (const touch of touches) removeEventListener(touch, load);
    // When scripting is on, the content of a noscript element is plain text.
    if (sheet.isConnected) sheet.outerHTML = sheet.textContent;
  };
  for (const touch of touches) addEventListener(touch, load);
  // Module scripts run before `load`.
  addEventListener('load', () => setTimeout(load, quietMs));
}
