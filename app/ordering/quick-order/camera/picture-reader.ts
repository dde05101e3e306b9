/** Reads the codes in a picture: by the platform's own detector, else by a reader that is loaded for it. */

/** Texts of the codes that are in the picture now; none is an answer. */
export type ReadPicture = (video: HTMLVideoElement) => Promise<string[]>;

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'data_matrix'];

/** The shape of the Shape Detection API, which TypeScript's library does not know. */
interface PlatformDetector {
  new (options: { formats: string[] }): {
    detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<string[]>;
}

async function platformReader(): Promise<ReadPicture | null> {
  const Detector = Reflect.get(window, 'BarcodeDetector') as PlatformDetector | undefined;
  // Some platforms have the interface and none of the formats behind it.
  const known = (await Detector?.getSupportedFormats().catch(() => null)) ?? [];
  if (!Detector || !formats.every((format) => known.includes(format))) return null;
  const detector = new Detector({ formats });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}

/** Throws when the reader could not be loaded. */
export async function pictureReader(): Promise<ReadPicture> {
  const ofPlatform = await platformReader();
  if (ofPlatform) return ofPlatform;
  return import('./bundled-reader').then((module) => module.bundledReader());
}
