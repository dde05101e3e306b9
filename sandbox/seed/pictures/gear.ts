/** Drawings of consumables. */
import {
  GREY,
  STEEL,
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

export const syringe: Drawing = (brush) => {
  const tint = brush.tint ?? brush.tone.mid;
  return (
    `<defs>${shade('g', ['#fff', '#cddaea'], true)}</defs><g transform="rotate(-40 48 48)">` +
    path('M6 62h74v4H6z', '#0b2545', 'opacity=".08"') +
    line('M80 48h16', '#8d9cb0', 1.6) +
    path('M70 44h5l6 2.500v3L75 52h-5z', tint) +
    path('M2 45.500h24v5H2z', '#b8c6d8') +
    rect(-3, 37, 5, 22, tint, 'rx="2"') +
    rect(22, 33, 4, 30, GREY, 'rx="1.500"') +
    path('M26 37.500h44v21H26z', 'url(#g)', 'stroke="#93a5bc"') +
    path('M48 38h21.500v20H48z', brush.tone.soft) +
    rect(43, 38, 5, 20, '#17212f') +
    line('M31 38v5M36 38v8M53 38v5M58 38v5M63 38v8', '#44546a', 1) +
    path('M27 52h42v2.500H27z', '#fff', 'opacity=".6"') +
    '</g>'
  );
};

export const needle: Drawing = (brush) => {
  const tint = brush.tint ?? brush.tone.mid;
  const one = (y: number) =>
    `<g transform="translate(0 ${y})">${path('M4 2h12q2 0 3 2l5 1v2l-5 1q-1 2-3 2H4z', tint)}${path('M6 4h8v1.500H6z', '#fff', 'opacity=".5"')}${rect(24, 5.2, 48, 1.7, 'url(#m)')}${path('M72 5.200l5 1.700h-5z', STEEL)}</g>`;
  return (
    `<defs>${shade('m', ['#e6edf5', '#9badc2'], true)}</defs>` +
    path('M14 88l66-6 10 4-66 8z', '#0b2545', 'opacity=".08"') +
    `<g transform="rotate(-24 48 48) translate(8 18)">${one(0)}${one(17)}${one(34)}</g>` +
    `<g transform="translate(46 58) skewY(-7)">${rect(0, 0, 42, 26, '#fcfdfe', 'stroke="#d5dfea"')}${rect(0, 17, 42, 9, tint)}${lettering(brush, 4, 3, 34)}</g>`
  );
};

export const catheter: Drawing = (brush) => {
  const tint = brush.tint ?? brush.tone.mid;
  return (
    shadow(34, 88) +
    line('M14 74C30 20 48 92 62 44S88 18 84 60', '#b7c9dc', 4.4, 'stroke-linecap="round"') +
    line('M14 74C30 20 48 92 62 44S88 18 84 60', '#f2f7fb', 2, 'stroke-linecap="round"') +
    `<g transform="rotate(70 14 76)">${path('M2 70h16q3 0 4 3l6 1v4l-6 1q-1 3-4 3H2z', tint)}${path('M4 73h12v2H4z', '#fff', 'opacity=".5"')}</g>` +
    path('M80 60h8l-2 12h-4z', tint) +
    `<g transform="translate(10 8)">${rect(0, 0, 46, 22, '#fcfdfe', 'stroke="#d5dfea"')}${rect(0, 0, 4, 22, tint)}${lettering(brush, 8, 5, 34)}</g>`
  );
};

export const gloves: Drawing = (brush) => {
  const tint = brush.tint ?? brush.tone.soft;
  return (
    `${shadow(38)}${path('M20 46h56l8 8H12z', '#dbe5f0')}<ellipse cx="48" cy="50" rx="20" ry="3" fill="#8193a9"/>` +
    path(
      'M34 50V26a3.500 3.500 0 017 0V14a3.500 3.500 0 017 0v-3a3.500 3.500 0 017 0v5a3.500 3.500 0 017 0v18l4-4a3.500 3.500 0 015 5L61 50z',
      tint,
      'stroke="#0b2545" stroke-opacity=".18"',
    ) +
    line('M41 27v8M48 16v17M55 17v16', '#0b2545', 1.1, 'opacity=".25"') +
    label(brush, 12, 54, 72, 32)
  );
};

export const roll: Drawing = (brush) => {
  const tint = brush.tint ?? '#f4e9dc';
  return (
    shadow(34) +
    path('M30 40h46v34q-20 12-46 6z', tint) +
    path('M30 40h46v34q-20 12-46 6z', '#0b2545', 'opacity=".1"') +
    `<ellipse cx="30" cy="60" rx="17" ry="22" fill="${tint}" stroke="#0b2545" stroke-opacity=".2"/>` +
    line('M30 46a10 14 0 11-.1 0M30 51a6.500 9 0 11-.1 0', '#0b2545', 1, 'opacity=".2"') +
    `<ellipse cx="30" cy="60" rx="4" ry="5.500" fill="#6b7d93"/>` +
    path('M30 38q26 6 46 0v-4q-26 6-46 0z', '#fff', 'opacity=".35"') +
    `<g transform="translate(40 12)">${rect(0, 0, 46, 24, '#fcfdfe', 'stroke="#d5dfea"')}${rect(0, 16, 46, 8, brush.tone.mid)}${lettering(brush, 4, 2.5, 38)}</g>`
  );
};

export const swab: Drawing = (brush) =>
  `${shadow(36)}<defs><pattern id="w" width="4" height="4" patternUnits="userSpaceOnUse">${rect(0, 0, 4, 4, '#fff')}<path d="M0 2h4M2 0v4" stroke="#dbe5ef" stroke-width=".8"/></pattern></defs>` +
  `<g transform="rotate(-10 36 60)">${[0, 4, 8]
    .map((y) => rect(10, 54 - y, 52, 30, 'url(#w)', 'rx="2" stroke="#c3d1e2"'))
    .join('')}</g>` +
  `<g transform="translate(36 12) rotate(4)">${rect(0, 0, 48, 40, '#fcfdfe', 'rx="2" stroke="#d5dfea"')}${rect(0, 28, 48, 9, brush.tone.mid)}${lettering(brush, 5, 6, 38)}</g>`;

export const collar: Drawing = (brush) => {
  const tint = brush.tint ?? brush.tone.mid;
  return (
    shadow(34, 86) +
    line('M18 58C14 34 78 26 80 52S24 84 18 58z', '#0b2545', 9, 'opacity=".3"') +
    line('M18 58C14 34 78 26 80 52S24 84 18 58z', tint, 7.6) +
    line('M20 55c2-16 52-22 56-4', '#fff', 1.4, 'opacity=".35"') +
    rect(14, 52, 15, 17, '#dfe6ee', 'rx="2" stroke="#71849c" stroke-width="1.500"') +
    rect(18, 56, 7, 9, tint) +
    line('M21.500 54v13', STEEL, 1.6) +
    `<g transform="translate(38 8)">${rect(0, 0, 48, 20, '#fcfdfe', 'stroke="#d5dfea"')}${rect(0, 0, 4, 20, brush.tone.mid)}${lettering(brush, 8, 4, 36)}</g>`
  );
};

export const cone: Drawing = (brush) => {
  const tint = brush.tint ?? '#cfdfee';
  return (
    shadow(30) +
    path('M14 24q34-16 68 0L62 80q-14 8-28 0z', tint, 'opacity=".75"') +
    `<ellipse cx="48" cy="24" rx="34" ry="11" fill="#fff" opacity=".55" stroke="#7f96ae" stroke-width="1.500"/>` +
    path('M34 80q14 8 28 0l1.500-5q-15 8-31 0z', brush.tone.mid) +
    line('M64 34L56 80', '#7f96ae', 1.4) +
    [40, 52, 64]
      .map((y) => `<circle cx="${66 - y / 9}" cy="${y}" r="1.500" fill="${brush.tone.deep}"/>`)
      .join('') +
    (brush.words ? label(brush, 31, 44, 26, 20) : '')
  );
};

export const tag: Drawing = (brush) => {
  const tint = brush.tint ?? '#f2b632';
  const one = (x: number, turn: number) =>
    `<g transform="translate(${x} 14) rotate(${turn} 16 20)">${path('M10 4q6-6 12 0l8 16v34q0 4-4 4H6q-4 0-4-4V20z', tint, 'stroke="#0b2545" stroke-opacity=".2"')}<circle cx="16" cy="9" r="4" fill="#fff" stroke="#0b2545" stroke-opacity=".35" stroke-width="1.500"/>${rect(8, 32, 16, 3.4, '#17212f')}${rect(8, 40, 10, 2.4, '#17212f', 'opacity=".6"')}</g>`;
  return (
    `<defs>${shade('g', WHITE)}</defs>${shadow(34)}${one(10, -8)}${one(36, 5)}` +
    label(brush, 52, 58, 38, 26)
  );
};
