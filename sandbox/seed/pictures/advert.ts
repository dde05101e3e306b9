/** Advertisements: a title on the brand's colour, with a drawing. */
import { escapeHtml } from '../words/text';
import { box, bag } from './packs';
import { toneOf } from './palette';
import { syringe } from './gear';

const DRAWN = [bag, syringe, box];

export function drawAdvert(title: string, id: number): string {
  const tone = toneOf(`advert-${id}`);
  const drawing = DRAWN[id % DRAWN.length] ?? box;
  const size = Math.min(22, 150 / Math.max(6, title.length * 0.6)).toFixed(1);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160" viewBox="0 0 320 160" font-family="system-ui,sans-serif">` +
    `<rect width="320" height="160" rx="6" fill="${tone.pale}"/><path d="M0 0h196l-36 160H0z" fill="${tone.mid}"/>` +
    `<path d="M0 118h170l-10 42H0z" fill="${tone.deep}"/><text x="18" y="76" font-size="${size}" font-weight="700" fill="#fff">${escapeHtml(title)}</text>` +
    `<g transform="translate(204 24) scale(1.160)">${drawing({ tone, tint: null, words: null })}</g></svg>`
  );
}
