/** Reads barcodes in a picture, with the browser's own detector or else with a reader loaded on demand. */

/** Returns the texts of all codes in the current picture; may be empty. */
export type ReadPicture = (video: HTMLVideoElement) => Promise<string[]>;

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'data_matrix'];

/** Interface of the Shape Detection API, which TypeScript's library does not declare. */
interface PlatformDetector {
  new (options: { formats: string[] }): {
    detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<string[]>;
}

async function platformReader(): Promise<ReadPicture | null> {
  const Detector = Reflect.get(window, 'BarcodeDetector') as PlatformDetector | undefined;
  // Some platforms have the interface but support none of the formats.
  const known = (await Detector?.getSupportedFormats().catch(() => null)) ?? [];
  if (!Detector || !formats.every((format) => known.includes(format))) return null;
  const detector = new Detector({ formats });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}

/** Returns a reader for barcodes in pictures. Rejects when the reader cannot be loaded. */
export async function pictureReader(): Promise<ReadPicture> {
  const ofPlatform = await platformReader();
  if (ofPlatform) return ofPlatform;
  return import('./bundled-reader').then((module) => module.bundledReader());
}
