/**
 * Until the session island is loaded, hides a page restored from the back-forward cache and reloads it, so that the
 * server checks whose page it is (P-12).
 */
export function guardSession(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || customElements.get('shop-session')) return;
    document.documentElement.style.visibility = 'hidden';
    location.reload();
  });
}
