#!/usr/bin/env bash
# sirv: a client asks for the last bytes of a file, as readers of PDF and ZIP files do.
#
# Expected: `Range: bytes=-10` means the last ten bytes (RFC 9110, section 14.1.2); a server that
# does not know the form may ignore it and send the whole file.
# Instead: sirv answers 206 with the FIRST eleven bytes, and the header Content-Range says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sirv@3.0.2
mkdir public
printf 'first-line\nmiddle-line\nlast-line\n' > public/list.txt
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import sirv from 'sirv';
const serve = sirv('public', { etag: true });
const server = createServer((request, response) => serve(request, response));
await once(server.listen(0, '127.0.0.1'), 'listening');
const part = async (range) => {
  const url = `http://127.0.0.1:${server.address().port}/list.txt`;
  const answer = await fetch(url, { headers: { range } });
  const shown = `${answer.status}, ${answer.headers.get('content-range')}, ${JSON.stringify(await answer.text())}`;
  console.log(`sirv 3.0.2, Range: ${range}: ${shown}`);
  return shown;
};
assert.equal(await part('bytes=23-32'), '206, bytes 23-32/33, "last-line\\n"');
assert.equal(await part('bytes=-10'), '206, bytes 0-10/33, "first-line\\n"');
server.close();
JS
node show.mjs
