#!/usr/bin/env bash
# @zxing/library: the same GS1 content from a GS1-128 and from a GS1 DataMatrix.
#
# Expected: a reader hands over the separator (FNC1) that ends a lot, from either symbol.
# Instead: DataMatrix gives it always, Code 128 only with the hint ASSUME_GS1. Without the hint lot
# B7 and serial 99 arrive as one text, "10B72199", which reads as the lot B72199.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @zxing/library@0.23.0 bwip-js@4.11.4
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import zxing from '@zxing/library';
import bwipjs from 'bwip-js';
const text = '(01)05474030205998(10)B7(21)99';
/** Rows of modules, true for dark, with a quiet zone around them. */
function modulesOf(bcid) {
  const [{ sbs, pixs, pixx, pixy }] = bwipjs.raw(bcid, text, {});
  const bars = sbs?.flatMap((width, index) => Array(width).fill(index % 2 === 0));
  const rows = bars
    ? Array(30).fill(bars)
    : Array.from({ length: pixy }, (_, y) => [...pixs.slice(y * pixx, (y + 1) * pixx)].map(Boolean));
  const quiet = Array(10).fill(false);
  const blank = Array(10).fill(Array(rows[0].length + 20).fill(false));
  return [...blank, ...rows.map((row) => [...quiet, ...row, ...quiet]), ...blank];
}
function read(bcid, Reader, hints) {
  const rows = modulesOf(bcid);
  const scale = 4;
  const [width, height] = [rows[0].length * scale, rows.length * scale];
  const grey = new Uint8ClampedArray(width * height).map((_, at) =>
    rows[Math.floor(at / width / scale)][Math.floor((at % width) / scale)] ? 0 : 255,
  );
  const source = new zxing.RGBLuminanceSource(grey, width, height);
  const picture = new zxing.BinaryBitmap(new zxing.HybridBinarizer(source));
  return new Reader().decode(picture, hints).getText().replaceAll('\u001d', '<FNC1>');
}
const gs1 = new Map([[zxing.DecodeHintType.ASSUME_GS1, true]]);
const shown = {
  'GS1 DataMatrix': read('gs1datamatrix', zxing.DataMatrixReader, new Map()),
  'GS1-128': read('gs1-128', zxing.Code128Reader, new Map()),
  'GS1-128, ASSUME_GS1': read('gs1-128', zxing.Code128Reader, gs1),
};
console.log('@zxing/library 0.23.0', shown);
assert.deepEqual(Object.values(shown), [
  '<FNC1>010547403020599810B7<FNC1>2199',
  '010547403020599810B72199',
  ']C1010547403020599810B7<FNC1>2199',
]);
JS
node show.mjs
