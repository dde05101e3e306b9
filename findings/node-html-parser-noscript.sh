#!/usr/bin/env bash
# node-html-parser: what a page holds in <noscript> and in <textarea>, read without a browser.
#
# Expected: a reader without scripts finds the elements within <noscript>, and takes the content of
# <textarea> for text, as HTML has both.
# Instead: the reverse. What stands in <noscript> is text, so that a test "the page has no such form"
# passes for any page; what a customer typed into <textarea> is parsed as elements. The option
# `blockTextElements: {}` opens <noscript>.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node-html-parser@9.0.7 parse5@8.0.0
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { parse } from 'node-html-parser';
import * as parse5 from 'parse5';
const page =
  '<body><noscript><button>Order</button></noscript><textarea>dose <b>half</b></textarea></body>';
const names = [];
const walk = (node) => {
  names.push(node.nodeName);
  node.childNodes?.forEach(walk);
};
walk(parse5.parse(page, { scriptingEnabled: false }));
const counts = (root) => `${root.querySelectorAll('button').length} button, ${root.querySelectorAll('b').length} b`;
const byParse5 = ['button', 'b'].map((name) => `${names.filter((one) => one === name).length} ${name}`).join(', ');
const byDefault = counts(parse(page));
const opened = counts(parse(page, { blockTextElements: {} }));
console.log(page);
console.log('parse5 8.0.0 (the HTML algorithm, no scripts):', byParse5);
console.log('node-html-parser 9.0.7:', byDefault);
console.log('with blockTextElements {}:', opened);
assert.equal(byParse5, '1 button, 0 b');
assert.equal(byDefault, '0 button, 1 b');
assert.equal(opened, '1 button, 1 b');
JS
node show.mjs
