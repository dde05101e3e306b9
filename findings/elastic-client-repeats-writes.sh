#!/usr/bin/env bash
# @elastic/elasticsearch: index() of a document without an id, and a gateway that answers 502.
#
# Expected: a client repeats what is safe to repeat. A POST that lets the server choose the id is
# not: the first try may have been stored before the gateway gave up.
# Instead: the client sends the POST four times (maxRetries 3, whatever the method), and the same
# after a connection that closes without an answer. Four documents may result from one call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @elastic/elasticsearch@8.19.2
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Client } from '@elastic/elasticsearch';
let received = [];
const gateway = createServer((asked, answer) => {
  asked.resume();
  asked.on('end', () => {
    received.push(`${asked.method} ${asked.url}`);
    if (asked.url.startsWith('/closing')) asked.socket.destroy();
    else answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  });
});
await once(gateway.listen(0, '127.0.0.1'), 'listening');
const node = `http://127.0.0.1:${gateway.address().port}`;
const triesOf = async (index, options) => {
  received = [];
  const client = new Client({ node, ...options });
  await client.index({ index, document: { query: 'seringue' } }).catch(() => undefined);
  await client.close();
  console.log(`${index}, ${JSON.stringify(options)}: ${received.length} x ${received[0]}`);
  return received.length;
};
console.log('@elastic/elasticsearch 8.19.2');
assert.equal(await triesOf('gateway', {}), 4);
assert.equal(await triesOf('closing', {}), 4);
assert.equal(await triesOf('gateway', { maxRetries: 0 }), 1);
gateway.close();
JS
node show.mjs
