#!/usr/bin/env bash
# @conform-to/zod: z.date() for a date that a customer typed.
#
# Expected: a day that does not exist is reported, and 12/03/2026 in Belgium is 12 March or an error.
# Instead: conform builds the Date before the schema sees it: 2026-02-29 is a valid 1 March, and
# 12/03/2026 is a valid 3 December. z.iso.date() on the text reports both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @conform-to/zod@1.21.1 zod@4.6.7
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { z } from 'zod';
import { parseWithZod } from '@conform-to/zod/v4';
const read = (text, schema) => {
  const sent = new FormData();
  sent.append('wanted', text);
  return parseWithZod(sent, { schema: z.object({ wanted: schema }) }).value?.wanted;
};
const day = (date) => date && [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
console.log('@conform-to/zod 1.21.1, zod 4.6.7');
for (const [text, shown] of [
  ['2026-02-28', '2026-2-28'],
  ['2026-02-29', '2026-3-1'],
  ['12/03/2026', '2026-12-3'],
]) {
  const asDate = day(read(text, z.date()));
  const asText = read(text, z.iso.date());
  console.log(`${text}: z.date() gives ${asDate}, z.iso.date() gives ${asText ?? 'an error'}`);
  assert.equal(asDate, shown);
  assert.equal(asText, text === '2026-02-28' ? text : undefined);
}
JS
TZ=UTC node show.mjs
