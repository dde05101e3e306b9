#!/usr/bin/env bash
# tough-cookie: a server named by one word, as in a container network, sets a cookie for its domain.
#
# Expected: http://odoo/ may set `session_id=...; Domain=odoo`. RFC 6265, section 5.3, step 5, keeps
# such a cookie for that host alone, as browsers do, also when the name counts as a public suffix.
# Instead: setCookie throws "Cookie has domain set to a public suffix", and the cookie is lost.
# `localhost` and names with a dot are accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund tough-cookie@6.1.0
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { CookieJar, version } from 'tough-cookie';
console.log(`tough-cookie ${version}`);
const stored = async (host, attributes) => {
  const jar = new CookieJar();
  const url = `http://${host}/`;
  const outcome = await jar.setCookie(`session_id=1${attributes}`, url).then(
    () => 'no error',
    (error) => error.message,
  );
  const sent = await jar.getCookieString(url);
  console.log(`${url} session_id=1${attributes}: ${outcome}; sent back: ${sent || 'nothing'}`);
  return sent;
};
assert.equal(await stored('odoo', ''), 'session_id=1');
assert.equal(await stored('odoo', '; Domain=odoo'), '');
assert.equal(await stored('localhost', '; Domain=localhost'), 'session_id=1');
assert.equal(await stored('odoo.internal', '; Domain=odoo.internal'), 'session_id=1');
JS
node show.mjs
