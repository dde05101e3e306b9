/** Drawings of bottles, vials, tubes and other containers of medicines. */
import {
  GLASS,
  GREY,
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

export const bottle: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', GLASS)}</defs>${shadow(27)}` +
    rect(35, 7, 26, 9, tone.mid, 'rx="2"') +
    path('M33 16h30v7H33z', '#aab8c9') +
    path(
      'M37 23h22v5c0 5 13 6 13 14v39a5 5 0 01-5 5H29a5 5 0 01-5-5V42c0-8 13-9 13-14z',
      'url(#g)',
    ) +
    path('M28 41h3v44h-3z', '#fff', 'opacity=".5"') +
    label(brush, 24, 45, 48, 31)
  );
};

export const dropper: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE)}</defs>${shadow(19)}` +
    path('M44 6h8l2 15H42z', tone.soft) +
    rect(38, 20, 20, 12, tone.mid, 'rx="2"') +
    line('M42 22v8M46 22v8M50 22v8M54 22v8', tone.deep, 1) +
    path('M36 33h24c7 2 8 5 8 10v38a5 5 0 01-5 5H33a5 5 0 01-5-5V43c0-5 1-8 8-10z', 'url(#g)') +
    path('M31 42h2.500v43H31z', '#fff', 'opacity=".7"') +
    label(brush, 28, 48, 40, 29)
  );
};

export const vial: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', GLASS)}${shade('c', ['#8a9aad', '#eef3f8', '#8a9aad'])}</defs>${shadow(22)}` +
    rect(35, 10, 26, 6, tone.mid, 'rx="2"') +
    rect(34, 15, 28, 11, 'url(#c)', 'rx="1.500"') +
    path(
      'M38 26h20v6c0 3 12 5 12 11v38a5 5 0 01-5 5H31a5 5 0 01-5-5V43c0-6 12-8 12-11z',
      'url(#g)',
    ) +
    path('M26 56h44v25a5 5 0 01-5 5H31a5 5 0 01-5-5z', tone.pale) +
    path('M30 42h2.600v43H30z', '#fff', 'opacity=".6"') +
    label(brush, 26, 46, 44, 30)
  );
};

export const ampoule: Drawing = (brush) => {
  const { tone } = brush;
  const one = (x: number) =>
    `<g transform="translate(${x})">${path('M8 6q3-3 6 0l-1 18q6 4 6 12v44q0 6-8 6t-8-6V36q0-8 6-12z', 'url(#g)')}` +
    `${rect(3, 46, 16, 24, '#fff')}${rect(3, 62, 16, 8, tone.mid)}${rect(6, 50, 9, 2, GREY)}${rect(8.5, 20, 5, 2, tone.mid)}</g>`;
  return (
    `<defs>${shade('g', GLASS)}</defs>${shadow(36)}${one(8)}${one(28)}` +
    `<g transform="translate(49 34)">${rect(0, 0, 40, 52, '#fcfdfe', 'stroke="#d5dfea"')}${rect(0, 34, 40, 10, tone.mid)}${lettering(brush, 4, 7, 32)}</g>`
  );
};

export const tube: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE)}</defs>${shadow(19)}` +
    rect(26, 7, 44, 7, '#b4c2d3') +
    line('M30 7v7M36 7v7M42 7v7M48 7v7M54 7v7M60 7v7M66 7v7', '#dbe4ee', 1) +
    path('M26 14h44l-7 53H33z', 'url(#g)') +
    path('M28.300 37h39.400l-1.900 13H30.200z', tone.mid) +
    lettering(brush, 31, 20, 34) +
    path('M37 66h22v3H37z', '#c9d4e0') +
    path('M34 69h28v14a3 3 0 01-3 3H37a3 3 0 01-3-3z', tone.mid) +
    line('M40 71v13M45 71v13M50 71v13M55 71v13', tone.deep, 1)
  );
};

export const infusion: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', ['#cfe0f0', '#f4f9fd', '#bfd4e8'])}</defs>` +
    path('M44 3h8v8h-8z', '#c3d1e2') +
    path('M26 11q22-6 44 0l4 60q-8 8-16 8H38q-8 0-16-8z', 'url(#g)', 'stroke="#a9bfd6"') +
    `<circle cx="48" cy="13" r="2.400" fill="#fff" stroke="#a9bfd6"/>` +
    path('M30 18q5-2 8-2l-2 50q-4-1-7-3z', '#fff', 'opacity=".5"') +
    label(brush, 29, 24, 38, 34) +
    line('M30 64h5M30 68h8M66 64h-5M66 68h-8', '#7f9bb8', 1) +
    rect(38, 79, 7, 11, '#d5e2ef', 'rx="1"') +
    rect(51, 79, 7, 11, tone.mid, 'rx="1"')
  );
};

export const can: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE)}</defs>${shadow(30)}` +
    rect(24, 7, 16, 9, tone.mid, 'rx="2"') +
    path('M22 16h20l6 6h20q8 0 8 8v50q0 6-6 6H26q-6 0-6-6V22z', 'url(#g)') +
    path(
      'M50 29h17q3 0 3 3v9q0 3-3 3H50q-3 0-3-3v-9q0-3 3-3z',
      '#fff',
      'stroke="#b4c2d3" stroke-width="1.500"',
    ) +
    path('M24 22h3v62h-3z', '#fff', 'opacity=".7"') +
    label(brush, 20, 50, 56, 28)
  );
};

export const spray: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE)}</defs>${shadow(21)}` +
    path('M30 8h26q6 2 6 8l-6-2v8H40v-8H30z', tone.mid) +
    path('M56 15q8 4 8 15l-4 1q0-10-6-11z', tone.deep) +
    rect(42, 22, 13, 8, '#b4c2d3') +
    path('M42 30h13q13 5 13 16v35a5 5 0 01-5 5H34a5 5 0 01-5-5V46q0-11 13-16z', 'url(#g)') +
    path('M33 44h2.600v41H33z', '#fff', 'opacity=".7"') +
    label(brush, 29, 48, 39, 30)
  );
};

export const pump: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE)}</defs>${shadow(23)}` +
    path('M34 8h20q10 0 12 9h-5q-1-3-7-3v6h-9v-6H34z', tone.mid) +
    rect(47, 14, 5, 12, '#c3d1e2') +
    rect(40, 25, 20, 7, tone.deep, 'rx="1.500"') +
    path('M38 32h24q10 3 10 10v39a5 5 0 01-5 5H33a5 5 0 01-5-5V42q0-7 10-10z', 'url(#g)') +
    path('M32 42h2.600v43H32z', '#fff', 'opacity=".7"') +
    label(brush, 28, 46, 44, 31)
  );
};

export const injector: Drawing = (brush) => {
  const { tone } = brush;
  const one =
    rect(0, 3.5, 20, 5, '#dbe4ee') +
    rect(-3, 0, 4, 12, tone.mid, 'rx="1.500"') +
    rect(18, 0, 42, 12, 'url(#g)', 'rx="3"') +
    rect(26, 0, 18, 12, tone.mid) +
    path('M60 3l12 2v2l-12 2z', '#c3d1e2') +
    path('M66 3.500l8 1.700v1.600l-8 1.700z', tone.soft);
  return (
    `<defs>${shade('g', ['#fff', '#dfe8f1', '#c3d1e2'], true)}<g id="i">${one}</g></defs>` +
    path('M12 86l70-8 8 4-72 9z', '#0b2545', 'opacity=".08"') +
    '<g transform="rotate(-18 48 48)"><use href="#i" x="10" y="14"/><use href="#i" x="16" y="32"/><use href="#i" x="8" y="50"/></g>' +
    (brush.words ? lettering(brush, 36, 72, 50) : '')
  );
};

export const pipette: Drawing = (brush) => {
  const { tone } = brush;
  const one = (x: number, turn: number) =>
    `<g transform="translate(${x} 12) rotate(${turn} 9 40)">${path('M7 0h4l1 14H6z', tone.mid)}${path('M5 14h8q5 10 5 24v22q0 5-5 5H5q-5 0-5-5V38q0-14 5-24z', 'url(#g)', 'stroke="#b7c9dc"')}${path('M1 44h16v15q0 5-5 5H6q-5 0-5-5z', tone.soft)}</g>`;
  return (
    `<defs>${shade('g', ['#dce8f4', '#fff', '#cfdfee'])}</defs>` +
    path('M10 82l22 6 58-7 2 4-60 8z', '#0b2545', 'opacity=".08"') +
    `<g transform="translate(44 34) skewY(-7)">${rect(0, 0, 44, 46, '#fcfdfe')}${rect(0, 28, 44, 10, tone.mid)}${lettering(brush, 4, 6, 36)}</g>` +
    path('M44 34l-5-3v46l5 3z', tone.deep) +
    one(8, -8) +
    one(23, 4)
  );
};
