/**
 * A progress bar at the top while the next page loads, for links and posted forms (SHELL-03). The script creates it on
 * demand, so it adds no markup to pages.
 */

/** Delay before the bar appears, in milliseconds: a page that loads faster needs no bar. */
const throttleMs = 200;
const durationMs = 2_000;
/**
 * Time after which the bar disappears, in milliseconds: a download never replaces the page. Long enough for the slowest
 * page.
 */
const patienceMs = 60_000;
const colour = '#0C4E99';

let timers: number[] = [];
let track: HTMLElement | null = null;

function hide(): void {
  timers.forEach(clearTimeout);
  timers = [];
  track?.remove();
  track = null;
}

/** White below the blue bar, because the header has the bar's colour. */
function show(): void {
  track = document.createElement('div');
  track.id = 'loading';
  track.setAttribute('aria-hidden', 'true');
  const bar = track.appendChild(document.createElement('div'));
  const place = { position: 'fixed', inset: '0 0 auto', zIndex: '9', background: '#fff' };
  Object.assign(track.style, place);
  Object.assign(bar.style, { height: '4px', width: '90%', background: colour });
  document.body.append(track);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!still) bar.animate({ width: ['0', '90%'] }, { duration: durationMs, easing: 'ease-out' });
}

export function watchLeaving(): void {
  let saves = false;
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    saves = link?.hasAttribute('download') ?? false;
  });
  // Every navigation fires `beforeunload`, and this handler does not delay it.
  addEventListener('beforeunload', () => {
    hide();
    if (!saves) timers = [setTimeout(show, throttleMs), setTimeout(hide, patienceMs)].map(Number);
  });
  // The browser has restored the page from the back/forward cache.
  addEventListener('pageshow', hide);
}
