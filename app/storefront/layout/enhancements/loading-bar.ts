/**
 * A bar at the top while the next page is on its way, for links and posted forms alike (SHELL-03). Drawn by
 * script alone: a page that is not left pays nothing for it.
 */

/** A page that comes sooner needs no bar. */
const throttleMs = 200;
const durationMs = 2_000;
/** A download never replaces the page; the slowest page is not waited for longer. */
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

/** White below blue: the header has the bar's colour. */
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
  // Every way to another page passes here; nothing is asked and nothing is held up.
  addEventListener('beforeunload', () => {
    hide();
    if (!saves) timers = [setTimeout(show, throttleMs), setTimeout(hide, patienceMs)].map(Number);
  });
  // A page that the browser brings back from its memory.
  addEventListener('pageshow', hide);
}
