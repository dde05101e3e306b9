/** Draws camera frames of barcodes: turned, small, blurred, inverted, in a shadow, with noise (CART-11). */
import type { Pixels } from '../../app/ordering/quick-order/camera/reader/found-code';
import { symbolOf, type ShownCode } from '../../tests/support/camera-picture';

export interface Condition {
  name: string;
  /** Width of a module in pixels. */
  module: number;
  degrees?: number;
  /** Radius of the blur in pixels. */
  blur?: number;
  inverted?: boolean;
  /** Grey values of paper and ink. */
  greys?: readonly [number, number];
  /** A shadow with a soft edge darkens one half of the frame. */
  shadow?: boolean;
}

export const conditions: readonly Condition[] = [
  { name: '4 px', module: 4 },
  { name: '3 px', module: 3 },
  { name: '2.5 px', module: 2.5 },
  { name: '15°', module: 4, degrees: 15 },
  { name: '90°', module: 4, degrees: 90 },
  { name: '180°', module: 4, degrees: 180 },
  { name: 'blur 1', module: 4, blur: 1 },
  { name: 'blur 2', module: 4, blur: 2 },
  { name: 'faint', module: 4, greys: [150, 100] },
  { name: 'inverted', module: 4, inverted: true },
  { name: 'shadow', module: 4, shadow: true },
];

const [width, height] = [1_280, 720];
const quietModules = 10;
/** Width of a shadow's edge in pixels. */
const shadowEdge = 160;
/** Samples of a pixel in each direction. */
const samples = 2;

/** Pseudo-random numbers from 0 to 1 (mulberry32), so that a seed repeats its frames. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Averages the grey values along rows, or along columns with a `step` of one row. */
function blurred(
  grey: Float32Array<ArrayBuffer>,
  radius: number,
  step: number,
): Float32Array<ArrayBuffer> {
  const smooth = new Float32Array(grey.length);
  for (let at = 0; at < grey.length; at += 1) {
    let sum = 0;
    for (let off = -radius; off <= radius; off += 1) sum += grey[at + off * step] ?? grey[at] ?? 0;
    smooth[at] = sum / (2 * radius + 1);
  }
  return smooth;
}

/** Draws one frame; null when the code does not fit into it. */
export function frameOf(
  code: Pick<ShownCode, 'kind' | 'text'>,
  condition: Condition,
  random: () => number,
): Pixels | null {
  const { module, degrees = 0, blur = 0, inverted = false, shadow = false } = condition;
  const { greys = [230, 25] } = condition;
  const modules = symbolOf(code);
  const { columns, rows } = modules;
  const [wide, high] = [columns * module, rows === 1 ? 120 : rows * module];
  const quiet = 2 * quietModules * module;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const spanX = Math.abs((wide + quiet) * cos) + Math.abs(high * sin);
  const spanY = Math.abs((wide + quiet) * sin) + Math.abs(high * cos);
  if (spanX > width || spanY > height) return null;
  // Each frame has another offset within a pixel, as a moving hand gives.
  const [midX, midY] = [width / 2 + random(), height / 2 + random()];
  const cells = Uint8Array.from({ length: columns * rows }, (_, at) =>
    modules.isDark(at % columns, Math.floor(at / columns)) ? 1 : 0,
  );
  const [paper, black] = inverted ? [greys[1], greys[0]] : greys;
  let grey = new Float32Array(width * height).fill(paper);
  // Only the rectangle around the code can hold ink.
  const [reachX, reachY] = [spanX / 2 + 2, spanY / 2 + 2];
  for (let y = Math.max(0, Math.floor(midY - reachY)); y < Math.min(height, midY + reachY); y += 1)
    for (
      let x = Math.max(0, Math.floor(midX - reachX));
      x < Math.min(width, midX + reachX);
      x += 1
    ) {
      let ink = 0;
      for (let one = 0; one < samples * samples; one += 1) {
        const dx = x + ((one % samples) + 0.5) / samples - midX;
        const dy = y + (Math.floor(one / samples) + 0.5) / samples - midY;
        const column = Math.floor((dx * cos + dy * sin + wide / 2) / module);
        const row = Math.floor(((dy * cos - dx * sin + high / 2) * rows) / high);
        if (column >= 0 && column < columns && row >= 0 && row < rows)
          ink += cells[row * columns + column] ?? 0;
      }
      grey[y * width + x] = paper + ((black - paper) * ink) / (samples * samples);
    }
  if (blur > 0) grey = blurred(blurred(grey, blur, 1), blur, width);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < grey.length; at += 1) {
    const inShadow = shadow ? (at % width) / shadowEdge - (width / shadowEdge - 1) / 2 : 0;
    const light = 1 - 0.55 * Math.min(1, Math.max(0, inShadow));
    const value = (grey[at] ?? 0) * light + (random() - 0.5) * 16;
    data[at * 4] = value;
    data[at * 4 + 1] = value;
    data[at * 4 + 2] = value;
  }
  return { data, width, height };
}
