/**
 * Before the watch over the session is loaded: a page that the browser brings back from its memory is not
 * shown until the shop has said whose it is (P-12).
 */
export function guardSession(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || customElements.get('shop-session')) return;
    document.documentElement.style.visibility = 'hidden';
    location.reload();
  });
}
