/**
 * Stands on a customer's page in place of the cart's island and loads it when it is wanted: at once when
 * changes of an earlier page wait (CART-02), the shop had more to say than the page could hold, or the page has a
 * camera to offer; with the first touch of a form that it takes over; else a second after the page is
 * complete, so that it is there when the line goes away. A form that is sent meanwhile waits for it, a few
 * seconds at most, and then goes to the server as without script.
 */
import { showState } from './cart-state';

const quietMs = 1_000;
const patienceMs = 5_000;
const prefix = 'cart:v1:';

/** Whether the browser keeps some of it; one that keeps nothing at all may refuse to say. */
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
      // A script that is lost on the way leaves plain forms, and is tried again when there is a reason.
      .catch(() => (opening = undefined))
      // Without a line no form is sent: the browser's own page would take what was typed with it.
      .then(() => void (isOpen = !!opening || navigator.onLine));
    return opening;
  };

  const openSoon = (): void => void open();
  /** What is done when there is a line again: sends the form that found none. */
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
    // The way on from the cart, or to another view of a list, waits for no script unless changes do.
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
  // A module runs before that.
  else addEventListener('load', () => setTimeout(openSoon, quietMs));
}
