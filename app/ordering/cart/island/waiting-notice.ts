/** For the cart page after a session has ended: displays how many edits of that session still wait in this browser. */
const txPrefix = 'cart:v1:tx:';

export function tellWaiting(place: HTMLElement): void {
  const count = countWaiting();
  const number = place.querySelector('b');
  if (number) number.textContent = String(count);
  place.hidden = count === 0;
}

/** Number of waiting edits in this browser; 0 when the browser has no storage. */
function countWaiting(): number {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(txPrefix)).length;
  } catch {
    return 0;
  }
}
