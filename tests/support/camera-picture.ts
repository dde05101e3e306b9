/** The camera picture of a test: real barcodes in a video that Chromium uses as its camera. */
import { writeFileSync } from 'node:fs';
import bwipjs from 'bwip-js/node';

export interface ShownCode {
  /** Name of the barcode type in bwip-js: `ean13`, `code128`, `gs1datamatrix`. */
  kind: string;
  text: string;
}

const width = 640;
const height = 480;
const paper = 235;
const ink = 16;

type Shape = { sbs: number[] } | { pixs: number[]; pixx: number; pixy: number };

/** Whether a module of the code is black, and how many modules it has. */
function modulesOf({ kind, text }: ShownCode): {
  columns: number;
  rows: number;
  isInk: (column: number, row: number) => boolean;
} {
  const [shape] = bwipjs.raw(kind, text, {}) as unknown as Shape[];
  if (!shape) throw new Error(`no ${kind} of ${text}`);
  if ('pixs' in shape) {
    const { pixs, pixx, pixy } = shape;
    return { columns: pixx, rows: pixy, isInk: (column, row) => pixs[row * pixx + column] === 1 };
  }
  // Widths of bars and spaces alternate, starting with a bar.
  const bars = shape.sbs.flatMap((wide, at) => Array<boolean>(wide).fill(at % 2 === 0));
  return { columns: bars.length, rows: 1, isInk: (column) => bars[column] ?? false };
}

/** Brightness values of a picture with the code in its centre; for null, the picture of an empty table. */
function pictureOf(code: ShownCode | null): Uint8Array {
  const picture = new Uint8Array(width * height).fill(paper);
  if (!code) return picture;
  const { columns, rows, isInk } = modulesOf(code);
  const wide = Math.floor((rows === 1 ? 0.8 * width : 0.5 * height) / columns);
  const high = rows === 1 ? 160 : wide;
  const left = Math.floor((width - columns * wide) / 2);
  const top = Math.floor((height - rows * high) / 2);
  for (let y = 0; y < rows * high; y += 1)
    for (let x = 0; x < columns * wide; x += 1)
      if (isInk(Math.floor(x / wide), Math.floor(y / high)))
        picture[(top + y) * width + left + x] = ink;
  return picture;
}

/** Writes a video (YUV4MPEG2) of these codes, one second each, which loops. */
export function writeFilm(path: string, codes: readonly (ShownCode | null)[]): void {
  const perSecond = 5;
  const colourless = new Uint8Array((width * height) / 2).fill(128);
  const parts: Uint8Array[] = [
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420jpeg\n`),
  ];
  for (const code of codes) {
    const frame = [Buffer.from('FRAME\n'), pictureOf(code), colourless];
    for (let at = 0; at < perSecond; at += 1) parts.push(...frame);
  }
  writeFileSync(path, Buffer.concat(parts));
}
