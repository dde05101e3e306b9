/**
 * Hides an advertisement (CMS-03) or a message (SHELL-01) once it has been in view for its time. Never hides it while
 * it has the pointer or the focus.
 */
export function watchDisplayTimes(): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-seconds]')) {
    let left = Number(item.dataset['seconds']);
    const count = (): void => {
      if (item.getBoundingClientRect().top < innerHeight) left -= 1;
      item.hidden = left < 0 && !item.matches(':hover,:focus-within');
      if (!item.hidden) setTimeout(count, 1_000);
    };
    count();
  }
}
