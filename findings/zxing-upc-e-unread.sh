#!/usr/bin/env bash
# @zxing/library: read UPC-E, the short code of small packs from overseas.
#
# Expected: BarcodeFormat.UPC_E exists, so a reader that is asked for it reads UPC-E.
# Instead: of twelve flawless UPC-E symbols it reads none, while it reads each of the
# twelve EAN-8 symbols that the same lines draw.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @zxing/library@0.23.0 bwip-js@4.11.4
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import zxing from '@zxing/library';
import bwipjs from 'bwip-js';
function isRead(bcid, format, text) {
  const [{ sbs }] = bwipjs.raw(bcid, text, {});
  const row = [12, ...sbs, 12].flatMap((width, at) => Array(width * 4).fill(at % 2 ? 0 : 255));
  const grey = Uint8ClampedArray.from(Array(80).fill(row).flat());
  const source = new zxing.RGBLuminanceSource(grey, row.length, 80);
  const picture = new zxing.BinaryBitmap(new zxing.HybridBinarizer(source));
  const hints = new Map([[zxing.DecodeHintType.POSSIBLE_FORMATS, [format]]]);
  try {
    return new zxing.MultiFormatOneDReader(hints).decode(picture, hints).getText().length === 8;
  } catch (error) {
    if (error instanceof zxing.NotFoundException) return false;
    throw error;
  }
}
const numbers = Array.from({ length: 12 }, (_, at) => String(412_345 + 7_919 * at));
const upcE = numbers.filter((number) => isRead('upce', zxing.BarcodeFormat.UPC_E, `0${number}`));
const ean8 = numbers.filter((number) => isRead('ean8', zxing.BarcodeFormat.EAN_8, `0${number}`));
console.log(`@zxing/library 0.23.0 reads ${upcE.length} of 12 UPC-E, ${ean8.length} of 12 EAN-8`);
assert.deepEqual([upcE.length, ean8.length], [0, 12]);
JS
node show.mjs
