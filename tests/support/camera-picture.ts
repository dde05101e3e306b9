/** The camera picture of a test: real barcodes in a video that Chromium uses as its camera. */
import { writeFileSync } from 'node:fs';
import bwipjs from 'bwip-js/node';
import { modulesOf, type Modules } from '../../app/catalogue/products/codes/barcode.server';

export interface ShownCode {
  /** Name of the barcode type in bwip-js: `ean13`, `code128`, `gs1datamatrix`. */
  kind: string;
  text: string;
  /** Turned by 90°. */
  turned?: boolean;
  /** Light on dark. */
  inverted?: boolean;
}

const width = 640;
const height = 480;
const paper = 235;
const ink = 16;

/** The modules of a code. Throws when bwip-js gives no symbol. */
export function symbolOf({ kind, text }: Pick<ShownCode, 'kind' | 'text'>): Modules {
  const modules = modulesOf(bwipjs.raw, kind, text);
  if (!modules) throw new Error(`no ${kind} of ${text}`);
  return modules;
}

/** Rectangle of the picture that holds one code. */
interface Place {
  left: number;
  top: number;
  wide: number;
  high: number;
}

function draw(picture: Uint8Array, code: ShownCode, place: Place): void {
  const { columns, rows, isDark } = symbolOf(code);
  const { turned = false, inverted = false } = code;
  const [along, across] = turned ? [place.high, place.wide] : [place.wide, place.high];
  const wide = Math.floor((0.9 * (rows === 1 ? along : Math.min(along, across))) / columns);
  const high = rows === 1 ? Math.floor(across / 3) : wide;
  const [across0, along0] = [(across - rows * high) >> 1, (along - columns * wide) >> 1];
  for (let y = 0; y < across; y += 1)
    for (let x = 0; x < along; x += 1) {
      const column = Math.floor((x - along0) / wide);
      const row = Math.floor((y - across0) / high);
      const isInside = column >= 0 && column < columns && row >= 0 && row < rows;
      const isInk = (isInside && isDark(column, row)) !== inverted;
      const at = turned
        ? (place.top + x) * width + place.left + y
        : (place.top + y) * width + place.left + x;
      picture[at] = isInk ? ink : paper;
    }
}

/** Brightness values of a picture with the codes side by side; for null, the picture of an empty table. */
function pictureOf(shown: ShownCode | readonly ShownCode[] | null): Uint8Array {
  const picture = new Uint8Array(width * height).fill(paper);
  const codes = [shown ?? []].flat();
  const wide = Math.floor(width / codes.length);
  for (const [at, code] of codes.entries())
    draw(picture, code, { left: at * wide, top: 0, wide, high: height });
  return picture;
}

/** Writes a video (YUV4MPEG2) of these codes, one second each, which loops. */
export function writeFilm(
  path: string,
  codes: readonly (ShownCode | readonly ShownCode[] | null)[],
): void {
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

/** Returns a photo (BMP, 8 bits of grey) of these codes side by side; without codes, of an empty table. */
export function photoOf(codes: readonly ShownCode[]): Buffer {
  const picture = pictureOf(codes.length > 0 ? codes : null);
  const start = 14 + 40 + 1024;
  const file = Buffer.alloc(start + picture.length);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  // A negative height means that the first row is the top one.
  file.writeInt32LE(-height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(8, 28);
  for (let grey = 0; grey < 256; grey += 1) file.fill(grey, 54 + grey * 4, 57 + grey * 4);
  file.set(picture, start);
  return file;
}
