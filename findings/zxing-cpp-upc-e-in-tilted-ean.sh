#!/usr/bin/env bash
# zxing-wasm (ZXing-C++): read a flawless EAN-13 that is tilted by 28 degrees.
#
# Expected: the reader returns the number of the EAN-13, or nothing.
# Instead: it returns another valid number for some of them, as UPC-E. A few lines cross the
# left half of the tilted code only, and three of them agree on a UPC-E with a right check digit.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund zxing-wasm@3.1.6 bwip-js@4.11.4
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bwipjs from 'bwip-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } });
const [width, height, unit, bar] = [640, 480, 4, 120];
function tilted(text, degrees) {
  const bars = bwipjs.raw('ean13', text, {})[0].sbs.flatMap((w, at) => Array(w).fill(at % 2 === 0));
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
    const column = Math.floor((x * cos + y * sin) / unit + bars.length / 2);
    const isInk = Math.abs(y * cos - x * sin) < bar / 2 && bars[column];
    if (isInk) data.fill(0, at * 4, at * 4 + 3);
  }
  return { data, width, height };
}
const withCheck = (digits) => {
  const sum = [...digits].reduce((total, digit, at) => total + digit * (at % 2 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
};
const numbers = Array.from({ length: 200 }, (_, at) => withCheck(String(540_000_000_000 + 48_271_907 * at)));
let [right, other] = [0, 0];
for (const number of numbers) {
  const found = await readBarcodes(tilted(number, 28), { formats: ['EAN13', 'UPCE'], minLineCount: 3 });
  right += found.filter(({ text }) => text === number).length;
  other += found.filter(({ format, isValid, text }) => isValid && format === 'UPCE' && text !== number).length;
}
console.log(`zxing-wasm 3.1.6: of 200 EAN-13 tilted by 28 degrees ${right} are read, ${other} give a UPC-E`);
assert.deepEqual([right, other], [0, 19]);
JS
node show.mjs
