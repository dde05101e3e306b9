#!/usr/bin/env bash
# @conform-to/zod: a blank text field and z.coerce.string().
#
# Expected: a blank field arrives as "" or as nothing, and a required field is then reported.
# Instead: conform makes the blank field `undefined`, z.coerce.string() makes that the nine letters
# "undefined", and the form is valid. The same happens when the field is not in the form at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @conform-to/zod@1.21.1 zod@4.6.7
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { z } from 'zod';
import { parseWithZod } from '@conform-to/zod/v4';
const show = (label, text, schema) => {
  const sent = new FormData();
  if (text !== null) sent.append('reference', text);
  const { status, value } = parseWithZod(sent, { schema: z.object({ reference: schema }) });
  console.log(`${label}: ${status}, reference = ${JSON.stringify(value?.reference)}`);
  return value?.reference;
};
console.log('@conform-to/zod 1.21.1, zod 4.6.7');
assert.equal(show('z.coerce.string(), "PO 17"', 'PO 17', z.coerce.string()), 'PO 17');
assert.equal(show('z.coerce.string(), blank', '', z.coerce.string()), 'undefined');
assert.equal(show('z.coerce.string().min(1), blank', '', z.coerce.string().min(1)), 'undefined');
assert.equal(show('z.coerce.string(), absent', null, z.coerce.string()), 'undefined');
assert.equal(show('z.string(), blank', '', z.string()), undefined);
JS
node show.mjs
