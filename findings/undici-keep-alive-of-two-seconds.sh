#!/usr/bin/env bash
# undici: five calls, one after the other, to a server that keeps idle connections for 2 seconds.
#
# Expected: `Keep-Alive: timeout=2` lets calls that follow within milliseconds share a connection.
# Instead: undici subtracts 2 seconds (keepAliveTimeoutThreshold) from the server's hint and keeps
# nothing: every call opens a connection, and pays the TLS handshake. From timeout=3 on it reuses.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund undici@7.30.2
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, request } from 'undici';
const connectionsFor = async (seconds, options) => {
  let connections = 0;
  const server = createServer((_, answer) => {
    answer.setHeader('Connection', 'keep-alive');
    answer.setHeader('Keep-Alive', `timeout=${seconds}`);
    answer.end('well');
  });
  server.on('connection', () => (connections += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const dispatcher = new Agent({ connections: 1, ...options });
  for (let call = 0; call < 5; call += 1) {
    const url = `http://127.0.0.1:${server.address().port}/`;
    await (await request(url, { dispatcher })).body.text();
  }
  await dispatcher.close();
  server.close();
  return connections;
};
const two = await connectionsFor(2, {});
const twoKept = await connectionsFor(2, { keepAliveTimeoutThreshold: 500 });
const ten = await connectionsFor(10, {});
console.log(`undici 7.30.2, five calls: timeout=2 ${two} connections; timeout=10 ${ten};`);
console.log(`timeout=2 with keepAliveTimeoutThreshold 500: ${twoKept}`);
assert.equal(two, 5);
assert.ok(twoKept < 5 && ten < 5);
JS
node show.mjs
