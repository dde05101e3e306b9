/**
 * Reads the barcodes of one picture with ZXing-C++ (WebAssembly). Runs in the reader's worker; tests and
 * `npm run proof -- camera` run it in Node.
 */
import {
  readBarcodes,
  type Point,
  type Position,
  type ReaderOptions,
  type ReadResult,
} from 'zxing-wasm/reader';
import { isGtin } from '~/catalogue/products/codes/check-digit';
import type { FoundCode, Pixels } from './found-code';

const options: ReaderOptions = {
  formats: [
    'EAN13',
    'EAN8',
    'UPCA',
    'UPCE',
    'ITF',
    'Code39',
    'Code128',
    'DataBar',
    'DataMatrix',
    'QRCode',
  ],
  // Separators (FNC1) stay in the text as GS.
  textMode: 'Plain',
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 12,
  // Two lines are not enough: they agree on another valid number in one of sixty flawless EAN-13.
  minLineCount: 3,
};

/** AI 01 at the start of a GS1 element string, with or without further fields. */
const gtinFirst = /^01(\d{14})/;
const linkPath = /^https?:\/\/[^?#]*\/(?:01|gtin)\/(\d{8,14})(?:[/?]|$)/i;

function describe({ text, symbology, symbologyIdentifier, contentType }: ReadResult): FoundCode {
  const linear = symbology !== 'DataMatrix' && symbology !== 'QRCode';
  if (contentType === 'GS1') {
    const [start, gtin = null] = gtinFirst.exec(text) ?? [];
    // A scanner sends AIM's identifier too: the shop then treats the text as a label even when a field is unknown.
    const whole = symbologyIdentifier + text;
    return { text: whole, linear, gtin, hasMore: text.length > (start?.length ?? 0) };
  }
  const [, linked] = linkPath.exec(text) ?? [];
  if (linked) return { text, linear, gtin: linked.padStart(14, '0'), hasMore: true };
  const isNumber = ['EANUPC', 'ITF'].includes(symbology);
  return { text, linear, gtin: isNumber ? text.padStart(14, '0') : null, hasMore: false };
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** A few lines across half of a tilted EAN-13 can read as a UPC-E; a printed UPC-E is higher than that. */
const isHigh = ({ topLeft, topRight, bottomLeft }: Position): boolean =>
  distance(topLeft, bottomLeft) >= 0.04 * distance(topLeft, topRight);

/** Modules from the first to the last bar. */
const modulesAcross: Readonly<Partial<Record<string, number>>> = {
  EAN13: 95,
  UPCA: 95,
  EAN8: 67,
  UPCE: 51,
};
/** Pixels. Below, a tenth of drawn EAN-13 read as other numbers with a right check digit. */
const leastModule = 2.3;

const isNear = ({ format, position: { topLeft, topRight } }: ReadResult): boolean =>
  distance(topLeft, topRight) >= leastModule * (modulesAcross[format] ?? 0);

/**
 * False for texts that a part of another barcode also gives: Interleaved 2 of 5 of another length than a carton's
 * number, UPC-E on a few lines, and very short Code 39.
 */
function isPlausible({ symbology, format, text, position }: ReadResult): boolean {
  if (symbology === 'ITF') return text.length === 14 && isGtin(text);
  return format === 'UPCE' ? isHigh(position) : text.trim().length >= 4;
}

export async function readCodes(picture: Pixels): Promise<FoundCode[]> {
  // The library checks for the fields of ImageData, which Node lacks, and not for the class.
  const results = await readBarcodes(picture as unknown as ImageData, options);
  return results.filter((one) => one.isValid && isPlausible(one) && isNear(one)).map(describe);
}

/**
 * Reads one-dimensional codes that are light on dark, which the library reads only as matrix codes. Inverts the
 * picture's pixels.
 */
export function readLightCodes(picture: Pixels): Promise<FoundCode[]> {
  const { data } = picture;
  for (let at = 0; at < data.length; at += 1) if (at % 4 !== 3) data[at] = 255 - (data[at] ?? 0);
  return readCodes(picture);
}
