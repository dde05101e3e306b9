/**
 * Loads the cart island (the client script of the cart) on demand. It loads at once when edits of an earlier page wait
 * (CART-02), when the page lacked cart data, or when the page offers a camera. It loads on the first focus or click in
 * a form that it handles. Otherwise it loads a second after the page, so that it is available offline. A form submitted
 * before the script is loaded waits a few seconds at most, then goes to the server as without script.
 */
import { showState } from './cart-state';

const quietMs = 1_000;
const patienceMs = 5_000;
const prefix = 'cart:v1:';

/**
 * Whether the browser has stored a value under a key that starts with this prefix. Browsers without storage may throw
 * here.
 */
function isKept(what: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix + what));
  } catch {
    return false;
  }
}

export function watchCart(island: HTMLElement, load: () => Promise<void>): void {
  const { asks, checkout, offline = '' } = island.dataset;
  let opening: Promise<void> | undefined;
  let isOpen = false;

  const open = (): Promise<void> => {
    opening ??= Promise.race([
      load(),
      new Promise<void>((resolve) => setTimeout(resolve, patienceMs)),
    ])
      // If the script fails to load, the forms work without it, and the next focus or submit tries again.
      .catch(() => (opening = undefined))
      // Do not submit a form while offline: the browser's error page would replace its input.
      .then(() => void (isOpen = !!opening || navigator.onLine));
    return opening;
  };

  const openSoon = (): void => void open();
  /** Runs when the network is back: resubmits the form that could not be sent while offline. */
  let resume = openSoon;

  const takesOver = (form: Element | null | undefined): boolean =>
    form instanceof HTMLFormElement &&
    form.method === 'post' &&
    (!!form.elements.namedItem('tx') ||
      (new URL(form.action).pathname === checkout && isKept('tx:')) ||
      ('signOut' in form.dataset && isKept('')));

  const onTouch = ({ target }: Event): void => {
    if (target instanceof Element && takesOver(target.closest('form'))) void open();
  };

  const onSubmit = (event: SubmitEvent): void => {
    const { target: form, submitter } = event;
    if (isOpen || !(form instanceof HTMLFormElement) || !takesOver(form)) return;
    // Buttons to checkout, or to another view of a list, wait for the island's script only if edits are queued.
    const isOnward = submitter?.matches('[value=checkout],[name=to]');
    if (isOnward && navigator.onLine && !isKept('tx:')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    resume = () => form.requestSubmit(submitter);
    void open().then(() => isOpen && resume());
  };

  addEventListener('focusin', onTouch);
  addEventListener('pointerdown', onTouch);
  document.addEventListener('submit', onSubmit, true);
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(prefix)) void open();
  });
  addEventListener('scan', openSoon);
  addEventListener('offline', () => {
    if (!isOpen) showState('offline', offline);
  });
  addEventListener('online', () => {
    if (isOpen) return;
    island.dataset['asks'] = '';
    resume();
  });
  const isWanted =
    asks !== undefined ||
    isKept('tx:') ||
    isKept('scan') ||
    !navigator.onLine ||
    document.getElementById('scan-camera');
  if (isWanted) void open();
  // The load event is still to come, because modules run before it.
  else addEventListener('load', () => setTimeout(openSoon, quietMs));
}
