/**
 * Renders a product's code as a barcode for printed lists: its EAN if the check digit is right, else the SKU in Code
 * 128. The scan field accepts both (CART-10).
 */
import { isGtin } from './check-digit';

export interface Barcode {
  /** Text that the scanner reads; printed under the bars. */
  code: string;
  /** The drawing as a `data:` address: the content security policy allows images from the page itself. */
  src: string;
}

interface Coded {
  barcode: string | null;
  sku: string | null;
}

const symbologies: Readonly<Record<number, string>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' };

/** Returns null when the product has neither an EAN with a right check digit nor a SKU. */
export function barsOf({ barcode, sku }: Coded): { symbology: string; code: string } | null {
  if (barcode !== null && isGtin(barcode)) {
    // Fourteen digits identify a carton, which is printed in Interleaved 2 of 5 (ITF-14).
    return { symbology: symbologies[barcode.length] ?? 'itf14', code: barcode };
  }
  return sku !== null && /^[\x21-\x7e]{1,30}$/.test(sku)
    ? { symbology: 'code128', code: sku }
    : null;
}

/** Draws the products' barcodes, in the order of `products`. Loads the barcode library at the first printed list. */
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
