#!/usr/bin/env bash
# libsql: a statement that is run with too few or too many values.
#
# Expected: libsql says that it follows the interface of better-sqlite3, which throws a RangeError
# for either.
# Instead: a missing value is stored as NULL and a value too many is ignored, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund libsql@0.5.29
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import Database from 'libsql';
const store = new Database(':memory:');
store.exec('create table cart_line (sku text, quantity integer)');
const insert = store.prepare('insert into cart_line values (?, ?)');
insert.run('VT-1001');
insert.run('VT-1002', 3, 'stray');
const lines = store.prepare('select sku, quantity from cart_line').all();
console.log('libsql 0.5.29:', lines);
assert.deepEqual(
  lines.map(({ sku, quantity }) => [sku, quantity]),
  [
    ['VT-1001', null],
    ['VT-1002', 3],
  ],
);
JS
node show.mjs
