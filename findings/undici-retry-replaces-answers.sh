#!/usr/bin/env bash
# undici: the retry interceptor, and a POST that the ERP answers with 503 and a reason.
#
# Expected: POST is not in the list of methods to retry, so its answer passes through untouched; a
# GET whose tries are used up gives the last answer.
# Instead: both throw RequestRetryError "Request failed". The body, in which the server says why, is
# gone, and the POST that was sent once looks like a failed retry.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund undici@7.30.2
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, interceptors, request } from 'undici';
let calls = 0;
const erp = createServer((asked, answer) => {
  calls += 1;
  asked.resume();
  answer.writeHead(503, { 'content-type': 'application/json' });
  answer.end('{"detail":"Stock is being counted until 14:00"}');
});
await once(erp.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${erp.address().port}/`;
const plain = new Agent();
const retrying = new Agent().compose(interceptors.retry({ maxRetries: 2, minTimeout: 1 }));
const ask = async (method, dispatcher) => {
  calls = 0;
  return request(url, { method, dispatcher }).then(
    async ({ statusCode, body }) => `${statusCode} ${await body.text()} after ${calls} call(s)`,
    (error) => `${error.name} ${error.statusCode} ${JSON.stringify(error.data)} after ${calls} call(s)`,
  );
};
const shown = {
  'POST without it': await ask('POST', plain),
  'POST with retry': await ask('POST', retrying),
  'GET with retry': await ask('GET', retrying),
};
console.log('undici 7.30.2', shown);
await Promise.all([plain.close(), retrying.close()]);
erp.close();
assert.deepEqual(Object.values(shown), [
  '503 {"detail":"Stock is being counted until 14:00"} after 1 call(s)',
  'RequestRetryError 503 {"count":1} after 1 call(s)',
  'RequestRetryError 503 {"count":3} after 3 call(s)',
]);
JS
node show.mjs
