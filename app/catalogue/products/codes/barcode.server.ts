/**
 * Renders a product's code as a barcode for printed lists: its EAN if the check digit is right, else the SKU in Code
 * 128, or in DataMatrix if that is too wide. The scan field accepts all of them (CART-10).
 */
import type bwipjs from 'bwip-js/node';
import { mapInTurns } from '~/base/page/in-turns.server';
import { isGtin } from './check-digit';

export interface Barcode {
  /** Text that the scanner reads; printed under the bars. */
  code: string;
  /** Null when a scanner could not read the code in this space from a printer of 203 dpi. */
  drawing: Drawing | null;
}

/** Attributes of the image. */
interface Drawing {
  /** A `data:` address: the content security policy allows images from the page itself. */
  src: string;
  /** In CSS pixels, which the browser must not scale. */
  width: number;
  height: number;
}

interface Coded {
  barcode: string | null;
  sku: string | null;
}

/** Size of every drawing, with the white margin that scanners need: 44 × 11 mm on paper. */
const sizePx = { width: 168, height: 42 };

const dotsPerPx = 203 / 96;
const canvas = {
  width: Math.floor(sizePx.width * dotsPerPx),
  height: Math.floor(sizePx.height * dotsPerPx),
};
/**
 * Dots of a 203 dpi printer per module, best first. Whole dots keep all modules equally wide; two dots are 0.25 mm, the
 * least that common scanners read.
 */
const moduleDots = [4, 3, 2];
/** Least dots per module of DataMatrix: with two dots, not every decoder reads a symbol of several regions. */
const leastMatrixDots = 3;
/** Height in modules of the bars above and below ITF-14, which prevent partial reads. */
const bearerModules = 2;

/** Maximum length of a drawn code: the largest symbol that fits, DataMatrix of 26 × 26 modules, holds 88 digits. */
const maxDrawn = 88;

const symbologies: Readonly<Record<number, string>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' };
/** Modules of white on each side. EAN-13 needs the most: its first digit is printed there on packs. */
const marginModules: Readonly<Record<string, number>> = { ean13: 11, datamatrix: 1 };
const usualMargin = 10;

/**
 * Returns the symbologies to try, the preferred one first; none for a SKU that the scan field would not accept as one
 * code. Returns null when the product has neither an EAN with a right check digit nor a SKU.
 */
export function barsOf({
  barcode,
  sku,
}: Coded): { symbologies: readonly string[]; code: string } | null {
  // Fourteen digits identify a carton, which is printed in Interleaved 2 of 5 (ITF-14).
  if (barcode !== null && isGtin(barcode))
    return { symbologies: [symbologies[barcode.length] ?? 'itf14'], code: barcode };
  if (sku === null) return null;
  const isScannable = sku.length <= maxDrawn && /^[\x21-\x7e]+$/.test(sku);
  return { symbologies: isScannable ? ['code128', 'datamatrix'] : [], code: sku };
}

/** Dark and white modules of a code; a one-dimensional code has one row. */
export interface Modules {
  columns: number;
  rows: number;
  isDark: (column: number, row: number) => boolean;
}

type Raw = typeof bwipjs.raw;

/** `raw`: the function of bwip-js. Returns null when it gives no symbol. */
export function modulesOf(raw: Raw, symbology: string, code: string): Modules | null {
  const [shape] = raw(symbology, code, {});
  if (!shape) return null;
  if ('pixs' in shape) {
    const { pixs, pixx, pixy } = shape;
    return { columns: pixx, rows: pixy, isDark: (column, row) => pixs[row * pixx + column] === 1 };
  }
  // Widths of bars and spaces alternate, starting with a bar.
  const dark = shape.sbs.flatMap((wide, at) => Array<boolean>(wide).fill(at % 2 === 0));
  return { columns: dark.length, rows: 1, isDark: (column) => dark[column] ?? false };
}

const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h-${width}z`;

/** Draws one symbology in dots, in the middle of the canvas; null if it does not fit. */
function drawingOf(raw: Raw, symbology: string, code: string): Drawing | null {
  const modules = modulesOf(raw, symbology, code);
  if (!modules) return null;
  const { columns, rows, isDark } = modules;
  const isMatrix = rows > 1;
  const margin = marginModules[symbology] ?? usualMargin;
  const dots = moduleDots.find(
    (each) =>
      (columns + 2 * margin) * each <= canvas.width &&
      (!isMatrix || (each >= leastMatrixDots && (rows + 2 * margin) * each <= canvas.height)),
  );
  if (dots === undefined) return null;
  const high = isMatrix ? dots : canvas.height;
  const left = Math.floor((canvas.width - columns * dots) / 2);
  const top = Math.floor((canvas.height - rows * high) / 2);
  const boxes: string[] = [];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0, end = 0; column < columns; column = end + 1) {
      end = column;
      while (end < columns && isDark(end, row)) end += 1;
      const wide = (end - column) * dots;
      if (wide > 0) boxes.push(box(left + column * dots, top + row * high, wide, high));
    }
  if (symbology === 'itf14') {
    const bearer = bearerModules * dots;
    for (const y of [0, canvas.height - bearer]) boxes.push(box(left, y, columns * dots, bearer));
  }
  const size = `${sizePx.width * dotsPerPx} ${sizePx.height * dotsPerPx}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"><path d="${boxes.join('')}"/></svg>`;
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, ...sizePx };
}

/**
 * Draws the products' barcodes, in the order of `products` and in turns, because a long code takes milliseconds. Loads
 * the barcode library at the first printed list.
 */
export async function drawBarcodes(
  products: readonly Coded[],
): Promise<readonly (Barcode | null)[]> {
  // The module's own `raw` is a symbology; the function is a property of its default export.
  const {
    default: { raw },
  } = await import('bwip-js/node');
  return mapInTurns(products, (product) => {
    const bars = barsOf(product);
    if (!bars) return null;
    for (const symbology of bars.symbologies) {
      const drawing = drawingOf(raw, symbology, bars.code);
      if (drawing) return { code: bars.code, drawing };
    }
    return { code: bars.code, drawing: null };
  });
}
