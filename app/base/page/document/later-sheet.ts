/**
 * Loads the whole stylesheet of a page that has its own styles in itself: with the first touch, because what
 * scripts then put on the page is in no markup yet, or once the page is complete and the line is free.
 */
const quietMs = 2_000;

export function watchSheet(): void {
  const sheet = document.getElementById('later-sheet');
  if (!sheet) return;
  const touches = ['pointerdown', 'keydown', 'focusin'] as const;
  const load = (): void => {
    for (const touch of touches) removeEventListener(touch, load);
    // With scripts running, what stands in a noscript element is its text.
    if (sheet.isConnected) sheet.outerHTML = sheet.textContent;
  };
  for (const touch of touches) addEventListener(touch, load);
  // A module runs before that.
  addEventListener('load', () => setTimeout(load, quietMs));
}
