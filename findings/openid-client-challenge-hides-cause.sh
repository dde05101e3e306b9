#!/usr/bin/env bash
# openid-client: the token endpoint refuses the client's secret, as RFC 6749, section 5.2, has it:
# status 401, the header WWW-Authenticate and {"error":"invalid_client"} in the body.
#
# Expected: the error that the library throws carries error = "invalid_client" in either case.
# Instead: with the header it throws another class (WWWAuthenticateChallengeError) that has no
# `error`, and the body is left unread. Code that asks for `error` sees no cause, and takes a wrong
# secret for a fault of the session.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund openid-client@6.8.9
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import * as client from 'openid-client';
const provider = createServer((asked, answer) => {
  asked.resume();
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (asked.url === '/with-header') headers['www-authenticate'] = 'Basic realm="token"';
  answer.writeHead(401, headers).end('{"error":"invalid_client"}');
});
await once(provider.listen(0, '127.0.0.1'), 'listening');
const issuer = `http://127.0.0.1:${provider.address().port}`;
const renewAt = async (path) => {
  const metadata = { issuer, token_endpoint: issuer + path };
  const shop = new client.Configuration(metadata, 'shop', 'secret');
  client.allowInsecureRequests(shop);
  const fault = await client.refreshTokenGrant(shop, 'refresh-token').catch((error) => error);
  const unread = fault.response.bodyUsed === false;
  return `${fault.constructor.name}, error ${fault.error}, body ${unread ? 'unread' : 'read'}`;
};
const plain = await renewAt('/without-header');
const challenged = await renewAt('/with-header');
provider.close();
console.log('openid-client 6.8.9');
console.log('401 without WWW-Authenticate:', plain);
console.log('401 with WWW-Authenticate:', challenged);
assert.match(plain, /^ResponseBodyError, error invalid_client/);
assert.equal(challenged, 'WWWAuthenticateChallengeError, error undefined, body unread');
JS
node show.mjs
