#!/usr/bin/env bash
# SheetJS (xlsx): an order list as Excel in Belgium saves it, semicolons and decimal commas.
#
# Expected: "1,5" is one and a half, or stays text, in a file whose fields are parted by semicolons.
# Instead: the comma is dropped as a thousands sign and the quantity is the NUMBER 15; "12,50" is
# 1250, and "1.234,50" becomes 1.2345. Only the option `raw` keeps the text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund xlsx@0.18.5
cat > show.cjs <<'JS'
const assert = require('node:assert/strict');
const sheets = require('xlsx');
const list = 'code;kg;price\nVT-1001;1,5;12,50\nVT-1002;0,25;1.234,50\n';
const rows = (options) => {
  const book = sheets.read(list, { type: 'string', ...options });
  return sheets.utils.sheet_to_json(book.Sheets.Sheet1, { header: 1 }).slice(1);
};
console.log(`xlsx ${sheets.version}, read:`, JSON.stringify(rows({})));
console.log('with raw:', JSON.stringify(rows({ raw: true })));
assert.deepEqual(rows({}), [
  ['VT-1001', 15, 1250],
  ['VT-1002', 25, 1.2345],
]);
assert.deepEqual(rows({ raw: true }), [
  ['VT-1001', '1,5', '12,50'],
  ['VT-1002', '0,25', '1.234,50'],
]);
JS
node show.cjs
