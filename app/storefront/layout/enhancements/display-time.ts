/**
 * Hides an advertisement (CMS-03) or a message (SHELL-01) once it has been in view for the seconds that its markup
 * sets. Never hides it while the pointer is over it or the focus is in it.
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
