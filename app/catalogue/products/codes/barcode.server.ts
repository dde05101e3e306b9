/**
 * A product's code as bars that the scanner at the shelf reads from paper: its EAN where it has a sound one,
 * else the shop's own code in Code 128. The quantity field of scanning takes both (CART-10).
 */
import { isGtin } from './check-digit';

export interface Barcode {
  /** What a scanner reads, to be printed under the bars. */
  code: string;
  /** The drawing as an address: the page's policy allows pictures of the page itself. */
  src: string;
}

interface Coded {
  barcode: string | null;
  sku: string | null;
}

const symbologies: Readonly<Record<number, string>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' };

/** Null where a product has neither code. */
export function barsOf({ barcode, sku }: Coded): { symbology: string; code: string } | null {
  if (barcode !== null && isGtin(barcode)) {
    // Fourteen digits are a carton; its bars are those of Interleaved 2 of 5.
    return { symbology: symbologies[barcode.length] ?? 'itf14', code: barcode };
  }
  return sku !== null && /^[\x21-\x7e]{1,30}$/.test(sku)
    ? { symbology: 'code128', code: sku }
    : null;
}

/** Drawings of these products' codes, by their place; the library is loaded with the first paper list. */
export async function drawBarcodes(
  products: readonly Coded[],
): Promise<readonly (Barcode | null)[]> {
  const { toSVG } = await import('bwip-js/node');
  return products.map((product) => {
    const bars = barsOf(product);
    if (!bars) return null;
    const drawing = toSVG({ bcid: bars.symbology, text: bars.code, scaleX: 1, height: 12 });
    const src = `data:image/svg+xml,${encodeURIComponent(drawing.replaceAll('\n', ''))}`;
    return { code: bars.code, src };
  });
}
