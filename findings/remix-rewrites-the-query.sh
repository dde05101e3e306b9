#!/usr/bin/env bash
# @remix-run/express: request.url in a loader, compared with the address that the browser sent.
#
# Expected: a loader sees the query as it was sent; a payment or identity provider may have signed it.
# Instead: Remix writes the query anew for every address: %20 becomes a plus sign, ~ becomes %7E, a
# name without a value gets an equals sign, and an empty field `index` is removed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @remix-run/express@2.17.5 @remix-run/node@2.17.5 express@4.22.3
cat > show.cjs <<'JS'
const assert = require('node:assert/strict');
const { once } = require('node:events');
const express = require('express');
const { createRequestHandler } = require('@remix-run/express');
const loader = ({ request }) => new Response(new URL(request.url).search);
const build = {
  routes: { back: { id: 'back', path: 'payment/back', module: { loader } } },
  entry: { module: { default: () => new Response('no page') } },
  assets: { routes: {}, entry: { module: '', imports: [] }, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  isSpaMode: false,
  mode: 'production',
};
async function main() {
  const app = express();
  app.get('/express', (request, response) => response.send(new URL(request.url, 'http://x').search));
  app.all('*', createRequestHandler({ build, mode: 'production' }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = async (path) =>
    (await fetch(`http://127.0.0.1:${server.address().port}${path}`)).text();
  const sent = '?note=two%20vials&key=a~b&paid&index=&sum=12';
  const byExpress = await ask(`/express${sent}`);
  const byRemix = await ask(`/payment/back${sent}`);
  server.close();
  console.log('sent:               ', sent);
  console.log('Express 4.22.3:     ', byExpress);
  console.log('Remix loader 2.17.5:', byRemix);
  assert.equal(byExpress, sent);
  assert.equal(byRemix, '?note=two+vials&key=a%7Eb&paid=&sum=12');
}
main();
JS
node show.cjs
