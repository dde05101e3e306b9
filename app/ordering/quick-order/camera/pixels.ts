/** Copies pictures into pixels that the barcode reader takes. */
import type { Pixels } from './reader/found-code';

/**
 * Returns a function that draws a picture of `width` × `height` pixels, scaled so that its longer side has `longest`
 * pixels. The function returns null for an empty picture.
 */
export function pixelCopier(): (
  source: CanvasImageSource,
  width: number,
  height: number,
  longest: number,
) => Pixels | null {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return (source, width, height, longest) => {
    if (!pen || width === 0 || height === 0) return null;
    const scale = longest / Math.max(width, height);
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    pen.drawImage(source, 0, 0, canvas.width, canvas.height);
    return pen.getImageData(0, 0, canvas.width, canvas.height);
  };
}
