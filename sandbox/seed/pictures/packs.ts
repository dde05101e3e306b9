/** Drawings of cartons, bags and other packs. */
import {
  GREY,
  METAL,
  WHITE,
  label,
  lettering,
  line,
  path,
  rect,
  shade,
  shadow,
  type Drawing,
} from './palette';

export const box: Drawing = (brush) => {
  const { tone } = brush;
  return (
    path('M10 77l20 8 58-9 4 4-60 11z', '#0b2545', 'opacity=".08"') +
    path('M12 27l54-8 18 8-54 8z', '#e3ebf4') +
    `<g transform="translate(12 27) skewY(23.96)">${rect(0, 0, 18, 47, '#c3d1e2')}${rect(0, 24, 18, 11, tone.deep)}</g>` +
    `<g transform="translate(30 35) skewY(-8.43)">${rect(0, 0, 54, 47, '#fcfdfe')}${rect(0, 24, 54, 11, tone.mid)}` +
    `${rect(5, 28, 14, 2.6, '#fff')}${lettering(brush, 5, 5, 44)}${rect(5, 39, 13, 2, GREY)}` +
    `<circle cx="45" cy="29.500" r="3.600" fill="${tone.soft}"/></g>`
  );
};

export const blister: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('a', ['#f4f7fb', '#cdd9e6', '#b7c5d6'])}<g id="p"><circle r="5.400" fill="#9fb0c4"/><circle r="4.600" cx="-.3" cy="-.5" fill="#fff"/><path d="M-3.300-.5h6" stroke="#c9d6e6"/></g><g id="r"><use href="#p" x="8"/><use href="#p" x="22"/></g></defs>` +
    path('M6 80l16 7 66-9 3 4-66 10z', '#0b2545', 'opacity=".08"') +
    `<g transform="translate(36 22) skewY(-7)">${rect(0, 0, 52, 50, '#fcfdfe')}${rect(0, 27, 52, 11, tone.mid)}${lettering(brush, 6, 6, 42)}${rect(6, 42, 13, 2, GREY)}</g>` +
    path('M36 22l-5-3v50l5 3z', tone.deep) +
    `<g transform="translate(8 26) rotate(-6)"><rect width="30" height="58" rx="3.500" fill="url(#a)"/>` +
    `<use href="#r" y="9"/><use href="#r" y="22.500"/><use href="#r" y="36"/><use href="#r" y="49.500"/>${line('M15 2v54', '#fff', 0.8, 'stroke-dasharray="2 2"')}</g>`
  );
};

export const bag: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', [tone.deep, tone.mid, tone.deep])}</defs>${shadow(33)}` +
    path('M24 8h48l3 9H21z', '#d5dfea') +
    line('M26 12.500h44', '#aebccd', 1, 'stroke-dasharray="2 1.500"') +
    path('M21 17h54c1 10 4 17 4 33 0 16-2 27-3 36H20c-1-9-3-20-3-36 0-16 3-23 4-33z', 'url(#g)') +
    label(brush, 26, 34, 44, 36) +
    path(
      'M24 19h4c-1 9-5 18-4 31 0 13 2 25 3 35h-3c-2-12-4-21-4-35 0-12 3-22 4-31z',
      '#fff',
      'opacity=".16"',
    )
  );
};

export const pouch: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', [tone.mid, tone.soft, tone.mid])}</defs>${shadow(25)}` +
    path('M26 10h44l2 74q-24 5-48 0z', 'url(#g)') +
    rect(26, 10, 44, 7, tone.deep) +
    line('M29 13.500h38', '#fff', 0.8, 'stroke-dasharray="1.500 1.500"') +
    label(brush, 30, 30, 36, 34) +
    path('M27 74q21 5 42 0l.5 9q-22 5-43 0z', tone.deep, 'opacity=".35"') +
    path('M29 19h3l-1 62-3-1z', '#fff', 'opacity=".25"')
  );
};

export const tin: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('m', METAL)}${shade('g', [tone.deep, tone.mid, tone.soft, tone.deep])}</defs>${shadow(30, 84)}` +
    path('M20 30v46c0 12 56 12 56 0V30z', 'url(#g)') +
    path('M20 29v5c0 12 56 12 56 0v-5z', 'url(#m)') +
    `<ellipse cx="48" cy="29" rx="28" ry="9" fill="#dbe3ec"/><ellipse cx="48" cy="29" rx="23.500" ry="6.800" fill="#c3cfdc"/>` +
    `<ellipse cx="48" cy="27" rx="6" ry="2.200" fill="none" stroke="#8a9aad" stroke-width="1.400"/>` +
    path('M28 46q20 6 40 0v24q-20 6-40 0z', '#fff') +
    lettering(brush, 32, 53, 32) +
    path('M20 74v4c0 11 56 11 56 0v-4c0 12-56 12-56 0z', 'url(#m)')
  );
};

export const pot: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE)}${shade('c', [tone.deep, tone.mid, tone.deep])}</defs>${shadow(28)}` +
    path('M22 30h52v50c0 8-52 8-52 0z', 'url(#g)') +
    path('M27 32h3v52l-3-.6z', '#fff', 'opacity=".6"') +
    label(brush, 22, 42, 52, 30) +
    path('M19 16h58v12c0 6-58 6-58 0z', 'url(#c)') +
    `<ellipse cx="48" cy="16" rx="29" ry="5" fill="${tone.soft}"/>`
  );
};

export const bucket: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE)}</defs>${shadow(29)}` +
    line('M21 28C24 2 72 2 75 28', '#8d9cb0', 2.4) +
    path('M18 26h60l-6 56c-1 7-47 7-48 0z', 'url(#g)') +
    path('M15 20h66v7c0 5-66 5-66 0z', tone.mid) +
    `<ellipse cx="48" cy="20" rx="33" ry="5" fill="${tone.soft}"/>` +
    label(brush, 25, 42, 46, 30)
  );
};

export const suture: Drawing = (brush) => {
  const { tone } = brush;
  const thread = brush.tint ?? tone.mid;
  return (
    path('M10 82l12 6 68-8 2 4-64 8z', '#0b2545', 'opacity=".08"') +
    `<g transform="rotate(-5 48 48)">${rect(14, 14, 68, 42, '#fcfdfe', 'rx="2" stroke="#d5dfea"')}` +
    rect(14, 14, 9, 42, tone.mid, 'rx="2"') +
    lettering(brush, 28, 22, 46) +
    rect(28, 46, 20, 2, GREY) +
    '</g>' +
    line('M24 78c10-14 22 10 32-2s20 4 24-6', thread, 1.6, 'stroke-linecap="round"') +
    line('M80 70c6-4 8-12 2-16', '#71849c', 2, 'stroke-linecap="round"')
  );
};

export const test: Drawing = (brush) => {
  const { tone } = brush;
  return (
    path('M8 80l18 7 64-8 2 4-64 8z', '#0b2545', 'opacity=".08"') +
    `<g transform="translate(34 16) skewY(-7)">${rect(0, 0, 52, 46, '#fcfdfe')}${rect(0, 30, 52, 9, tone.mid)}${lettering(brush, 5, 6, 42)}</g>` +
    path('M34 16l-6-3v46l6 3z', tone.deep) +
    `<g transform="rotate(-14 30 64)">${rect(6, 52, 54, 20, '#f4f7fb', 'rx="4" stroke="#c3d1e2"')}` +
    rect(28, 56, 24, 11, '#fff', 'rx="2" stroke="#aebccd"') +
    line('M35 57v9', '#a5283c', 1.8) +
    line('M43 57v9', '#d78a96', 1.8) +
    `<circle cx="16" cy="62" r="4" fill="#dfe7f0" stroke="#aebccd"/></g>`
  );
};
