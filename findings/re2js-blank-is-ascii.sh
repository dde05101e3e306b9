#!/usr/bin/env bash
# re2js: the pattern of a form field, checked by the browser first and by the server after it.
#
# Expected: `\s` means a blank in both, also the no-break space that a number copied from a page or
# from a word processor holds.
# Instead: `\s` of JavaScript includes U+00A0 and U+202F, that of re2js only ASCII. The browser
# accepts the entry and the server rejects it. `\u00e9`, valid in a pattern, does not even compile.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund re2js@2.10.0
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { RE2JS } from 're2js';
const source = '\\d{3}\\s\\d{3}';
const inBrowser = new RegExp(`^(?:${source})$`, 'v');
const onServer = RE2JS.compile(source);
console.log(`re2js 2.10.0, pattern ${source}`);
for (const [name, blank, isTaken] of [
  ['space', ' ', true],
  ['U+00A0', '\u00a0', false],
  ['U+202F', '\u202f', false],
]) {
  const byBrowser = inBrowser.test(`478${blank}123`);
  const byServer = onServer.matches(`478${blank}123`);
  console.log(`${name}: JavaScript ${byBrowser}, re2js ${byServer}`);
  assert.deepEqual([byBrowser, byServer], [true, isTaken]);
}
assert.equal(new RegExp('\\u00e9', 'v').test('é'), true);
assert.throws(() => RE2JS.compile('\\u00e9'), /invalid escape sequence/);
JS
node show.mjs
