/** Brand colours and the building blocks of all drawings, on a canvas of 96 by 96. */
import { hash32 } from '../random';
import { escapeHtml } from '../words/text';

export interface Tone {
  deep: string;
  mid: string;
  soft: string;
  pale: string;
}

/** Brand colours: muted, distinguishable, dark enough for white text. */
const TONES: readonly Tone[] = [
  { deep: '#093f7d', mid: '#0c4e99', soft: '#9fc0e6', pale: '#e8f1fa' },
  { deep: '#5d2046', mid: '#7a2e5d', soft: '#d3a9c3', pale: '#f7ecf3' },
  { deep: '#14573f', mid: '#1d7253', soft: '#9cd0b9', pale: '#e7f5ee' },
  { deep: '#8a3c12', mid: '#b4531b', soft: '#eebd9a', pale: '#fcf0e7' },
  { deep: '#1f5e6b', mid: '#2a7a8a', soft: '#a3d3dc', pale: '#e6f4f6' },
  { deep: '#7d1c2c', mid: '#a5283c', soft: '#e4a5af', pale: '#faeaec' },
  { deep: '#3d3a80', mid: '#524fa6', soft: '#b8b6e2', pale: '#efeefa' },
  { deep: '#6a5410', mid: '#8d7119', soft: '#dcc887', pale: '#f8f3e0' },
  { deep: '#2f4d1c', mid: '#436d29', soft: '#b3d09c', pale: '#eef6e8' },
  { deep: '#33475b', mid: '#47617c', soft: '#b3c3d3', pale: '#edf2f6' },
  { deep: '#7a2d6a', mid: '#9c3e88', soft: '#dba9d0', pale: '#f9ecf6' },
  { deep: '#0f4c5c', mid: '#136f7f', soft: '#8fcbd4', pale: '#e3f3f5' },
];

export function toneOf(brandId: string): Tone {
  const [first] = TONES;
  const tone = TONES[hash32(`tone:${brandId}`) % TONES.length] ?? first;
  if (!tone) throw new Error('The palette is empty');
  return tone;
}

export interface Brush {
  tone: Tone;
  /** Colour of the object itself, if it has one: gloves, needles, bandages. */
  tint: string | null;
  /** Text of the label; null on small sizes, which show bars instead. */
  words: { head: string; line: string } | null;
}
export type Drawing = (brush: Brush) => string;

const INK = '#17212f';
export const GREY = '#93a5bc';
export const STEEL = '#71849c';

export function shadow(rx: number, cy = 87, cx = 48): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="3.6" fill="#0b2545" opacity=".1"/>`;
}

/** A horizontal (or, with `down`, vertical) gradient from light to dark and back, which makes shapes look round. */
export function shade(id: string, stops: readonly string[], down = false): string {
  const parts = stops.map((color, i) => {
    const at = stops.length > 1 ? (i / (stops.length - 1)).toFixed(2).replace(/^0/, '') : '0';
    return `<stop offset="${at}" stop-color="${color}"/>`;
  });
  return `<linearGradient id="${id}" ${down ? 'x2="0" y2="1"' : 'x2="1"'}>${parts.join('')}</linearGradient>`;
}

export const GLASS = ['#b9cde4', '#eef5fb', '#cfdeee', '#a3bbd6'] as const;
export const WHITE = ['#d5dfea', '#fff', '#eef3f8', '#c9d6e4'] as const;
export const METAL = ['#aab7c6', '#f1f5f9', '#c3cfdc', '#8a9aad'] as const;

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${more && ` ${more}`}/>`;
}

/** Text in a box of the given width, smaller if it is long; bars without text. */
export function lettering(brush: Brush, x: number, y: number, width: number): string {
  if (!brush.words) {
    return (
      rect(x, y, Math.min(width, 22), 3.4, INK) + rect(x, y + 6, Math.min(width, 14), 2.2, GREY)
    );
  }
  const sized = (words: string, most: number) =>
    Math.min(most, Number((width / Math.max(4, words.length * 0.62)).toFixed(1)));
  const { head, line: second } = brush.words;
  const attributes = 'font-family="system-ui,sans-serif"';
  return (
    `<g ${attributes}><text x="${x}" y="${y + 4}" font-size="${sized(head, 6)}" font-weight="700" fill="${INK}">${escapeHtml(head)}</text>` +
    `<text x="${x}" y="${y + 9}" font-size="${sized(second, 4)}" fill="#44546a">${escapeHtml(second)}</text></g>`
  );
}

/** White label with a band in the brand's colour below. */
export function label(brush: Brush, x: number, y: number, w: number, h: number): string {
  const band = Math.max(4, Math.round(h * 0.26));
  return (
    rect(x, y, w, h, '#fff') +
    rect(x, y + h - band, w, band, brush.tone.mid) +
    rect(x + 3, y + h - band / 2 - 1, Math.min(12, w / 3), 2, '#fff', 'opacity=".85"') +
    lettering(brush, x + 3, y + 3.5, w - 6)
  );
}
