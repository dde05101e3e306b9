/**
 * Reads barcodes in pictures: with ZXing-C++ in a worker, or with the browser's own detector where WebAssembly is
 * unavailable. Browsers' detectors lack formats that packs have, and most return GS1 codes without separators.
 */
import type { FoundCode, Pixels, WorkerMessage } from './reader/found-code';

/** Returns all codes in the picture; may be empty. */
export type ReadPicture = (pixels: Pixels) => Promise<FoundCode[]>;

/** Time after which the page gives up loading the worker with its WebAssembly (0.33 MB). */
const loadMs = 60_000;

/** Interface of the Shape Detection API, which TypeScript's library does not declare. */
interface PlatformDetector {
  new (options: { formats: string[] }): {
    detect(picture: ImageData): Promise<{ rawValue: string; format: string }[]>;
  };
  getSupportedFormats(): Promise<string[]>;
}

const matrixFormats = ['data_matrix', 'qr_code'];
const linearFormats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'code_39', 'code_128'];

async function platformReader(): Promise<ReadPicture | null> {
  const Detector = Reflect.get(window, 'BarcodeDetector') as PlatformDetector | undefined;
  // Some platforms have the interface but support no format.
  const known = (await Detector?.getSupportedFormats().catch(() => null)) ?? [];
  const formats = [...linearFormats, ...matrixFormats].filter((format) => known.includes(format));
  if (!Detector || formats.length === 0) return null;
  const detector = new Detector({ formats });
  return async ({ data, width, height }) => {
    const found = await detector.detect(new ImageData(data, width, height));
    return found.map(({ rawValue, format }) => ({
      text: rawValue,
      linear: !matrixFormats.includes(format),
      gtin: null,
      hasMore: false,
    }));
  };
}

/** Starts the worker and resolves when it has compiled its WebAssembly. */
function workerReader(): Promise<ReadPicture> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./reader/code-worker.ts', import.meta.url), {
      type: 'module',
    });
    const waiting: ((codes: FoundCode[]) => void)[] = [];
    const fail = (): void => {
      worker.terminate();
      reject(new Error('the barcode reader did not start'));
      for (const answer of waiting.splice(0)) answer([]);
    };
    const timer = setTimeout(fail, loadMs);
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'codes') waiting.shift()?.(data.codes);
      if (data.kind === 'failed') fail();
      if (data.kind !== 'ready') return;
      clearTimeout(timer);
      resolve(
        (pixels) =>
          new Promise((answer) => {
            waiting.push(answer);
            const { data: bytes, width, height } = pixels;
            worker.postMessage({ data: bytes, width, height } satisfies Pixels, [bytes.buffer]);
          }),
      );
    });
  });
}

let started: Promise<ReadPicture> | null = null;

/**
 * Returns the reader; its worker stays for the life of the page. Rejects when no reader can be loaded; the next call
 * tries again.
 */
export function pictureReader(): Promise<ReadPicture> {
  started ??= (
    typeof WebAssembly === 'object' ? workerReader() : Promise.reject(new Error())
  ).catch(async (error: unknown) => {
    const ofPlatform = await platformReader();
    if (ofPlatform) return ofPlatform;
    started = null;
    throw error;
  });
  return started;
}
