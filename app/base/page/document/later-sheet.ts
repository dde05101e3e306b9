/**
 * Loads the whole stylesheet of a page that inlines its own styles: on the first user input, because scripts may add
 * elements that the inlined styles do not cover, or two seconds after the page is complete.
 */
const quietMs = 2_000;

export function watchSheet(): void {
  const sheet = document.getElementById('later-sheet');
  if (!sheet) return;
  const touches = ['pointerdown', 'keydown', 'focusin'] as const;
  const load = (): void => {
    for (const touch of touches) removeEventListener(touch, load);
    // With scripting on, the content of a `noscript` element is plain text: replacing the element by its text activates
    // the link.
    if (sheet.isConnected) sheet.outerHTML = sheet.textContent;
  };
  for (const touch of touches) addEventListener(touch, load);
  // Waits for `load`, because module scripts run before that event.
  addEventListener('load', () => setTimeout(load, quietMs));
}
