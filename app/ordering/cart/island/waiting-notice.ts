/** A session has ended with changes in the queue: the signed-out cart page says how many wait here. */
const txPrefix = 'cart:v1:tx:';

export function tellWaiting(place: HTMLElement): void {
  const count = countWaiting();
  const number = place.querySelector('b');
  if (number) number.textContent = String(count);
  place.hidden = count === 0;
}

/** None where the browser keeps nothing at all. */
function countWaiting(): number {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(txPrefix)).length;
  } catch {
    return 0;
  }
}
