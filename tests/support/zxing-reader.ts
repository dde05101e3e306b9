/** ZXing-C++, the decoder of the shop's camera reader, in Node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';

let loaded: Promise<unknown> | null = null;

/** The library would otherwise fetch its WebAssembly module from a public server. */
export function loadZXing(): Promise<unknown> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  return (loaded ??= prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer },
    fireImmediately: true,
  }));
}

/** Returns the texts of all codes in an image file. */
export async function readZXing(
  picture: Uint8Array<ArrayBuffer>,
  formats: NonNullable<ReaderOptions['formats']>,
): Promise<string[]> {
  await loadZXing();
  const found = await readBarcodes(picture, { formats, maxNumberOfSymbols: 255 });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}
