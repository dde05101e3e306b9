/**
 * Worker that reads barcodes in pictures, so that the page stays responsive. Its file has its own content security
 * policy, which permits WebAssembly; pages do not (server/http/files/static-files.ts).
 */
import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Pixels, WorkerMessage } from './found-code';
import { readCodes } from './read-codes';

const send = (message: WorkerMessage): void => postMessage(message);

prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true }).then(
  () => send({ kind: 'ready' }),
  () => send({ kind: 'failed' }),
);

addEventListener('message', ({ data }: MessageEvent<Pixels>) => {
  void readCodes(data)
    .catch(() => [])
    .then((codes) => send({ kind: 'codes', codes }));
});
