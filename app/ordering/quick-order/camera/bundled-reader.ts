/** Uses ZXing's barcode readers in browsers without a detector of their own. */
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap';
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer';
import DataMatrixReader from '@zxing/library/esm/core/datamatrix/DataMatrixReader';
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader';
import MultiFormatUPCEANReader from '@zxing/library/esm/core/oned/MultiFormatUPCEANReader';
import type { ReadPicture } from './picture-reader';

/** Maximum picture width or height in pixels. Larger pictures take longer and are read no better. */
const mostPixels = 960;

/** Computes the grey value of each pixel, 0 to 255, as ZXing's readers expect. */
function greyOf({ data }: ImageData): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(data.length / 4);
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4;
    grey[at] = ((data[from] ?? 0) + 2 * (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) / 4;
  }
  return grey;
}

export function bundledReader(): ReadPicture {
  // ZXing then returns the leading separator of a GS1 code as `]C1`, as scanners send it.
  const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.ASSUME_GS1, true]]);
  const readers = [new MultiFormatUPCEANReader(hints), new Code128Reader(), new DataMatrixReader()];
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });

  return (video) => {
    const { videoWidth, videoHeight } = video;
    if (!pen || videoWidth === 0) return Promise.resolve([]);
    const scale = Math.min(1, mostPixels / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    const grey = greyOf(pen.getImageData(0, 0, canvas.width, canvas.height));
    const source = new RGBLuminanceSource(grey, canvas.width, canvas.height);
    const found: string[] = [];
    for (const reader of readers) {
      try {
        const bitmap = new BinaryBitmap(new HybridBinarizer(source));
        found.push(reader.decode(bitmap, hints).getText());
      } catch {
        // The reader throws when the picture holds no code of its kind.
      }
    }
    return Promise.resolve(found);
  };
}
