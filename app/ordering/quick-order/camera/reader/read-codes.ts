/**
 * Reads the barcodes of one picture with ZXing-C++ (WebAssembly). Runs in the reader's worker; tests and
 * `npm run proof -- camera` run it in Node.
 */
import { readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader';
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

/**
 * False for texts that a part of another barcode also gives: Interleaved 2 of 5 of another length than a carton's
 * number, and very short Code 39.
 */
const isPlausible = ({ symbology, text }: ReadResult): boolean =>
  symbology === 'ITF' ? text.length === 14 && isGtin(text) : text.trim().length >= 4;

export async function readCodes(picture: Pixels): Promise<FoundCode[]> {
  // The library checks for the fields of ImageData, which Node lacks, and not for the class.
  const results = await readBarcodes(picture as unknown as ImageData, options);
  return results.filter((one) => one.isValid && isPlausible(one)).map(describe);
}
