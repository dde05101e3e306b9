/** Takes an advertisement (CMS-03) or a message (SHELL-01) away after its time, but never from under pointer or keyboard. */
export function watchDisplayTimes(): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-seconds]')) {
    const hide = (): void => {
      item.hidden = !item.matches(':hover,:focus-within');
    };
    setTimeout(
      () => {
        hide();
        item.addEventListener('pointerleave', hide);
        // The focus has left only after the event.
        item.addEventListener('focusout', () => setTimeout(hide));
      },
      Number(item.dataset['seconds']) * 1_000,
    );
  }
}
