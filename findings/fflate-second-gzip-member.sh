#!/usr/bin/env bash
# fflate: gunzipSync on a file that was written by appending (`gzip >> file`), as log shippers do.
#
# Expected: a gzip file may hold several members, one after the other (RFC 1952, section 2.2), and
# a reader returns all of them, as zlib does.
# Instead: gunzipSync returns the first member and drops the rest without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund fflate@0.8.3
printf 'order;total\n' | gzip > orders.csv.gz
printf 'S00042;323.89\n' | gzip >> orders.csv.gz
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync as zlibGunzip } from 'node:zlib';
import { gunzipSync, strFromU8 } from 'fflate';
const file = readFileSync('orders.csv.gz');
const byFflate = strFromU8(gunzipSync(file));
const byZlib = zlibGunzip(file).toString();
console.log('zlib of Node:', JSON.stringify(byZlib));
console.log('fflate 0.8.3:', JSON.stringify(byFflate));
assert.equal(byZlib, 'order;total\nS00042;323.89\n');
assert.equal(byFflate, 'order;total\n');
JS
node show.mjs
