/** Texts in the header for the sync state of the cart (CART-07). */
export type BadgeState = 'synced' | 'pending' | 'checking' | 'offline' | 'down';

export function showState(state: BadgeState, word: string): void {
  const badge = document.querySelector('[data-cart-badge]');
  if (!badge) return;
  let sync = badge.querySelector<HTMLElement>('.sync');
  if (!sync) {
    sync = document.createElement('small');
    sync.className = 'sync';
    (badge.querySelector('.t') ?? badge).append(sync);
  }
  if (sync.dataset['state'] === state && sync.textContent === word) return;
  sync.dataset['state'] = state;
  sync.textContent = word;
}
