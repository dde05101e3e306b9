/**
 * Worker that reads barcodes in pictures, so that the page stays responsive. Its file has its own content security
 * policy, which permits WebAssembly; pages do not (server/http/files/static-files.ts).
 */
import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { FoundCode, Pixels, WorkerMessage } from './found-code';
import { readCodes, readLightCodes } from './read-codes';

const send = (message: WorkerMessage): void => postMessage(message);

prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true }).then(
  () => send({ kind: 'ready' }),
  () => send({ kind: 'failed' }),
);

/** Light codes are rare, so only every third picture without a code is read a second time. */
let emptyPictures = 0;

async function readPicture(picture: Pixels): Promise<FoundCode[]> {
  const codes = await readCodes(picture);
  if (codes.length > 0) return codes;
  emptyPictures += 1;
  return emptyPictures % 3 === 0 ? readLightCodes(picture) : codes;
}

addEventListener('message', ({ data }: MessageEvent<Pixels>) => {
  void readPicture(data)
    .catch(() => [])
    .then((codes) => send({ kind: 'codes', codes }));
});
