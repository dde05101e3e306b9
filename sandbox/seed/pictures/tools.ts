/** Drawings of durable goods: instruments, devices, furniture, clothing. */
import { escapeHtml } from '../words/text';
import {
  METAL,
  STEEL,
  WHITE,
  lettering,
  line,
  path,
  rect,
  shade,
  shadow,
  type Brush,
  type Drawing,
} from './palette';

export const instrument: Drawing = (brush) =>
  `<defs>${shade('g', ['#e6edf5', '#9badc2', '#71849c'])}</defs>${shadow(30, 88)}<g transform="rotate(38 48 46)" fill="none" stroke-linecap="round"><g stroke="url(#g)">` +
  '<path stroke-width="5" d="M46 44L37 74"/><path stroke-width="5" d="M50 44l9 30"/><circle cx="34.500" cy="81" r="8" stroke-width="4.500"/><circle cx="61.500" cy="81" r="8" stroke-width="4.500"/>' +
  '<path stroke-width="4.500" d="M45 46c0-12 .5-26 2.500-42M51 46c0-12-.5-26-2.500-42"/></g><path stroke="#71849c" stroke-width="3" d="M42 66h12"/>' +
  `<path stroke="#fff" stroke-width="1.200" d="M46.500 40c0-10 .5-20 1-30M45 50l-7 22"/><circle cx="48" cy="43" r="3.600" fill="${brush.tone.mid}" stroke="#e6edf5" stroke-width="1.400"/></g>` +
  (brush.words ? lettering(brush, 6, 6, 44) : '');

export const forceps: Drawing = (brush) =>
  `<defs>${shade('g', ['#f1f5f9', '#a9b8c9', '#71849c'])}</defs>${shadow(26, 88)}<g transform="rotate(24 48 48)">` +
  path('M40 6h16q3 26-2 50-1 18-5 30h-2q-4-12-5-30-5-24-2-50z', 'url(#g)') +
  path('M44 12h8q1 24-2 44l-2 24-2-24q-3-20-2-44z', '#fff', 'opacity=".92"') +
  line('M43 34h3M43 38h3M43 42h3M50 34h3M50 38h3M50 42h3', STEEL, 1.4) +
  rect(41, 6, 14, 5, brush.tone.mid, 'rx="2"') +
  '</g>' +
  (brush.words ? lettering(brush, 58, 60, 36) : '');

export const tool: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('m', METAL, true)}${shade('g', [tone.deep, tone.mid, tone.deep], true)}</defs>${shadow(34, 86)}` +
    `<g transform="rotate(-32 48 48)">${rect(0, 41, 44, 14, 'url(#g)', 'rx="6"')}${rect(6, 45, 30, 2, '#fff', 'opacity=".35" rx="1"')}` +
    `${rect(42, 43, 8, 10, STEEL, 'rx="1.500"')}${path('M50 44h30q14 1 16 10-10-3-18-1H50z', 'url(#m)')}${path('M52 46h26', '#fff')}</g>` +
    (brush.words ? lettering(brush, 8, 10, 46) : '')
  );
};

export const device: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('g', WHITE, true)}</defs>${shadow(36)}` +
    rect(12, 20, 72, 52, 'url(#g)', 'rx="6" stroke="#b7c5d6"') +
    rect(18, 26, 46, 32, '#10243c', 'rx="3"') +
    line('M20 42h8l3-8 5 18 5-14 3 4h18', '#7fd3a8', 1.8, 'stroke-linejoin="round"') +
    line('M20 53h40', tone.soft, 1.4, 'stroke-dasharray="5 2"') +
    `<circle cx="74" cy="32" r="4.500" fill="${tone.mid}"/><circle cx="74" cy="45" r="3" fill="#b7c5d6"/><circle cx="74" cy="54" r="3" fill="#b7c5d6"/>` +
    (brush.words ? lettering(brush, 18, 61, 60) : rect(18, 63, 20, 3, '#17212f')) +
    path('M24 72h48l5 12H19z', '#aebccd') +
    rect(18, 82, 60, 4, tone.mid, 'rx="2"')
  );
};

export const furniture: Drawing = (brush) => {
  const { tone } = brush;
  return (
    `<defs>${shade('m', METAL)}</defs>${shadow(38, 89)}` +
    path('M10 34l12-10h62l-8 10z', '#eef3f8') +
    rect(10, 34, 66, 6, 'url(#m)', 'rx="1"') +
    path('M76 34l8-10v6l-8 10z', '#8a9aad') +
    rect(14, 40, 5, 46, 'url(#m)') +
    rect(67, 40, 5, 46, 'url(#m)') +
    rect(19, 66, 48, 4, '#aab7c6') +
    rect(26, 44, 34, 18, tone.mid, 'rx="2"') +
    rect(38, 51, 10, 2.4, '#fff', 'rx="1"') +
    `<circle cx="16.500" cy="87" r="3" fill="#44546a"/><circle cx="69.500" cy="87" r="3" fill="#44546a"/>` +
    (brush.words ? lettering(brush, 22, 6, 56) : '')
  );
};

export const clothing: Drawing = (brush) => {
  const tint = brush.tint ?? brush.tone.mid;
  return (
    shadow(30, 90) +
    path('M34 10l14 8 14-8 20 12-8 20-8-4v48H30V38l-8 4-8-20z', tint) +
    path('M34 10l14 22 14-22-5-2-9 7-9-7z', '#fff', 'opacity=".3"') +
    line('M30 40v42M66 40v42', '#0b2545', 1.2, 'opacity=".2"') +
    rect(54, 42, 10, 11, '#fff', 'opacity=".22" rx="1"') +
    line('M32 64h12v12H32', '#0b2545', 1, 'opacity=".25"') +
    line('M48 32v54', '#0b2545', 0.8, 'opacity=".15"') +
    (brush.words
      ? `<g opacity=".95">${rect(33, 46, 17, 8, '#fff', 'rx="1"')}${rect(34.5, 48, 10, 1.6, brush.tone.mid)}${rect(34.5, 51, 6, 1.2, STEEL)}</g>`
      : '')
  );
};

export const boots: Drawing = (brush) => {
  const tint = brush.tint ?? '#436d29';
  const one = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})">${path('M4 0h24l-1 42q16 4 18 16v8H0q3-20 4-34z', tint)}${path('M4 0h24v7H4z', '#fff', 'opacity=".22"')}${path('M0 62h45v6H0z', '#17212f', 'opacity=".55"')}${path('M8 9h4l-1 46H6z', '#fff', 'opacity=".2"')}</g>`;
  return `${shadow(38, 88)}${one(34, 10)}${one(10, 18)}`;
};

export const bowl: Drawing = (brush) => {
  const tint = brush.tint ?? null;
  return (
    `<defs>${shade('g', tint ? [tint, '#fff', tint] : METAL)}</defs>${shadow(38, 80)}` +
    path('M16 40h64l10 34q-42 12-84 0z', 'url(#g)') +
    `<ellipse cx="48" cy="40" rx="32" ry="10" fill="#dfe6ee"/><ellipse cx="48" cy="41" rx="27" ry="7.500" fill="#9badc2"/>` +
    path('M6 74q42 12 84 0v4q-42 13-84 0z', brush.tone.mid) +
    (brush.words ? lettering(brush, 28, 58, 40) : '') +
    path('M22 50l4 24h-4l-5-22z', '#fff', 'opacity=".45"')
  );
};

/** A brand sign: its initials on its colour, with the name beside them. */
export function brandSign(name: string, brush: Brush): string {
  const initials = name
    .split(/[\s-]+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase();
  const size = Math.min(17, 146 / Math.max(6, name.length * 0.66));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60" viewBox="0 0 200 60" font-family="system-ui,sans-serif">` +
    `${rect(0, 8, 44, 44, brush.tone.mid, 'rx="10"')}${path('M0 40q22-20 44-6v8q0 10-10 10H10q-10 0-10-10z', brush.tone.deep)}` +
    `<text x="22" y="36" font-size="18" font-weight="700" fill="#fff" text-anchor="middle">${initials}</text>` +
    `<text x="52" y="36" font-size="${size.toFixed(1)}" font-weight="600" fill="${brush.tone.deep}">${escapeHtml(name)}</text></svg>`
  );
}
